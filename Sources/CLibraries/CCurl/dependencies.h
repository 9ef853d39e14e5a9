// What is found in libcurl's own dependencies, which are opened with it. Not part of what Swift sees.
#ifndef DEPENDENCIES_H
#define DEPENDENCIES_H

// Finds the decoders of brotli and zstd among the libraries that were opened with libcurl. What libcurl does without is
// not found, and then nothing unpacks it.
void find_decoders(void *library);

// Makes libcurl, opened as `library`, hand the frames of HTTP/2 that libnghttp2 finds over to us as well: libcurl tells
// too little of them. Does nothing where libcurl has no libnghttp2 or another way to it: then no stream is ever reported.
void watch_frames(void *library);

// Finds what is asked of the TLS library. What it does without is not told of connections.
void find_tls(void *library);

#endif
