#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

/* The plain hash functions: their state is copied by assignment, without allocation.
   Their replacements allocate memory for each copy. */
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/md5.h>
#include <openssl/sha.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

/// A macro over a renamed function.
static inline int ccrypto_key_kind(const EVP_PKEY *key) { return EVP_PKEY_base_id(key); }

/// Swift would need a mutable pointer otherwise.
static inline BIO *ccrypto_memory(const void *bytes, int count) {
    return BIO_new_mem_buf(bytes, count);
}

/// A macro over a variadic function.
static inline EVP_PKEY *ccrypto_rsa(unsigned int bits) { return EVP_RSA_gen(bits); }

/// A public key on P-256 from its point; the parameters are an array that ends with an empty one.
static inline EVP_PKEY *ccrypto_p256_public(unsigned char *point, size_t count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, count),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;
    if (context != NULL && EVP_PKEY_fromdata_init(context) == 1)
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
    EVP_PKEY_CTX_free(context);
    return key;
}

/// Macros over a function with an untyped pointer.
static inline int ccrypto_gcm_tag(EVP_CIPHER_CTX *context, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, tag);
}
static inline int ccrypto_gcm_get_tag(EVP_CIPHER_CTX *context, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag);
}

typedef union {
    MD5_CTX md5;
    SHA_CTX sha1;
    SHA256_CTX sha256;
    SHA512_CTX sha512;
} ccrypto_hash;

/* The kind is the length of the hash in bytes; each function returns 1. */
static inline int ccrypto_hash_begin(ccrypto_hash *hash, int kind) {
    switch (kind) {
    case MD5_DIGEST_LENGTH: return MD5_Init(&hash->md5);
    case SHA_DIGEST_LENGTH: return SHA1_Init(&hash->sha1);
    case SHA256_DIGEST_LENGTH: return SHA256_Init(&hash->sha256);
    case SHA512_DIGEST_LENGTH: return SHA512_Init(&hash->sha512);
    default: return 0;
    }
}

static inline int ccrypto_hash_update(ccrypto_hash *hash, int kind, const void *bytes, size_t count) {
    switch (kind) {
    case MD5_DIGEST_LENGTH: return MD5_Update(&hash->md5, bytes, count);
    case SHA_DIGEST_LENGTH: return SHA1_Update(&hash->sha1, bytes, count);
    case SHA256_DIGEST_LENGTH: return SHA256_Update(&hash->sha256, bytes, count);
    case SHA512_DIGEST_LENGTH: return SHA512_Update(&hash->sha512, bytes, count);
    default: return 0;
    }
}

static inline int ccrypto_hash_end(ccrypto_hash *hash, int kind, unsigned char *output) {
    switch (kind) {
    case MD5_DIGEST_LENGTH: return MD5_Final(output, &hash->md5);
    case SHA_DIGEST_LENGTH: return SHA1_Final(output, &hash->sha1);
    case SHA256_DIGEST_LENGTH: return SHA256_Final(output, &hash->sha256);
    case SHA512_DIGEST_LENGTH: return SHA512_Final(output, &hash->sha512);
    default: return 0;
    }
}

#endif
