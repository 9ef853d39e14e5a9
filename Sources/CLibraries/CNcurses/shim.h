// ncursesw as Swift can call it: the wide-character interface, with functions for its macros, its globals and
// what takes a variable number of arguments.
#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include <ncursesw/curses.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const attr_t cncurses_bold = A_BOLD;
static const attr_t cncurses_dim = A_DIM;
static const attr_t cncurses_italic = A_ITALIC;
static const attr_t cncurses_underline = A_UNDERLINE;
static const attr_t cncurses_reverse = A_REVERSE;

static inline WINDOW *cncurses_window(void) { return stdscr; }
static inline int cncurses_colors(void) { return COLORS; }
static inline int cncurses_color_pairs(void) { return COLOR_PAIRS; }

/// Asks the terminal's driver for its size. 0, or -1 with errno set.
static inline int cncurses_terminal_size(int terminal, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return -1;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return 0;
}

/// A file without a name in memory, or -1 with errno set.
static inline int cncurses_memory_file(void) { return (int)syscall(SYS_memfd_create, "frame", 1u); }

/// Makes `descriptor` lead to where `target` leads, not inherited by other programs. -1 with errno set, or not.
static inline int cncurses_redirect(int descriptor, int target) { return dup3(target, descriptor, O_CLOEXEC); }

/// Fills `cell` with up to five characters, the first not combining. 0, or ERR.
static inline int cncurses_set_cell(cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
    return setcchar(cell, text, attributes, 0, &pair);
}

// Its macros have the names of capabilities, such as `columns`, so it comes behind what uses these as names.
#include <ncursesw/term.h>

// The names of the capabilities in the order of compiled entries; NULL after the last.
static inline const char *cncurses_flag(int index) { return index < BOOLCOUNT ? boolnames[index] : NULL; }
static inline const char *cncurses_number(int index) { return index < NUMCOUNT ? numnames[index] : NULL; }
static inline const char *cncurses_text(int index) { return index < STRCOUNT ? strnames[index] : NULL; }

/// Calls newterm with `variable`, "NAME=VALUE", in the environment. The environment is replaced as a whole, since other
/// threads may be reading it, and for the same reason what replaced it is not freed.
static inline SCREEN *cncurses_newterm(char *variable, const char *type, FILE *output, FILE *input) {
    char **own = environ;
    size_t count = 0;
    while (own[count]) count++;
    // With stdlib.h, fd_set would differ from that of other modules, since _GNU_SOURCE is defined here.
    char **other = __builtin_malloc((count + 2) * sizeof *other);
    if (!other) return newterm(type, output, input);
    other[0] = variable;
    for (size_t index = 0; index <= count; index++) other[index + 1] = own[index];
    environ = other;
    SCREEN *screen = newterm(type, output, input);
    environ = own;
    return screen;
}
