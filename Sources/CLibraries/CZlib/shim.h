// What Swift cannot say itself: zlib's initializers are macros.
#ifndef SONIC_CZLIB_SHIM_H
#define SONIC_CZLIB_SHIM_H

#include <zlib.h>

// Begins to unpack. Window bits of 47 read gzip and zlib by their heads, -15 bare deflate.
static inline int sonic_inflate_begin(z_stream *stream, int windowBits) {
    return inflateInit2(stream, windowBits);
}

// Begins to pack into gzip's form.
static inline int sonic_gzip_begin(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}

#endif
