// ncursesw as Swift can call it: the wide-character interface, with functions for its macros, its globals and
// what takes a variable number of arguments.
#define _XOPEN_SOURCE 700
#define NCURSES_WIDECHAR 1
#include <ncursesw/curses.h>
#include <sys/ioctl.h>

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

/// Fills `cell` with up to five characters, the first not combining. 0, or ERR.
static inline int cncurses_set_cell(cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
    return setcchar(cell, text, attributes, 0, &pair);
}
