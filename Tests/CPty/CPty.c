#define _GNU_SOURCE
#include "CPty.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

int cpty_open(int rows, int columns, int *slave) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    int master;
    if (openpty(&master, slave, NULL, NULL, &size) != 0) return -1;
    fcntl(master, F_SETFD, FD_CLOEXEC);
    fcntl(*slave, F_SETFD, FD_CLOEXEC);
    return master;
}

int cpty_resize(int master, int rows, int columns) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(master, TIOCSWINSZ, &size);
}

pid_t cpty_spawn(const char *path, char *const arguments[], char *const environment[], const char *folder,
                 int input, int output, int errors, bool is_terminal) {
    pid_t process = fork();
    if (process != 0) return process;

    // Only async-signal-safe calls from here on: the parent has threads.
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid();
    if (is_terminal) ioctl(input, TIOCSCTTY, 0);
    if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) _exit(127);
    syscall(SYS_close_range, 3u, ~0u, 0u);
    if (folder != NULL && chdir(folder) != 0) _exit(127);
    execve(path, arguments, environment);
    _exit(127);
}

int cpty_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int cpty_line_modes(int master, bool *is_canonical, bool *is_echoing) {
    struct termios modes;
    if (tcgetattr(master, &modes) != 0) return -1;
    *is_canonical = (modes.c_lflag & ICANON) != 0;
    *is_echoing = (modes.c_lflag & ECHO) != 0;
    return 0;
}

int cpty_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

static int entry_found(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}

void cpty_remove_tree(const char *path) { nftw(path, entry_found, 16, FTW_DEPTH | FTW_PHYS); }

static int property_set(VTermProp property, VTermValue *value, void *user) {
    CPtyProperties *properties = user;
    switch (property) {
    case VTERM_PROP_CURSORVISIBLE: properties->is_cursor_visible = value->boolean; break;
    case VTERM_PROP_ALTSCREEN: properties->is_alternate_screen = value->boolean; break;
    case VTERM_PROP_MOUSE: properties->mouse = value->number; break;
    case VTERM_PROP_TITLE:
        strncpy(properties->title, value->string, sizeof properties->title - 1);
        break;
    default: break;
    }
    return 1;
}

void cpty_watch(VTermScreen *screen, CPtyProperties *properties) {
    static const VTermScreenCallbacks callbacks = {.settermprop = property_set};
    properties->is_cursor_visible = true;
    vterm_screen_set_callbacks(screen, &callbacks, properties);
}
