/*
 * Files of a folder that belongs to this user alone: what several processes keep there for one another. Conventions as in os.h.
 */
#ifndef RA_ASYNC_OS_FOLDER_H
#define RA_ASYNC_OS_FOLDER_H

#include "meta/hidden.h"

#include <stdbool.h>
#include <stdint.h>

/* Opens a folder, made with those above it where they are missing (0700). -EACCES: it is another user's, or others may write there. */
int ra__os_folder_open(const char *path, int *folder);

/* The rest is of names in such a folder, which ra__os_close ends. */

/* Opens a regular file of this user's; -ESPIPE for anything else, without having opened it or waited for it, -EACCES for another's. */
int ra__os_folder_read(int folder, const char *name, int *fd);
/* A new file for writing, for this user alone; -EEXIST. */
int ra__os_folder_create(int folder, const char *name, int *fd);
/* Replaces `to`, if it is there, in one step. */
int ra__os_folder_rename(int folder, const char *from, const char *to);
int ra__os_folder_unlink(int folder, const char *name);
/* Calls each() for its regular files of this user's, with when they were last written or touched (ns), until it gives false. */
int ra__os_folder_list(int folder, bool (*each)(void *context, const char *name, uint64_t bytes, uint64_t touched), void *context);
/* Marks an open file as used now. */
int ra__os_touch(int fd);

#endif
