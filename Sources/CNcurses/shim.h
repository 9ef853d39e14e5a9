// ncursesw as Swift can call it: the wide-character interface, with functions for its macros.
#define _XOPEN_SOURCE 700
#define NCURSES_WIDECHAR 1
#include <ncursesw/curses.h>
