// Looks into libcurl's HTTP/2, of which it tells too little itself. Not part of what Swift sees.
#ifndef FRAMES_H
#define FRAMES_H

// Makes libcurl, opened as `library`, hand the frames that libnghttp2 finds over to us as well. Does nothing where
// libcurl has no libnghttp2 or another way to it: then no stream is ever reported.
void watch_frames(void *library);

#endif
