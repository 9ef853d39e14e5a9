#define _GNU_SOURCE
#include "CPty.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
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
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_init(&actions);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);

    // The first terminal that a session leader opens becomes its controlling terminal.
    char terminal[64];
    int code = is_terminal ? ttyname_r(input, terminal, sizeof terminal) : 0;
    if (is_terminal) {
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0);
    } else {
        posix_spawn_file_actions_adddup2(&actions, input, 0);
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_adddup2(&actions, errors, 2);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (folder != NULL) posix_spawn_file_actions_addchdir_np(&actions, folder);

    pid_t process = -1;
    if (code == 0) code = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (code == 0) return process;
    errno = code;
    return -1;
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

// libvterm 0.1 hands over a title at once, later ones in fragments.
#if VTERM_VERSION_MAJOR == 0 && VTERM_VERSION_MINOR < 2
static void set_title(char *title, size_t size, const char *text) {
    title[0] = '\0';
    strncat(title, text, size - 1);
}
#else
static void set_title(char *title, size_t size, VTermStringFragment text) {
    if (text.initial) title[0] = '\0';
    size_t room = size - 1 - strlen(title);
    strncat(title, text.str, text.len < room ? text.len : room);
}
#endif

static int property_set(VTermProp property, VTermValue *value, void *user) {
    CPtyProperties *properties = user;
    switch (property) {
    case VTERM_PROP_CURSORVISIBLE: properties->is_cursor_visible = value->boolean; break;
    case VTERM_PROP_ALTSCREEN: properties->is_alternate_screen = value->boolean; break;
    case VTERM_PROP_MOUSE: properties->mouse = value->number; break;
    case VTERM_PROP_TITLE: set_title(properties->title, sizeof properties->title, value->string); break;
    default: break;
    }
    return 1;
}

void cpty_watch(VTermScreen *screen, CPtyProperties *properties) {
    static const VTermScreenCallbacks callbacks = {.settermprop = property_set};
    properties->is_cursor_visible = true;
    vterm_screen_set_callbacks(screen, &callbacks, properties);
}

// Weak, so NULL without a sanitizer.
__attribute__((weak)) void __tsan_init(void);
__attribute__((weak)) void __asan_init(void);

bool cpty_has_sanitizer(void) { return __tsan_init != NULL || __asan_init != NULL; }
