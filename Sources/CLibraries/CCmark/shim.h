#include <cmark.h>
#include <stdlib.h>
#include <string.h>
