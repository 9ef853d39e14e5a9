// Functions that Swift lacks for tests of real programs: starting them on a pseudo terminal or on pipes, and
// libvterm's callbacks.
#ifndef CPTY_H
#define CPTY_H

#include <stdbool.h>
#include <sys/types.h>
#include <vterm.h>

/// Opens a pseudo terminal of the given size; returns its master and stores its slave, or -1 with errno set.
int cpty_open(int rows, int columns, int *slave);

/// Sets a new size of the terminal, which notifies its foreground process group. 0, or -1 with errno set.
int cpty_resize(int master, int rows, int columns);

/// Starts `path` in a session of its own with the three descriptors as its standard ones; `is_terminal` makes
/// `input` its controlling terminal. A nil folder keeps the caller's. Returns the process, or -1 with errno set.
pid_t cpty_spawn(const char *path, char *const arguments[], char *const environment[], const char *folder,
                 int input, int output, int errors, bool is_terminal);

/// A descriptor that becomes readable when `process` ends.
int cpty_process_descriptor(pid_t process);

/// Whether the line discipline is in canonical mode (ICANON) with echo (ECHO).
int cpty_line_modes(int master, bool *is_canonical, bool *is_echoing);

/// A pipe that other programs do not inherit: its reading and its writing end. 0, or -1 with errno set.
int cpty_pipe(int ends[2]);

/// Removes a folder and everything in it, as far as that is possible.
void cpty_remove_tree(const char *path);

/// Whether the thread or the address sanitizer is linked in.
bool cpty_has_sanitizer(void);

/// The terminal properties that a program has set, besides cells.
typedef struct {
    bool is_cursor_visible;
    bool is_alternate_screen;
    int mouse;
    char title[512];
} CPtyProperties;

/// Keeps `properties` up to date with the callbacks of `screen`.
void cpty_watch(VTermScreen *screen, CPtyProperties *properties);

#endif
