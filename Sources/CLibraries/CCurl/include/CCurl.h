// libcurl opened with dlopen at first use, so that a program that never opens a connection pays nothing.
//
// curl.h gives the types and constants only: nothing here or in Swift may name a curl_* function, because
// nothing is linked. Every late_* function but late_load needs late_load to have returned NULL before.

#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <poll.h>
#include <stdbool.h>

// Opens libcurl and initializes it, once for all threads. NULL on success, else the reason in words, which
// stays valid.
const char *late_load(void);

// The library's version, such as "7.88.1".
const char *late_version(void);

// One transfer; see libcurl's documentation of the function of the same name.
CURL *late_easy_init(void);
void late_easy_cleanup(CURL *easy);
void late_easy_reset(CURL *easy);
CURLcode late_easy_pause(CURL *easy, int state);
const char *late_easy_strerror(CURLcode code);

// A constant whose type differs between versions of curl.h.
static const long late_netrc_optional = CURL_NETRC_OPTIONAL;

// Setters by the type of the value: curl_easy_setopt is variadic, which Swift cannot call.
CURLcode late_set_long(CURL *easy, CURLoption option, long value);
CURLcode late_set_offset(CURL *easy, CURLoption option, curl_off_t value);
CURLcode late_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode late_set_pointer(CURL *easy, CURLoption option, const void *value);
CURLcode late_set_list(CURL *easy, CURLoption option, struct curl_slist *value);

// Setters of the callbacks, each with its context.
typedef size_t (*late_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*late_seek_callback)(void *context, curl_off_t offset, int origin);
typedef int (*late_debug_callback)(
    CURL *easy, curl_infotype kind, char *bytes, size_t count, void *context);
typedef int (*late_socket_callback)(void *context, curl_socket_t socket, curlsocktype purpose);
typedef int (*late_close_callback)(void *context, curl_socket_t socket);
typedef curl_socket_t (*late_open_callback)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*late_resolver_callback)(void *resolver, void *reserved, void *context);
typedef int (*late_ready_callback)(
    void *context, char *peer, char *own, int peer_port, int own_port);
CURLcode late_set_header_function(CURL *easy, late_data_callback callback, void *context);
CURLcode late_set_write_function(CURL *easy, late_data_callback callback, void *context);
CURLcode late_set_read_function(CURL *easy, late_data_callback callback, void *context);
CURLcode late_set_seek_function(CURL *easy, late_seek_callback callback, void *context);
CURLcode late_set_debug_function(CURL *easy, late_debug_callback callback, void *context);
CURLcode late_set_socket_function(CURL *easy, late_socket_callback callback, void *context);
CURLcode late_set_close_function(CURL *easy, late_close_callback callback, void *context);
CURLcode late_set_open_function(CURL *easy, late_open_callback callback, void *context);
CURLcode late_set_resolver_function(CURL *easy, late_resolver_callback callback, void *context);
CURLcode late_set_ready_function(CURL *easy, late_ready_callback callback, void *context);

// Getters by the type of the value: zero or NULL when libcurl does not know it.
long late_get_long(CURL *easy, CURLINFO what);
curl_off_t late_get_offset(CURL *easy, CURLINFO what);
const char *late_get_text(CURL *easy, CURLINFO what);

// What can be told of TLS on the connection that a transfer has, from when its request is about to be sent.
enum late_tls_library { LATE_TLS_NONE, LATE_TLS_OPENSSL, LATE_TLS_OTHER };
struct late_tls_state {
    // The library that encrypts; none on a plain connection.
    enum late_tls_library library;
    // Whether HTTP/2 was agreed on.
    bool is_http2;
    // Whether the library holds bytes back that nobody has read, which the socket then no longer has.
    bool has_pending;
};
struct late_tls_state late_tls_state(CURL *easy);

// What is known of the server's certificate, also while its verification fails: a line with its SHA-256 as `openssl`
// writes it, and lines of the TLS library with subject, issuer and validity, in which control characters are escaped. To
// be freed; NULL if the library does not tell.
char *late_certificate(CURL *easy);

// Told on the thread that libcurl works on: a response of HTTP/2 has begun, or begun anew, on the stream of a transfer,
// or its stream has ended in order (RFC 9113, END_STREAM).
typedef void (*late_stream_callback)(void *context, CURL *easy, bool has_ended);

// Has this thread told of streams while it lets libcurl work; NULL for no longer. Nothing is ever told with a libcurl
// that cannot be looked into. Needs no library.
void late_observe_streams(late_stream_callback callback, void *context);

// How many bytes have been read from a TCP socket so far; negative where the system does not tell. Needs no library.
long long late_bytes_taken(int socket);

// What libcurl's own dependencies unpack.
enum late_coding { LATE_BROTLI, LATE_ZSTD };
enum late_decoding {
    // It takes more input, or has more output.
    LATE_DECODING_GOES_ON,
    // A stream of brotli, or a frame of zstd, ended.
    LATE_DECODING_ENDED,
    // No frame of zstd begins here.
    LATE_DECODING_NOT_BEGUN,
    LATE_DECODING_BROKEN,
};
// Bytes to be unpacked, and room for what they come to; each moves on as it is used.
struct late_pieces {
    const void *input;
    size_t input_count;
    void *output;
    size_t output_count;
};
// NULL where libcurl does without such a library, or memory has run out.
void *late_decoder_create(enum late_coding coding);
void late_decoder_destroy(enum late_coding coding, void *decoder);
enum late_decoding late_decode(enum late_coding coding, void *decoder, struct late_pieces *pieces);

// Lists of header lines; append returns NULL, leaving the list as it was, when memory ends.
struct curl_slist *late_list_append(struct curl_slist *list, const char *line);
void late_list_free(struct curl_slist *list);

// Many transfers on one thread.
CURLM *late_multi_init(void);
void late_multi_cleanup(CURLM *multi);
CURLMcode late_multi_add(CURLM *multi, CURL *easy);
CURLMcode late_multi_remove(CURLM *multi, CURL *easy);
CURLMcode late_multi_perform(CURLM *multi, int *running);
const char *late_multi_strerror(CURLMcode code);
CURLMcode late_multi_set_long(CURLM *multi, CURLMoption option, long value);

// Waits for a transfer's socket or for `wake` to become readable, at most this long. Sets `*woken` to whether
// `wake` is readable, hung up or broken.
CURLMcode late_multi_wait(CURLM *multi, int wake, int milliseconds, int *woken);

// Waits for a transfer's socket to become readable or for one of the events of `watched`, which is POLLIN for each, at
// most this long (-1: an hour), and sets the `revents` of the latter as poll does.
CURLMcode late_multi_poll(CURLM *multi, struct pollfd *watched, unsigned int count, int milliseconds);

// The next transfer that is complete, with its result; NULL when there is none.
CURL *late_multi_finished(CURLM *multi, CURLcode *result);

#endif
