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
    ssize_t count = recvfrom(descriptor, buffer, size, flags, NULL, NULL);
    if (count <= 0 || received == NULL || (flags & MSG_PEEK) != 0) return count;
    ssize_t allowed = received(watcher, descriptor, buffer, (size_t)count);
    if (allowed < 0) errno = EAGAIN;
    return allowed;
}

int sonic_accept(int listener, void *address, socklen_t *length) {
    return accept4(listener, (struct sockaddr *)address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
