// Programs that end with this one: each is started below a guardian, a process of its own that ends all of it when this
// program is gone, however that ended.

#ifndef CCHILD_H
#define CCHILD_H

#include <stddef.h>
#include <sys/types.h>

// A descriptor of this program that the other one has under another number.
struct child_descriptor {
    int own;
    int its;
};

// Starts the program at `path` with its default signals and no signal blocked. Its guardian ends as it ends, with the
// same status, and is to be waited for; SIGTERM and SIGCONT for the guardian reach the program.
//
// own_group: whether guardian and program are a process group of their own, named after the guardian.
// leash: set to a descriptor that is to be closed once the guardian was waited for; when it is closed before, as at the
// end of this program, the program and all that it started get SIGTERM and after a second SIGKILL.
//
// Returns the guardian's number, or -1 with errno where the program cannot be started.
pid_t child_start(
    const char *path, char *const arguments[], char *const environment[],
    const struct child_descriptor *descriptors, size_t count, int own_group, int *leash);

#endif
