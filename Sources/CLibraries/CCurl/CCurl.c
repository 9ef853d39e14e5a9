#include "CCurl.h"
#include "dependencies.h"

#include <dlfcn.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

static struct {
    CURLcode (*global_init)(long);
    curl_version_info_data *(*version_info)(CURLversion);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *);
    void (*easy_reset)(CURL *);
    CURLcode (*easy_pause)(CURL *, int);
    const char *(*easy_strerror)(CURLcode);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *);
    CURLMcode (*multi_add_handle)(CURLM *, CURL *);
    CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
    CURLMcode (*multi_perform)(CURLM *, int *);
    const char *(*multi_strerror)(CURLMcode);
    CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
    CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
    CURLMsg *(*multi_info_read)(CURLM *, int *);
} curl;

static const struct {
    const char *name;
    void *place;
} symbols[] = {
    {"curl_global_init", &curl.global_init},
    {"curl_version_info", &curl.version_info},
    {"curl_easy_init", &curl.easy_init},
    {"curl_easy_cleanup", &curl.easy_cleanup},
    {"curl_easy_reset", &curl.easy_reset},
    {"curl_easy_pause", &curl.easy_pause},
    {"curl_easy_strerror", &curl.easy_strerror},
    {"curl_easy_setopt", &curl.easy_setopt},
    {"curl_easy_getinfo", &curl.easy_getinfo},
    {"curl_slist_append", &curl.slist_append},
    {"curl_slist_free_all", &curl.slist_free_all},
    {"curl_multi_init", &curl.multi_init},
    {"curl_multi_cleanup", &curl.multi_cleanup},
    {"curl_multi_add_handle", &curl.multi_add_handle},
    {"curl_multi_remove_handle", &curl.multi_remove_handle},
    {"curl_multi_perform", &curl.multi_perform},
    {"curl_multi_strerror", &curl.multi_strerror},
    {"curl_multi_setopt", &curl.multi_setopt},
    {"curl_multi_poll", &curl.multi_poll},
    {"curl_multi_info_read", &curl.multi_info_read},
};

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static char reason[512];

static void load(void)
{
    const int flags = RTLD_NOW | RTLD_LOCAL;
    void *library = dlopen("libcurl.so.4", flags);
    if (library == NULL) {
        // dlerror's text lives until the next call, so it is kept before the second choice is tried.
        const char *error = dlerror();
        snprintf(reason, sizeof reason, "%s", error == NULL ? "libcurl.so.4 cannot be opened" : error);
        library = dlopen("libcurl-gnutls.so.4", flags);
        if (library == NULL)
            return;
    }
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        void *function = dlsym(library, symbols[i].name);
        if (function == NULL) {
            snprintf(reason, sizeof reason, "libcurl is too old: it has no %s", symbols[i].name);
            return;
        }
        *(void **)symbols[i].place = function;
    }
    find_tls(library);
    find_decoders(library);
    watch_frames(library);
    CURLcode code = curl.global_init(CURL_GLOBAL_DEFAULT);
    if (code == CURLE_OK)
        reason[0] = '\0';
    else
        snprintf(reason, sizeof reason, "libcurl cannot start: %s", curl.easy_strerror(code));
}

const char *late_load(void)
{
    pthread_once(&loaded, load);
    return reason[0] == '\0' ? NULL : reason;
}

const char *late_version(void) { return curl.version_info(CURLVERSION_NOW)->version; }

CURL *late_easy_init(void) { return curl.easy_init(); }
void late_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }
void late_easy_reset(CURL *easy) { curl.easy_reset(easy); }
CURLcode late_easy_pause(CURL *easy, int state) { return curl.easy_pause(easy, state); }
const char *late_easy_strerror(CURLcode code) { return curl.easy_strerror(code); }

#define SETTER(name, type) \
    CURLcode late_set_##name(CURL *easy, CURLoption option, type value) { return curl.easy_setopt(easy, option, value); }
SETTER(long, long)
SETTER(offset, curl_off_t)
SETTER(text, const char *)
SETTER(pointer, const void *)
SETTER(list, struct curl_slist *)

#define CALLBACK(name, type, option) \
    CURLcode late_set_##name##_function(CURL *easy, late_##type##_callback callback, void *context) \
    { \
        CURLcode code = curl.easy_setopt(easy, CURLOPT_##option##FUNCTION, callback); \
        return code != CURLE_OK ? code : curl.easy_setopt(easy, CURLOPT_##option##DATA, context); \
    }
CALLBACK(header, data, HEADER)
CALLBACK(write, data, WRITE)
CALLBACK(read, data, READ)
CALLBACK(seek, seek, SEEK)
CALLBACK(debug, debug, DEBUG)
CALLBACK(socket, socket, SOCKOPT)
CALLBACK(close, close, CLOSESOCKET)
CALLBACK(open, open, OPENSOCKET)
CALLBACK(resolver, resolver, RESOLVER_START_)
CALLBACK(ready, ready, PREREQ)

#define GETTER(name, type) \
    type late_get_##name(CURL *easy, CURLINFO what) \
    { \
        type value = 0; \
        return curl.easy_getinfo(easy, what, &value) == CURLE_OK ? value : 0; \
    }
GETTER(long, long)
GETTER(offset, curl_off_t)
GETTER(text, const char *)

long long late_bytes_taken(int socket)
{
    // Bytes may arrive between two questions, which must not look as if they had been taken.
    for (int attempt = 0; attempt < 8; attempt++) {
        int before = 0, after = 0;
        struct tcp_info info = {0};
        socklen_t size = sizeof info;
        if (ioctl(socket, FIONREAD, &before) != 0 || getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0
            || size < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received
            || ioctl(socket, FIONREAD, &after) != 0)
            return -1;
        if (before == after)
            return (long long)info.tcpi_bytes_received - after;
    }
    return -1;
}

struct curl_slist *late_list_append(struct curl_slist *list, const char *line)
{
    return curl.slist_append(list, line);
}

void late_list_free(struct curl_slist *list) { curl.slist_free_all(list); }

CURLM *late_multi_init(void) { return curl.multi_init(); }
void late_multi_cleanup(CURLM *multi) { curl.multi_cleanup(multi); }
CURLMcode late_multi_add(CURLM *multi, CURL *easy) { return curl.multi_add_handle(multi, easy); }
CURLMcode late_multi_remove(CURLM *multi, CURL *easy) { return curl.multi_remove_handle(multi, easy); }

CURLMcode late_multi_perform(CURLM *multi, int *running) { return curl.multi_perform(multi, running); }
const char *late_multi_strerror(CURLMcode code) { return curl.multi_strerror(code); }
CURLMcode late_multi_set_long(CURLM *multi, CURLMoption option, long value)
{
    return curl.multi_setopt(multi, option, value);
}

CURLMcode late_multi_wait(CURLM *multi, int wake, int milliseconds, int *woken)
{
    struct curl_waitfd extra = {.fd = wake, .events = CURL_WAIT_POLLIN, .revents = 0};
    CURLMcode code = curl.multi_poll(multi, &extra, 1, milliseconds, NULL);
    // A hang-up alone (every writer gone) is not reported in revents by every version: ask poll itself.
    struct pollfd now = {.fd = wake, .events = POLLIN, .revents = 0};
    *woken = poll(&now, 1, 0) > 0;
    return code;
}

// libcurl is given the caller's own entries, however many they are: its type is that of poll under another name.
_Static_assert(sizeof(struct curl_waitfd) == sizeof(struct pollfd)
                   && offsetof(struct curl_waitfd, events) == offsetof(struct pollfd, events)
                   && offsetof(struct curl_waitfd, revents) == offsetof(struct pollfd, revents)
                   && CURL_WAIT_POLLIN == POLLIN,
               "libcurl has entries unlike those of poll");

CURLMcode late_multi_poll(CURLM *multi, struct pollfd *watched, unsigned int count, int milliseconds)
{
    CURLMcode code = curl.multi_poll(
        multi, (struct curl_waitfd *)watched, count, milliseconds < 0 ? 3600000 : milliseconds, NULL);
    // As above, poll says what there really is.
    poll(watched, count, code == CURLM_OK ? 0 : milliseconds);
    return code;
}

CURL *late_multi_finished(CURLM *multi, CURLcode *result)
{
    int left = 0;
    CURLMsg *message;
    while ((message = curl.multi_info_read(multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}
