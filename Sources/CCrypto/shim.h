#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

/* The plain hash functions: the state of one that has begun is copied by assignment, which costs no memory.
   What replaces them allocates for each copy. */
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/md5.h>
#include <openssl/sha.h>
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

typedef union {
    MD5_CTX md5;
    SHA_CTX sha1;
    SHA256_CTX sha256;
    SHA512_CTX sha512;
} ccrypto_hash;

/* The kind is the length of the hash in bytes; each gives 1. */
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
