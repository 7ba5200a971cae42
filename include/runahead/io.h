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
 * A safetensors file, mapped into memory: named tensors and a few strings. The call reads the header, which may wait for the file
 * system, and loads libjansson at its first use; nothing else here waits. NULL when refused: RA_ERR_FILE (also for what is no regular
 * file), RA_ERR_FORMAT with the byte offset (a header of more than 100 MB, names that are there twice, data that overlap, leave a gap
 * or do not end with the file, ...), RA_ERR_UNSUPPORTED where libjansson is not installed. The file must not be cut short while it is
 * mapped: to read behind its end then ends the process (SIGBUS); one that is replaced by another (as every save does) stays as it was.
 * Any thread may use an archive; nobody may when it is closed, which leaves the tensors as they are.
 */
typedef struct ra_archive ra_archive;
RA_API ra_archive *ra_open_safetensors(const char *path RA_SITE) RA_AT(ra_open_safetensors_at);
RA_API void ra_archive_close(ra_archive *archive); /* NULL is ignored */
RA_API size_t ra_archive_count(const ra_archive *archive);
/* In the order of the header; NULL past the last. The string is the archive's. */
RA_API const char *ra_archive_name(const ra_archive *archive, size_t index);
/* A string of the header's __metadata__, or NULL. The string is the archive's. */
RA_API const char *ra_archive_metadata(const ra_archive *archive, const char *key);
/*
 * A new handle of the tensor of that name, contiguous, in the mapping itself, which stays until the last handle and task are done with
 * it. Further handles of a name share its memory; what is written to it stays in this process. A tensor that does not lie
 * as its elements must, or is bool (any byte but 0 is true), is copied instead, by a task, to memory of its own for each handle.
 * NULL when refused: RA_ERR_ARGUMENT (there is no such name), RA_ERR_DTYPE, RA_ERR_SHAPE (more dimensions than there are here).
 */
RA_API ra_tensor *ra_archive_tensor(ra_archive *archive, const char *name RA_SITE) RA_AT(ra_archive_tensor_at);

/*
 * Text in the manner of NumPy: values, with the middle of long ones left out, then dtype and what is not plain. Waits
 * for the data. ra_to_string gives a string that the caller frees with free(), or NULL when out of memory; a failed
 * tensor prints its error.
 */
RA_API char *ra_to_string(const ra_tensor *tensor RA_SITE) RA_AT(ra_to_string_at);
RA_API ra_status ra_print(FILE *stream, const ra_tensor *tensor RA_SITE) RA_AT(ra_print_at);

RA_END_DECLS
#endif
