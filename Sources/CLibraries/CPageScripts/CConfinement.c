#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define COUNT(array) (sizeof(array) / sizeof *(array))

// What JavaScriptCore and the C library call while scripts run. All else is refused, also what is for x32.
static const uint32_t allowed[] = {
    SYS_brk, SYS_madvise, SYS_mmap, SYS_mprotect, SYS_mremap, SYS_munmap,
    SYS_close, SYS_fstat, SYS_lseek, SYS_pread64, SYS_read, SYS_readv, SYS_write, SYS_writev,
    SYS_clone, SYS_exit, SYS_exit_group, SYS_futex, SYS_membarrier, SYS_prctl, SYS_rseq, SYS_set_robust_list,
    SYS_sched_getaffinity, SYS_sched_yield, SYS_getpid, SYS_gettid, SYS_tgkill,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend,
    SYS_clock_gettime, SYS_clock_nanosleep, SYS_gettimeofday, SYS_nanosleep, SYS_restart_syscall,
    SYS_getrandom, SYS_getrusage, SYS_prlimit64,
};

// An allowed call is refused with `error` unless this half of its arguments, masked, is `value`.
struct condition {
    uint32_t call, half, mask, value, error;
};
enum { LOW0, HIGH0, LOW1, HIGH1, LOW2, HIGH2, LOW3, HIGH3 }; // both architectures are little-endian

#define STATEMENT(code, operand) (struct sock_filter)BPF_STMT(code, operand)
#define JUMP(operand, yes, no) (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, operand, yes, no)
#define LOAD(offset) STATEMENT(BPF_LD | BPF_W | BPF_ABS, offset)
#define RETURN(action) STATEMENT(BPF_RET | BPF_K, action)
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))

static int filter_calls(void) {
    const uint32_t kinds = MAP_ANONYMOUS | MAP_TYPE | MAP_GROWSDOWN | MAP_HUGETLB;
    const struct condition conditions[] = {
        // Memory is private and counted by the limit, never a file, never code.
        { SYS_mmap, LOW2, PROT_EXEC, 0, EPERM },
        { SYS_mmap, LOW3, kinds, MAP_ANONYMOUS | MAP_PRIVATE, EPERM },
        { SYS_mprotect, LOW2, PROT_EXEC, 0, EPERM },
        // Threads, no processes. No filter sees the flags of clone3; without it the C library uses clone.
        { SYS_clone, LOW0, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM, EPERM },
        { SYS_clone3, LOW0, 0, 1, ENOSYS },
        // Threads suspend each other by signals.
        { SYS_tgkill, LOW0, UINT32_MAX, (uint32_t)getpid(), EPERM },
        { SYS_prctl, LOW0, UINT32_MAX, PR_SET_NAME, EPERM },
        // Limits are read, not set.
        { SYS_prlimit64, LOW0, UINT32_MAX, 0, EPERM },
        { SYS_prlimit64, LOW2, UINT32_MAX, 0, EPERM },
        { SYS_prlimit64, HIGH2, UINT32_MAX, 0, EPERM },
    };
    struct sock_filter program[5 + 6 * COUNT(conditions) + 2 * COUNT(allowed)], *next = program;
    *next++ = LOAD(offsetof(struct seccomp_data, arch));
    *next++ = JUMP(ARCHITECTURE, 1, 0);
    *next++ = REFUSE(EPERM);
    *next++ = LOAD(offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < COUNT(conditions); i++) {
        const struct condition *condition = conditions + i;
        *next++ = JUMP(condition->call, 0, 5);
        *next++ = LOAD(offsetof(struct seccomp_data, args) + 4 * condition->half);
        *next++ = STATEMENT(BPF_ALU | BPF_AND | BPF_K, condition->mask);
        *next++ = JUMP(condition->value, 1, 0);
        *next++ = REFUSE(condition->error);
        *next++ = LOAD(offsetof(struct seccomp_data, nr));
    }
    for (size_t i = 0; i < COUNT(allowed); i++) {
        *next++ = JUMP(allowed[i], 0, 1);
        *next++ = RETURN(SECCOMP_RET_ALLOW);
    }
    *next++ = REFUSE(EPERM);
    struct sock_fprog filter = { (unsigned short)(next - program), program };
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
    return result < 0 ? errno : result > 0 ? EAGAIN : 0; // above 0: a thread that does not take the filter
}

// Landlock binds this thread and those that it starts: a second wall behind the filter, which binds all.
// Not earlier: JavaScriptCore opens /proc and /dev/urandom when it starts, and aborts if it cannot.
static int renounce_files(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
    if (version < 1)
        return 0;
    // The headers may be older than the kernel, and it takes a longer structure that ends in zeros. Before
    // version 7 the scope of signals hindered those between threads of one process.
    const struct { uint64_t files, network, scopes; } handled = {
        (1 << (version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16)) - 1,
        version < 4 ? 0 : 3,
        version < 7 ? 0 : 3,
    };
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    if (rules < 0)
        return errno;
    int error = syscall(SYS_landlock_restrict_self, rules, 0) ? errno : 0;
    close(rules);
    return error;
}

int confine(size_t memory) {
    // Address space that the engine has reserved counts as data: the limit starts above it.
    size_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file)
        return errno;
    bool known = fscanf(file, "%*s %*s %*s %*s %*s %zu", &pages) == 1;
    fclose(file);
    if (!known)
        return EIO;
    // Not dumpable: neither a core nor another process of the user shows the memory.
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return errno;
    int error = renounce_files();
    const struct { int resource; rlim_t value; } limits[] = {
        { RLIMIT_DATA, pages * (size_t)sysconf(_SC_PAGESIZE) + memory },
        { RLIMIT_CORE, 0 },
        { RLIMIT_FSIZE, 0 }, // of files, not of pipes
        { RLIMIT_NOFILE, 0 }, // what is open stays open
    };
    for (size_t i = 0; i < COUNT(limits) && !error; i++)
        if (setrlimit(limits[i].resource, &(struct rlimit){ limits[i].value, limits[i].value }))
            error = errno;
    return error ? error : filter_calls();
}

#ifdef SYS_open // and not only what replaced them
#define OLD_PROBES(X) X("open", open, 0) X("fork", fork, 0)
#else
#define OLD_PROBES(X)
#endif
#define PROBES(X) OLD_PROBES(X) \
    X("openat", openat, AT_FDCWD, 0) \
    X("openat2", openat2, AT_FDCWD, 0) \
    X("unlinkat", unlinkat, AT_FDCWD, 0) \
    X("ioctl", ioctl, -1) \
    X("socket", socket, -1) \
    X("connect", connect, -1) \
    X("execve", execve, 0) \
    X("execveat", execveat, -1, 0) \
    X("clone of a process", clone, SIGCHLD) \
    X("clone with shared handlers", clone, CLONE_SIGHAND) \
    X("clone3", clone3, 0) \
    X("unshare", unshare, 0) \
    X("ptrace", ptrace, PTRACE_PEEKDATA, self) \
    X("process_vm_readv", process_vm_readv, self, 0, 0, 0, 0, 1) \
    X("io_uring_setup", io_uring_setup, 0) \
    X("bpf", bpf, -1) \
    X("memfd_create", memfd_create, 0) \
    X("kill", kill, self, 0) \
    X("tgkill of another process", tgkill, INT_MAX, INT_MAX, 0) \
    X("prctl", prctl, PR_SET_DUMPABLE, -1) \
    X("prlimit64 to set", prlimit64, 0, RLIMIT_CORE, 1) \
    X("mmap of a file", mmap, 0, 0, PROT_READ, MAP_PRIVATE, 0) \
    X("mmap of code", mmap, 0, 0, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1) \
    X("mprotect to code", mprotect, 0, 0, PROT_EXEC)

#define NAME(name, call, ...) name,
#define PROBE(name, call, ...) { SYS_##call, { __VA_ARGS__ } },

const char *confinement_call(uint32_t index) {
    static const char *const names[] = { PROBES(NAME) NULL };
    return index < COUNT(names) ? names[index] : NULL;
}

uint32_t confinement_gaps(void) {
    long self = syscall(SYS_getpid);
    const struct { long call, values[6]; } probes[] = { PROBES(PROBE) };
    _Static_assert(COUNT(probes) <= 32, "one bit for each");
    uint32_t gaps = 0;
    for (size_t i = 0; i < COUNT(probes); i++) {
        const long *with = probes[i].values;
        long result = syscall(probes[i].call, with[0], with[1], with[2], with[3], with[4], with[5]);
        int error = errno;
        if (syscall(SYS_getpid) != self)
            _exit(0); // the child of a fork
        if (result > 0)
            waitpid((pid_t)result, NULL, 0);
        if (result != -1 || error != (probes[i].call == SYS_clone3 ? ENOSYS : EPERM))
            gaps |= 1u << i;
    }
    return gaps;
}
