#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

/// A macro over a renamed function.
static inline int ccrypto_key_kind(const EVP_PKEY *key) { return EVP_PKEY_base_id(key); }

/// Swift would need a mutable pointer otherwise.
static inline BIO *ccrypto_memory(const void *bytes, int count) {
    return BIO_new_mem_buf(bytes, count);
}

#endif
