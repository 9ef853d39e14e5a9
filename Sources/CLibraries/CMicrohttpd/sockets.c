#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>

// Of the thread that runs a server.
static _Thread_local void *watcher;
static _Thread_local sonic_mhd_received received;

void sonic_mhd_watch(void *server, sonic_mhd_received function) {
    watcher = server;
    received = function;
}

// Stands in for the C library's function of this name in a program that links libmicrohttpd, which reads sockets with
// nothing else. It does the same (recv is recvfrom without an address), and lets the server look at the bytes first.
ssize_t recv(int descriptor, void *buffer, size_t size, int flags) {
    size_t filled = 0;
    for (;;) {
        char *place = (char *)buffer + filled;
        ssize_t count = recvfrom(descriptor, place, size - filled, flags, NULL, NULL);
        ssize_t allowed = count;
        if (count > 0 && received != NULL && (flags & MSG_PEEK) == 0)
            allowed = received(watcher, descriptor, place, (size_t)count);
        if (allowed == SONIC_MHD_SKIPPED) continue;
        if (allowed <= 0 && filled > 0) return (ssize_t)filled;
        if (allowed < 0 && count > 0) errno = EAGAIN;
        if (allowed <= 0) return allowed;
        filled += (size_t)allowed;
        // The library takes fewer bytes than it asked for as the last ones for now.
        if (allowed == count || filled == size) return (ssize_t)filled;
    }
}

int sonic_accept(int listener, void *address, socklen_t *length) {
    return accept4(listener, (struct sockaddr *)address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
