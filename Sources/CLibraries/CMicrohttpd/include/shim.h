// What Swift cannot say itself: libmicrohttpd's variadic calls, and what Glibc's module lacks.
#ifndef SONIC_CMICROHTTPD_SHIM_H
#define SONIC_CMICROHTTPD_SHIM_H

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// The URI logger and the completion callback as MHD_start_daemon takes them.
typedef void *(*sonic_mhd_target_read)(void *server, const char *target, struct MHD_Connection *connection);
typedef void (*sonic_mhd_completed)(void *server, struct MHD_Connection *connection, void **exchange,
                                    enum MHD_RequestTerminationCode code);

// Sees what the library reads from a socket before it does, and leaves there what it may have; returns how many bytes
// that are, 0 where it is to see the end of the connection, -1 where there is nothing for it now.
typedef ssize_t (*sonic_mhd_received)(void *server, int descriptor, void *bytes, size_t count);

// All bytes were taken out, and those after them are to be read.
#define SONIC_MHD_SKIPPED (-2)

// From now on `received` sees what is read from any socket on this thread; NULL for nobody.
void sonic_mhd_watch(void *server, sonic_mhd_received received);

// What the library calls; `server` comes back with each call.
struct sonic_mhd_callbacks {
    MHD_NotifyConnectionCallback connectionChanged;
    sonic_mhd_target_read targetRead;
    MHD_AccessHandlerCallback handler;
    sonic_mhd_completed completed;
};

// MHD_USE_NO_THREAD_SAFETY, which headers before 0.9.77 do not define and libraries before it ignore. Without it later
// ones only queue a connection that is added: it would be counted too late for the limits.
#define SONIC_MHD_ONE_THREAD (1U << 19)

// Starts a daemon for a loop of the caller's own, which gives it connections: it has no thread and no listening socket.
// NULL on failure.
static inline struct MHD_Daemon *sonic_mhd_start(void *server, struct sonic_mhd_callbacks callbacks,
                                                 unsigned int idleSeconds, unsigned int connections,
                                                 size_t memory) {
    return MHD_start_daemon(MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME |
                            MHD_ALLOW_UPGRADE | SONIC_MHD_ONE_THREAD, 0, NULL, NULL,
                            callbacks.handler, server,
                            MHD_OPTION_URI_LOG_CALLBACK, callbacks.targetRead, server,
                            MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, server,
                            MHD_OPTION_NOTIFY_CONNECTION, callbacks.connectionChanged, server,
                            MHD_OPTION_CONNECTION_TIMEOUT, idleSeconds,
                            MHD_OPTION_CONNECTION_LIMIT, connections,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
                            MHD_OPTION_END);
}

// The next connection of a listening socket, non-blocking; -1 for none.
int sonic_accept(int listener, void *address, socklen_t *length);

// The socket of a connection; -1 where the library does not say.
static inline int sonic_mhd_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

// The descriptor that becomes readable when the daemon has something to do; -1 when it has none.
static inline int sonic_mhd_epoll(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info == NULL ? -1 : info->epoll_fd;
}

// Lets a response announce a length of its own choice: its body ends with the connection.
static inline void sonic_mhd_allow_any_length(struct MHD_Response *response) {
    MHD_set_response_options(response,
                             MHD_RF_INSANITY_HEADER_CONTENT_LENGTH | MHD_RF_HTTP_1_0_COMPATIBLE_STRICT,
                             MHD_RO_END);
}

// Sends a response of unknown length as to an HTTP/1.0 client: the end of the connection is its end.
static inline void sonic_mhd_send_without_chunks(struct MHD_Response *response) {
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

// The address of a connection's client; NULL where the system does not say.
static inline const struct sockaddr *sonic_mhd_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

// Writes a numeric address, without its port; 0 on success.
static inline int sonic_address_text(const struct sockaddr *client, char *text, size_t size) {
    if (client == NULL) return -1;
    if (client->sa_family == AF_INET) {
        const struct sockaddr_in *address = (const struct sockaddr_in *)client;
        return inet_ntop(AF_INET, &address->sin_addr, text, (socklen_t)size) == NULL ? -1 : 0;
    }
    socklen_t length =
        client->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    return getnameinfo(client, length, text, (socklen_t)size, NULL, 0, NI_NUMERICHOST);
}

// Resets a connection now. Lingering would be too late: the library shuts its side down in order before it closes.
static inline void sonic_reset(int descriptor) {
    struct sockaddr nobody = {.sa_family = AF_UNSPEC};
    connect(descriptor, &nobody, sizeof nobody);
}

// A new epoll; -1 if the system has no descriptor.
static inline int sonic_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

// Makes an epoll report `key` each time that a descriptor can be read or written again.
static inline int sonic_epoll_add(int epoll, int descriptor, uint64_t key) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.u64 = key};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

// The next key that an epoll reports, without waiting; 0 for none.
static inline uint64_t sonic_epoll_next(int epoll) {
    struct epoll_event event;
    return epoll_wait(epoll, &event, 1, 0) == 1 ? event.data.u64 : 0;
}

// Ends a connection that has changed to another protocol.
static inline void sonic_mhd_end_upgrade(struct MHD_UpgradeResponseHandle *handle) {
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

// Answers a connection whose request does not get on, and ends it: the library sees its end and clears up.
static inline void sonic_mhd_time_out(struct MHD_Connection *connection) {
    static const char answer[] =
        "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info == NULL) return;
    send(info->connect_fd, answer, sizeof answer - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    shutdown(info->connect_fd, SHUT_RDWR);
}

// Opens a path below a folder to be read, if no link stands on the way to it and none of it leads out of the folder;
// -1 otherwise, also where the kernel cannot tell. Never waits for the writer of a pipe.
static inline int sonic_open_beneath(int folder, const char *path) {
    struct open_how how = {
        .flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS,
    };
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

#endif
