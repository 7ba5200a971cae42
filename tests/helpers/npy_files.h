/* What tests of .npy files share: a folder with one file, what stands in that, and what becomes of loading it. */
#ifndef TESTS_HELPERS_NPY_FILES_H
#define TESTS_HELPERS_NPY_FILES_H

#include "helpers/harness.h"

#include <dirent.h>
#include <errno.h>
#include <runahead.h>
#include <stdio.h>
#include <sys/stat.h>

#include "async/os/os.h"

static char folder[64], file[96];

static inline int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/runahead-npy-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(file, sizeof file, "%s/a.npy", folder);
    ra_clear_error();
    return 0;
}

static inline int files_in_folder(void)
{
    DIR *d = opendir(folder);
    int n = 0;
    for (struct dirent *e; d && (e = readdir(d));)
        n += e->d_name[0] != '.' || strlen(e->d_name) > 2;
    if (d)
        closedir(d);
    return n;
}

static inline int remove_folder(void **state)
{
    (void)state;
    ra__os_fault_disarm();
    unlink(file);
    return rmdir(folder);
}

static inline void write_file(const void *bytes, size_t n)
{
    FILE *f = fopen(file, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static inline size_t read_file(const char *path, unsigned char *bytes, size_t room)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(bytes, 1, room, f);
    fclose(f);
    return n;
}

/* A file of a version with this dictionary and data; its length. */
static inline size_t compose(unsigned char *out, int version, const char *dictionary, const void *data, size_t data_bytes)
{
    size_t n = strlen(dictionary), at = version == 1 ? 10 : 12;
    memcpy(out, "\x93NUMPY", 6);
    out[6] = (unsigned char)version;
    out[7] = 0;
    for (size_t i = 8; i < at; i++)
        out[i] = (unsigned char)(n >> 8 * (i - 8));
    memcpy(out + at, dictionary, n);
    if (data_bytes)
        memcpy(out + at + n, data, data_bytes);
    return at + n + data_bytes;
}

static inline ra_tensor *load_composed(int version, const char *dictionary, const void *data, size_t data_bytes)
{
    unsigned char bytes[2048];
    write_file(bytes, compose(bytes, version, dictionary, data, data_bytes));
    return ra_load_npy(file);
}

static inline ra_status outcome(ra_tensor *t)
{
    ra_status s;
    ra_clear_error();
    (void)ra_data(t, &s);
    return s;
}

static inline void assert_message_has(const char *text)
{
    if (!strstr(ra_last_error(), text))
        fail_msg("the message \"%s\" does not have \"%s\"", ra_last_error(), text);
}

#define NPY(name) TEST_AROUND(name, make_folder, remove_folder)

#endif
