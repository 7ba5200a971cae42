/*
 * Files and text.
 */
#ifndef RUNAHEAD_IO_H
#define RUNAHEAD_IO_H

#include <runahead/status.h>
#include <runahead/tensor.h>
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
 * The same of a file that lies in the program's memory: never waits for a file system. The bytes are borrowed until release(context) is
 * called, on the callback lane: once the task has copied the data, or never will. Without it (NULL) they must stay until the tensor has
 * been waited for, or ra_wait_all has returned. Where the load is refused it is not called.
 */
RA_API ra_tensor *ra_load_npy_from(const void *bytes, size_t size, ra_release_fn release, void *context RA_SITE) RA_AT(ra_load_npy_from_at);
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
 * An archive: a file of named tensors, mapped into memory. The call reads what the file says of them, which may wait for the file
 * system. NULL when refused: RA_ERR_FILE (also for what is no regular file), RA_ERR_FORMAT with the byte offset, RA_ERR_UNSUPPORTED.
 * The file must not be cut short while it is mapped: to read behind its end then ends the process (SIGBUS); one that is replaced by
 * another (as every save does) stays as it was. Any thread may use an archive; nobody may when it is closed, which leaves the tensors
 * as they are.
 */
typedef struct ra_archive ra_archive;
/*
 * safetensors: besides the tensors there are a few strings. Refused with RA_ERR_FORMAT: a header of more than 100 MB, names that are
 * there twice, data that overlap, leave a gap or do not end with the file, ... A header that was made to be dear takes seconds and 20 times
 * its size in memory: files from strangers are opened within limits. libjansson is loaded at the first use; RA_ERR_UNSUPPORTED where it is
 * not installed.
 */
RA_API ra_archive *ra_open_safetensors(const char *path RA_SITE) RA_AT(ra_open_safetensors_at);
/*
 * NumPy's .npz, a ZIP archive of .npy files, stored or deflated, whose names are without the .npy. Only its directory is read here.
 * Refused with RA_ERR_FORMAT: names that are there twice, that have a part .. or begin with a slash, entries that overlap, headers
 * that contradict the directory, ...; with RA_ERR_UNSUPPORTED: entries that are encrypted or packed otherwise, and deflated ones where
 * zlib, which is loaded at the first use, is not installed.
 */
RA_API ra_archive *ra_open_npz(const char *path RA_SITE) RA_AT(ra_open_npz_at);
/*
 * The same of a file that lies in the program's memory: waits for the library that reads it, the first time, and for nothing else. The
 * bytes are borrowed: they must stay valid and unchanged until release(context) is called, on the callback lane, once the archive is closed
 * and no handle or task needs them (without release, NULL: until the last ra_release, and ra_wait_all behind that). Where the archive is
 * refused it is not called.
 */
RA_API ra_archive *ra_open_safetensors_from(const void *bytes, size_t size, ra_release_fn release, void *context RA_SITE) RA_AT(ra_open_safetensors_from_at);
RA_API ra_archive *ra_open_npz_from(const void *bytes, size_t size, ra_release_fn release, void *context RA_SITE) RA_AT(ra_open_npz_from_at);
RA_API void ra_archive_close(ra_archive *archive); /* NULL is ignored */
RA_API size_t ra_archive_count(const ra_archive *archive);
/* In the order of the header or directory; NULL past the last. The string is the archive's. */
RA_API const char *ra_archive_name(const ra_archive *archive, size_t index);
/* A string of a safetensors header's __metadata__, or NULL. The string is the archive's. */
RA_API const char *ra_archive_metadata(const ra_archive *archive, const char *key);
/*
 * A new handle of the tensor of that name.
 * safetensors: contiguous, in the mapping itself, which stays until the last handle and task are done with it. Further handles of a name
 * share its memory; what is written to it stays in this process (in memory of the program's it is read-only: in-place work on it is
 * refused with RA_ERR_READONLY). A tensor that does not lie as its elements must, or is bool (any byte but 0 is true), is copied instead,
 * by a task, to memory of its own for each handle. Never waits.
 * .npz: loaded by a task, to memory of its own for each handle, with the strides of the order that it is in, as ra_load_npy does; its header
 * is read at the call, which may wait for the file system. The task checks the entry's checksum: one that is another, or data that
 * cannot be inflated, poison the result with RA_ERR_FORMAT.
 * NULL when refused: RA_ERR_ARGUMENT (there is no such name), RA_ERR_DTYPE, RA_ERR_SHAPE (more dimensions than there are here), and of .npz
 * RA_ERR_FORMAT and RA_ERR_OVERFLOW as ra_load_npy says (an entry that is no .npy is one of these).
 */
RA_API ra_tensor *ra_archive_tensor(ra_archive *archive, const char *name RA_SITE) RA_AT(ra_archive_tensor_at);

/*
 * Records the writing of an archive of tensors, each under the name in the same place of `names`, which ends with NULL: RA_NAMES("a", "b").
 * The list and the names are copied. The completion, how the file appears, and the order of saves under one path are those of ra_save_npy.
 * NULL when refused: as there; RA_ERR_ARGUMENT where names are empty, longer than 4096 bytes, no UTF-8, there twice, or not as many as the
 * tensors. Never waits, but for the library that deflates, the first time.
 *
 * .npz: the tensors in their order, stored, or with .compressed = true deflated by zlib (RA_ERR_UNSUPPORTED where that is not installed).
 * No bfloat16; no name with a part .., or that begins with a slash. Sizes are written in 64 bits (ZIP64), and no time: the same tensors give
 * the same bytes.
 * safetensors: those of the largest elements first, so that all are had in the mapping when the file is opened; .metadata: keys and values
 * in turn, and NULL. No complex128; no name __metadata__.
 */
typedef struct ra_save_npz_opts {
    size_t size; /* RA_OPTS fills it in */
    bool compressed RA_ZERO;
} ra_save_npz_opts;
#define RA__OPTS_OF_ra_save_npz ra_save_npz_opts
#define RA__ABSENT_ra_save_npz_opts
RA_API ra_tensor *ra_save_npz(const char *path, const char *const *names, ra_tensors tensors, const ra_save_npz_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_save_npz_at);

typedef struct ra_save_safetensors_opts {
    size_t size; /* RA_OPTS fills it in */
    const char *const *metadata RA_ZERO;
} ra_save_safetensors_opts;
#define RA__OPTS_OF_ra_save_safetensors ra_save_safetensors_opts
#define RA__ABSENT_ra_save_safetensors_opts
RA_API ra_tensor *ra_save_safetensors(const char *path, const char *const *names, ra_tensors tensors, const ra_save_safetensors_opts *opts RA_DEFAULT(RA__NULL) RA_SITE)
    RA_AT(ra_save_safetensors_at);

/* RA_NAMES("a", "b"): one name or more, and NULL. Good for as long as RA_DIMS is. */
#ifdef __cplusplus
#define RA_NAMES(...) ra_names_list(std::initializer_list<const char *>{__VA_ARGS__, nullptr})
#else
#define RA_NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
#endif

/*
 * Text in the manner of NumPy: values, with the middle of long ones left out, then dtype and what is not plain. Waits
 * for the data. ra_to_string gives a string that the caller frees with free(), or NULL when out of memory; a failed
 * tensor prints its error.
 */
RA_API char *ra_to_string(const ra_tensor *tensor RA_SITE) RA_AT(ra_to_string_at);
RA_API ra_status ra_print(FILE *stream, const ra_tensor *tensor RA_SITE) RA_AT(ra_print_at);

RA_END_DECLS

#ifdef __cplusplus
static inline const char *const *ra_names_list(std::initializer_list<const char *> list)
{
    return list.begin();
}
#endif
#endif
