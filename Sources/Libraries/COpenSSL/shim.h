#ifndef FINGERPOST_COPENSSL_SHIM_H
#define FINGERPOST_COPENSSL_SHIM_H

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Wrappers for macros that Swift can't import: flags built by nested macros, and a callback that is cast to another
// type.

static inline void fingerpost_SSL_CTX_harden(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_SSLv3);
}

// Treats an unexpected end of the connection like a close_notify.
static inline void fingerpost_SSL_allow_end(SSL *session) {
    SSL_set_options(session, SSL_OP_IGNORE_UNEXPECTED_EOF);
}

// Releases buffers whenever they are empty, or keeps them.
static inline void fingerpost_SSL_release_buffers(SSL *session, int is_wanted) {
    if (is_wanted) {
        SSL_set_mode(session, SSL_MODE_RELEASE_BUFFERS);
    } else {
        SSL_clear_mode(session, SSL_MODE_RELEASE_BUFFERS);
    }
}

// Whether the kernel has reported the end of the stream.
static inline int fingerpost_BIO_is_at_end(BIO *bio) { return BIO_eof(bio) == 1; }

static inline void fingerpost_SSL_CTX_set_servername_callback(
    SSL_CTX *context, int (*callback)(SSL *, int *, void *), void *argument) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
    SSL_CTX_set_tlsext_servername_arg(context, argument);
}

// Sets the host name for SNI and certificate verification; partial wildcards are not allowed.
static inline int fingerpost_SSL_expect_host(SSL *session, const char *host) {
    SSL_set_hostflags(session, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set_tlsext_host_name(session, host) == 1 && SSL_set1_host(session, host) == 1;
}

// The parameter names must outlive the constructor call, which a Swift string passed to C does not.

static inline int fingerpost_EVP_MAC_CTX_set_sha256_key(EVP_MAC_CTX *context, const unsigned char *key, size_t count) {
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)key, count),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_CTX_set_params(context, parameters);
}

// EVP_PKEY_Q_keygen is variadic, which Swift does not import.
static inline EVP_PKEY *fingerpost_EVP_PKEY_generate_ed25519(void) { return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"); }
static inline EVP_PKEY *fingerpost_EVP_PKEY_generate_p256(void) { return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256"); }

// Format of a name on one line, in UTF-8.
static const unsigned long fingerpost_XN_FLAG_ONELINE_UTF8 = XN_FLAG_ONELINE & ~ASN1_STRFLGS_ESC_MSB;

// A PKCS#12 store (RFC 7292) consists of safes of bags, accessed through macros only.

// Called for a certificate, with its friendly name or NULL, and whether the store contains its private key.
typedef void (*fingerpost_certificate_visitor)(void *context, X509 *certificate, const char *name, int has_key);

static inline void fingerpost_visit_bags(
    const STACK_OF(PKCS12_SAFEBAG) *bags, fingerpost_certificate_visitor visit, void *context, int depth) {
    for (int index = 0; index < sk_PKCS12_SAFEBAG_num(bags); index++) {
        PKCS12_SAFEBAG *bag = sk_PKCS12_SAFEBAG_value(bags, index);
        int kind = PKCS12_SAFEBAG_get_nid(bag);
        if (kind == NID_safeContentsBag && depth < 8) {
            fingerpost_visit_bags(PKCS12_SAFEBAG_get0_safes(bag), visit, context, depth + 1);
        } else if (kind == NID_certBag && PKCS12_SAFEBAG_get_bag_nid(bag) == NID_x509Certificate) {
            X509 *certificate = PKCS12_SAFEBAG_get1_cert(bag);
            if (certificate == NULL) continue;
            char *name = PKCS12_get_friendlyname(bag);
            visit(context, certificate, name, PKCS12_SAFEBAG_get0_attr(bag, NID_localKeyID) != NULL);
            OPENSSL_free(name);
            X509_free(certificate);
        }
    }
}

// Visits the certificates of a store, in order. Returns 0, with errors in the queue, if a safe can't be opened.
static inline int fingerpost_PKCS12_visit(
    const PKCS12 *store, const char *password, int length, fingerpost_certificate_visitor visit, void *context) {
    STACK_OF(PKCS7) *safes = PKCS12_unpack_authsafes(store);
    if (safes == NULL) return 0;
    int is_open = 1;
    for (int index = 0; index < sk_PKCS7_num(safes) && is_open; index++) {
        PKCS7 *safe = sk_PKCS7_value(safes, index);
        STACK_OF(PKCS12_SAFEBAG) *bags = NULL;
        if (PKCS7_type_is_data(safe)) {
            bags = PKCS12_unpack_p7data(safe);
        } else if (PKCS7_type_is_encrypted(safe)) {
            bags = PKCS12_unpack_p7encdata(safe, password, length);
        } else {
            continue;
        }
        is_open = bags != NULL;
        if (is_open) fingerpost_visit_bags(bags, visit, context, 0);
        sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
    }
    sk_PKCS7_pop_free(safes, PKCS7_free);
    return is_open;
}

#endif
