// Unpacks what libcurl's own dependencies can unpack. Not part of what Swift sees.
#ifndef CODINGS_H
#define CODINGS_H

// Finds the decoders of brotli and zstd among the libraries that were opened with libcurl. What libcurl does without is
// not found, and then nothing unpacks it.
void find_decoders(void *library);

#endif
