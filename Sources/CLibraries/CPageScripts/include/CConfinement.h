#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

#include <stddef.h>
#include <stdint.h>

// Takes all rights from the process for good: limits, no_new_privs, Landlock where the kernel has it, then
// a filter of system calls for all threads. What is left is to compute, to start threads, to read and write
// what is open, and to take `memory` bytes more. Returns 0 or an error number, after which the process must
// not go on. Standard output and error must be no files: RLIMIT_FSIZE is 0.
int confine(size_t memory);

// Tries calls that must be refused, each without effect if it is not. Bit i is set if confinement_calls[i]
// was not refused; a confined process returns 0.
uint32_t confinement_gaps(void);

// The name of the call of a bit; NULL after the last one.
const char *confinement_call(uint32_t index);

#endif
