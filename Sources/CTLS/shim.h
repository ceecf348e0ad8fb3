#ifndef CTLS_SHIM_H
#define CTLS_SHIM_H

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

/* `context` is an SSL_CTX, passed from Swift as an untyped address. It holds its own reference to the store. */
static inline void ctls_trust(void *context, X509_STORE *store) {
    SSL_CTX_set1_cert_store((SSL_CTX *)context, store);
}

/* A blocked write may continue from another address, and a partial write reports
   how many bytes were written. */
static inline void ctls_write_in_parts(void *context) {
    SSL_CTX_set_mode((SSL_CTX *)context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

/* Offers only HTTP/2 in the handshake. */
static inline int ctls_offer_http2(void *context) {
    return SSL_CTX_set_alpn_protos((SSL_CTX *)context, (const unsigned char *)"\x02h2", 3);
}

/* Whether HTTP/2 was negotiated on an SSL, passed from Swift as an untyped address. */
static inline int ctls_agreed_on_http2(void *connection) {
    const unsigned char *name = 0;
    unsigned int length = 0;
    SSL_get0_alpn_selected((SSL *)connection, &name, &length);
    return length == 2 && name[0] == 'h' && name[1] == '2';
}

/* As in libcurl: a trusted certificate need not be a root. */
static inline int ctls_trust_partial_chains(X509_STORE *store) {
    return X509_STORE_set_flags(store, X509_V_FLAG_TRUSTED_FIRST | X509_V_FLAG_PARTIAL_CHAIN);
}

/* Reports all state changes of a connection to `callback`, which gets `argument` from
   ctls_argument. Setting data is a macro. */
static inline void ctls_watch(void *context, void *argument, void (*callback)(const SSL *, int, int)) {
    SSL_CTX_set_app_data((SSL_CTX *)context, argument);
    SSL_CTX_set_info_callback((SSL_CTX *)context, callback);
}

static inline void *ctls_argument(const SSL *connection) {
    return SSL_CTX_get_app_data(SSL_get_SSL_CTX(connection));
}

/* Whether an event is an alert of the peer. */
static inline int ctls_is_alert(int event) {
    return event == SSL_CB_READ_ALERT;
}

/* Whether an event is the end of a handshake that resumed a session. */
static inline int ctls_is_resumption(const SSL *connection, int event) {
    return event == SSL_CB_HANDSHAKE_DONE && SSL_session_reused(connection);
}

/* Calls `callback` when the peer requests a certificate; it returns 1 to continue. */
static inline void ctls_watch_request(void *context, void *argument, int (*callback)(SSL *, void *)) {
    SSL_CTX_set_cert_cb((SSL_CTX *)context, callback, argument);
}

/* Whether an event is a close notification of the peer. */
static inline int ctls_is_end(int event, int alert) {
    return event == SSL_CB_READ_ALERT && (alert & 0xFF) == SSL_AD_CLOSE_NOTIFY;
}

/* Whether the peer of an SSL, passed from Swift as an untyped address, sent a close notification. */
static inline int ctls_has_ended(void *connection) {
    return (SSL_get_shutdown((SSL *)connection) & SSL_RECEIVED_SHUTDOWN) != 0;
}

/* Setting the mode of the cache is a macro; tickets would store sessions too. */
static inline long ctls_forget_sessions(void *context) {
    SSL_CTX_set_options((SSL_CTX *)context, SSL_OP_NO_TICKET);
    return SSL_CTX_set_session_cache_mode((SSL_CTX *)context, SSL_SESS_CACHE_OFF);
}

/* A macro over a variadic function. */
static inline EVP_PKEY *ctls_new_key(void) {
    return EVP_EC_gen("P-256");
}

/* A macro with a cast. */
static const int ctls_utf8 = MBSTRING_UTF8;

/* Initializing the context of an extension requires macros. */
static inline int ctls_add_extension(X509 *certificate, X509 *issuer, int kind, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    if (extension == NULL) return 0;
    int result = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return result;
}

/* OPENSSL_free is a macro. */
static inline void ctls_free(void *memory) {
    OPENSSL_free(memory);
}

/* OPENSSL_VERSION_STRING is a macro. */
static inline const char *ctls_version(void) {
    return OpenSSL_version(OPENSSL_VERSION_STRING);
}

#endif
