#define _GNU_SOURCE
#include "CChild.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Everything below runs in a copy of a program with several threads, so it allocates nothing and takes no lock.

static void close_from(int first)
{
    if (syscall(SYS_close_range, (unsigned)first, ~0u, 0) == 0)
        return;
    struct rlimit limit;
    int end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536 ? (int)limit.rlim_cur : 65536;
    for (int descriptor = first; descriptor < end; descriptor++)
        close(descriptor);
}

static _Noreturn void run(
    const char *path, char *const arguments[], char *const environment[],
    const struct child_descriptor *descriptors, size_t count, int report)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (int number = 1; number < 65; number++)
        sigaction(number, &usual, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (size_t i = 0; i < count; i++) {
        // A descriptor under its own number would keep the mark by which it closes here.
        if (descriptors[i].own == descriptors[i].its)
            fcntl(descriptors[i].own, F_SETFD, 0);
        else if (dup2(descriptors[i].own, descriptors[i].its) < 0)
            goto failed;
    }
    execve(path, arguments, environment);
failed:;
    int code = errno;
    if (write(report, &code, sizeof code) < 0)
        _exit(126);
    _exit(127);
}

// Sends a signal to every child of this process; returns how many there are. Whoever loses its parent below becomes one.
static int signal_children(int number)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)syscall(SYS_gettid));
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    char text[4096];
    ssize_t length;
    int count = 0;
    pid_t process = 0;
    while ((length = read(file, text, sizeof text)) > 0)
        for (ssize_t i = 0; i < length; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                process = process * 10 + (text[i] - '0');
            } else if (process > 0) {
                kill(process, number);
                kill(process, SIGCONT);
                count++;
                process = 0;
            }
        }
    close(file);
    return count;
}

// Ends whatever is left below.
static void end_rest(int own_group)
{
    if (own_group)
        kill(0, SIGTERM);
    signal_children(SIGTERM);
    // Half a second, then by force, as long as something is left that can be found.
    for (int turn = 0; turn < 300; turn++) {
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (ended < 0 && errno == ECHILD)
            break;
        signal_children(turn < 50 ? SIGTERM : SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
}

// Ends as the program ended.
static _Noreturn void end_as(int status)
{
    if (WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    int number = WTERMSIG(status);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(number, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    _exit(128 + number);
}

static _Noreturn void guard(pid_t program, int signals, int leash, int own_group)
{
    struct pollfd watched[] = {{.fd = signals, .events = POLLIN}, {.fd = leash, .events = POLLIN}};
    int is_to_end = 0;
    while (1) {
        int status;
        pid_t ended;
        // What a program that ends by itself left behind lives on, as it does without a guardian.
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
            if (ended == program) {
                if (is_to_end)
                    end_rest(0);
                end_as(status);
            }
        if (ended < 0 && errno == ECHILD)
            _exit(1);
        if (poll(watched, 2, -1) < 0 && errno != EINTR)
            _exit(1);
        if (watched[1].revents != 0) {
            end_rest(own_group);
            _exit(1);
        }
        struct signalfd_siginfo told;
        while (read(signals, &told, sizeof told) == sizeof told)
            if (told.ssi_signo == SIGTERM) {
                is_to_end = 1;
                kill(program, SIGTERM);
            }
    }
}

pid_t child_start(
    const char *path, char *const arguments[], char *const environment[],
    const struct child_descriptor *descriptors, size_t count, int own_group, int *leash)
{
    int line[2], report[2];
    if (pipe2(line, O_CLOEXEC) != 0)
        return -1;
    if (pipe2(report, O_CLOEXEC) != 0) {
        int code = errno;
        close(line[0]);
        close(line[1]);
        errno = code;
        return -1;
    }
    // No handler of this program may run in a copy of it, not even those of crashes (below).
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t guardian = fork();
    if (guardian == 0) {
        if (own_group)
            setpgid(0, 0);
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        // Signals of the terminal are the program's; ^Z stops both.
        sigset_t heeded;
        sigemptyset(&heeded);
        sigaddset(&heeded, SIGCHLD);
        sigaddset(&heeded, SIGTERM);
        int signals = signalfd(-1, &heeded, SFD_NONBLOCK | SFD_CLOEXEC);
        pid_t program = fork();
        if (program == 0)
            run(path, arguments, environment, descriptors, count, report[1]);
        int code = errno;
        if (program < 0 || signals < 0) {
            if (write(report[1], &code, sizeof code) < 0)
                _exit(126);
            _exit(127);
        }
        // Nothing of this program may stay open here, but the leash and the signals.
        dup2(line[0], 0);
        dup2(signals, 1);
        close_from(2);
        struct sigaction usual = {.sa_handler = SIG_DFL};
        sigaction(SIGTSTP, &usual, NULL);
        sigset_t stops;
        sigemptyset(&stops);
        sigaddset(&stops, SIGTSTP);
        sigprocmask(SIG_UNBLOCK, &stops, NULL);
        guard(program, 1, 0, own_group);
    }
    int code = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(line[0]);
    close(report[1]);
    if (guardian < 0) {
        close(line[1]);
        close(report[0]);
        errno = code;
        return -1;
    }
    ssize_t length;
    do
        length = read(report[0], &code, sizeof code);
    while (length < 0 && errno == EINTR);
    close(report[0]);
    if (length == sizeof code) {
        close(line[1]);
        while (waitpid(guardian, NULL, 0) < 0 && errno == EINTR)
            ;
        errno = code;
        return -1;
    }
    if (own_group)
        setpgid(guardian, guardian);
    *leash = line[1];
    return guardian;
}

// Stands in for the C library's function of this name in a program that links this, and does the same, except that no
// thread can block the signals of crashes: they must reach the handlers that restore the terminal. libdispatch's
// threads block SIGABRT, which abort unblocks itself only before glibc 2.41. A fault while its signal is blocked ends a
// program without its handler.
int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
    sigset_t others;
    if (set != NULL && how != SIG_UNBLOCK) {
        others = *set;
        for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
            sigdelset(&others, crashes[i]);
        set = &others;
    }
    return sigprocmask(how, set, before) == 0 ? 0 : errno;
}
