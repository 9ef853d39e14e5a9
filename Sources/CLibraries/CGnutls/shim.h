#ifndef SONIC_CGNUTLS_SHIM_H
#define SONIC_CGNUTLS_SHIM_H

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <string.h>
#include <sys/socket.h>

// A socket that GnuTLS reads, and the last bytes that it read: as many as a record with an alert has.
struct sonic_tls_source {
    int descriptor;
    unsigned char last[7];
};

static inline ssize_t sonic_tls_pull(gnutls_transport_ptr_t context, void *buffer, size_t size) {
    struct sonic_tls_source *source = context;
    ssize_t count = recv(source->descriptor, buffer, size, 0);
    for (ssize_t index = count > 7 ? count - 7 : 0; index < count; index++) {
        memmove(source->last, source->last + 1, 6);
        source->last[6] = ((unsigned char *)buffer)[index];
    }
    return count;
}

// The server's side of TLS on a non-blocking socket, with HTTP/1.1 as the only protocol; NULL if there is no memory.
// The source has to outlive it.
static inline gnutls_session_t sonic_tls_accept(gnutls_certificate_credentials_t credentials,
                                                gnutls_priority_t priorities,
                                                struct sonic_tls_source *source) {
    static unsigned char name[] = "http/1.1";
    const gnutls_datum_t http = {name, sizeof name - 1};
    gnutls_session_t session = NULL;
    if (gnutls_init(&session, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) < 0) return NULL;
    if (gnutls_priority_set(session, priorities) < 0 ||
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials) < 0 ||
        gnutls_alpn_set_protocols(session, &http, 1, GNUTLS_ALPN_MANDATORY) < 0) {
        gnutls_deinit(session);
        return NULL;
    }
    gnutls_transport_set_pull_function(session, sonic_tls_pull);
    gnutls_transport_set_ptr2(session, source, (gnutls_transport_ptr_t)(long)source->descriptor);
    return session;
}

#endif
