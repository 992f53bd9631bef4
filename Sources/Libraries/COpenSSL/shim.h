#ifndef FINGERPOST_COPENSSL_SHIM_H
#define FINGERPOST_COPENSSL_SHIM_H

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Macros that Swift does not see: flags made by a macro of their own, and a callback that is cast to another type.

static inline void fingerpost_SSL_CTX_harden(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_SSLv3);
}

static inline void fingerpost_SSL_CTX_set_servername_callback(
    SSL_CTX *context, int (*callback)(SSL *, int *, void *), void *argument) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
    SSL_CTX_set_tlsext_servername_arg(context, argument);
}

// The names of parameters have to outlive the call that makes one, which a Swift string lent to C does not.

static inline int fingerpost_EVP_MAC_CTX_set_sha256_key(EVP_MAC_CTX *context, const unsigned char *key, size_t count) {
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)key, count),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_CTX_set_params(context, parameters);
}

#endif
