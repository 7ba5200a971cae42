/*
 * Files of control groups, made up in a folder.
 */
#ifndef TESTS_HELPERS_GROUP_FILES_H
#define TESTS_HELPERS_GROUP_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char fixture[64];

static inline void make_fixture(void)
{
    strcpy(fixture, "/tmp/ra-test-topology-XXXXXX");
    assert_non_null(mkdtemp(fixture));
}

static inline void remove_fixture(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", fixture);
    assert_int_equal(system(command), 0);
}

/* A file of the fixture, with the folders above it. */
static inline void put(const char *path, const char *text)
{
    char full[512];
    snprintf(full, sizeof full, "%s%s", fixture, path);
    for (char *slash = full + strlen(fixture) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(full, 0777);
        *slash = '/';
    }
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

#endif
