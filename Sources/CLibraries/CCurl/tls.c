#include "CCurl.h"
#include "dependencies.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// gnutls_datum_t.
struct gnutls_text {
    unsigned char *bytes;
    unsigned int count;
};

// What is asked of the TLS library behind libcurl; NULL where libcurl has another one.
static struct {
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    int (*has_pending)(const void *);
    void (*alpn)(const void *, const unsigned char **, unsigned int *);
    size_t (*gnutls_pending)(void *);
    int (*gnutls_alpn)(void *, struct gnutls_text *);
    // The server's certificate, also of a resumed handshake, where later versions of libcurl restore no chain.
    const void *(*peer_certificate)(const void *);
    // A chain of certificates, beginning with the server's, which is left by a verification that failed, too.
    const void *(*verified_chain)(const void *);
    const void *(*stack_value)(const void *, int);
    const void *(*sha256)(void);
    int (*digest)(const void *, const void *, unsigned char *, unsigned int *);
    int (*print)(FILE *, const void *, unsigned long, unsigned long);
} tls;

void find_tls(void *library)
{
    *(void **)&tls.easy_getinfo = dlsym(library, "curl_easy_getinfo");
    *(void **)&tls.has_pending = dlsym(library, "SSL_has_pending");
    *(void **)&tls.alpn = dlsym(library, "SSL_get0_alpn_selected");
    *(void **)&tls.gnutls_pending = dlsym(library, "gnutls_record_check_pending");
    *(void **)&tls.gnutls_alpn = dlsym(library, "gnutls_alpn_get_selected_protocol");
    *(void **)&tls.peer_certificate = dlsym(library, "SSL_get0_peer_certificate");
    *(void **)&tls.verified_chain = dlsym(library, "SSL_get0_verified_chain");
    *(void **)&tls.stack_value = dlsym(library, "OPENSSL_sk_value");
    *(void **)&tls.sha256 = dlsym(library, "EVP_sha256");
    *(void **)&tls.digest = dlsym(library, "X509_digest");
    *(void **)&tls.print = dlsym(library, "X509_print_ex_fp");
}

static bool is_http2(const unsigned char *name, unsigned int count)
{
    return name != NULL && count == 2 && memcmp(name, "h2", 2) == 0;
}

// The TLS library's own object of a transfer's connection; NULL for none.
static const struct curl_tlssessioninfo *tls_session(CURL *easy)
{
    struct curl_tlssessioninfo *info = NULL;
    bool is_known = tls.easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &info) == CURLE_OK;
    return is_known && info != NULL && info->internals != NULL ? info : NULL;
}

struct late_tls_state late_tls_state(CURL *easy)
{
    struct late_tls_state state = {.library = LATE_TLS_NONE};
    const struct curl_tlssessioninfo *info = tls_session(easy);
    if (info == NULL)
        return state;
    if (info->backend == CURLSSLBACKEND_OPENSSL) {
        state.library = LATE_TLS_OPENSSL;
        const unsigned char *name = NULL;
        unsigned int count = 0;
        if (tls.alpn != NULL)
            tls.alpn(info->internals, &name, &count);
        state.is_http2 = is_http2(name, count);
        state.has_pending = tls.has_pending != NULL && tls.has_pending(info->internals) > 0;
    } else {
        state.library = LATE_TLS_OTHER;
        struct gnutls_text text = {NULL, 0};
        if (info->backend == CURLSSLBACKEND_GNUTLS && tls.gnutls_alpn != NULL && tls.gnutls_pending != NULL) {
            if (tls.gnutls_alpn(info->internals, &text) == 0)
                state.is_http2 = is_http2(text.bytes, text.count);
            state.has_pending = tls.gnutls_pending(info->internals) > 0;
        }
    }
    return state;
}

// As libcurl logs names (XN_FLAG_SEP_SPLUS_SPC), with special and control characters escaped, as UTF-8 (ASN1_STRFLGS_…).
static const unsigned long name_flags = 3 << 16 | 0x313;
// Without what is not named in these bits: X509_FLAG_NO_ISSUER, X509_FLAG_NO_VALIDITY and X509_FLAG_NO_SUBJECT.
static const unsigned long certificate_flags = 0xFFFF & ~(1 << 4 | 1 << 5 | 1 << 6);

char *late_certificate(CURL *easy)
{
    const struct curl_tlssessioninfo *info = tls_session(easy);
    // Other libraries than OpenSSL 1.1 and later that are like it lack these two.
    if (info == NULL || info->backend != CURLSSLBACKEND_OPENSSL || tls.verified_chain == NULL || tls.stack_value == NULL)
        return NULL;
    // OpenSSL 1.1 lacks the first.
    const void *certificate = tls.peer_certificate == NULL ? NULL : tls.peer_certificate(info->internals);
    const void *chain = tls.verified_chain(info->internals);
    if (certificate == NULL && chain != NULL)
        certificate = tls.stack_value(chain, 0);
    unsigned char hash[64];
    unsigned int count = 0;
    char *text = NULL;
    size_t size = 0;
    if (certificate == NULL || tls.digest(certificate, tls.sha256(), hash, &count) != 1)
        return NULL;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL)
        return NULL;
    fputs("SHA-256: ", file);
    for (unsigned int i = 0; i < count; i++)
        fprintf(file, i == 0 ? "%02X" : ":%02X", hash[i]);
    fputc('\n', file);
    tls.print(file, certificate, name_flags, certificate_flags);
    fclose(file);
    return text;
}
