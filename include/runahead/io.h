/*
 * Files and text.
 */
#ifndef RUNAHEAD_IO_H
#define RUNAHEAD_IO_H

#include <runahead/status.h>
#include <runahead/types.h>
#include <stdio.h>

RA_BEGIN_DECLS

/*
 * Reads a NumPy .npy file (versions 1 to 3, C or Fortran order, either endianness). The header is read at the call,
 * which may wait for the file system; the data by a task. NULL when the header is refused: RA_ERR_FILE (also for what is no
 * regular file, such as a FIFO, which is not opened), RA_ERR_FORMAT, RA_ERR_DTYPE or RA_ERR_SHAPE (well formed, but a dtype or
 * more dimensions than there are here), RA_ERR_OVERFLOW; the message names the byte offset. A file that is cut short poisons the result with RA_ERR_FORMAT. What follows the data is
 * ignored. A file that is being saved is not waited for; one that is replaced between the call and the end of the task is
 * read as it was.
 */
RA_API ra_tensor *ra_load_npy(const char *path RA_SITE) RA_AT(ra_load_npy_at);
/*
 * Records the writing of a tensor as .npy, C order. The file appears whole or not at all: it is written beside the
 * target, synced and renamed. Links are followed; owner, mode, access list and user attributes of a file that is replaced
 * stay, as far as the process may give them (a further hard link keeps the old contents). What is no regular file, or may not
 * be written, is refused and left as it is. The returned 0-dim uint8 handle is the completion (its value is 1); waiting for it gives
 * the outcome (RA_ERR_FILE with path, offset and the system's reason). It may be released before: the file is written all
 * the same, if the program waits (ra_wait_all, ra_shutdown) before it ends. Saves under one path take effect in the order
 * of their calls. NULL when refused: the meta device has no data, .npy no bfloat16. Never waits.
 */
RA_API ra_tensor *ra_save_npy(const char *path, const ra_tensor *tensor RA_SITE) RA_AT(ra_save_npy_at);

/*
 * Text in the manner of NumPy: values, with the middle of long ones left out, then dtype and what is not plain. Waits
 * for the data. ra_to_string gives a string that the caller frees with free(), or NULL when out of memory; a failed
 * tensor prints its error.
 */
RA_API char *ra_to_string(const ra_tensor *tensor RA_SITE) RA_AT(ra_to_string_at);
RA_API ra_status ra_print(FILE *stream, const ra_tensor *tensor RA_SITE) RA_AT(ra_print_at);

RA_END_DECLS
#endif
