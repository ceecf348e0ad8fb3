#ifndef CMESSAGEPACK_SHIM_H
#define CMESSAGEPACK_SHIM_H

#include <msgpack.h>

/* A packer writes through a function with a context, which is always one of the library's buffers here. */
static inline void cmessagepack_begin(msgpack_packer *packer, msgpack_sbuffer *buffer) {
    msgpack_sbuffer_init(buffer);
    msgpack_packer_init(packer, buffer, msgpack_sbuffer_write);
}

static inline void cmessagepack_text(msgpack_packer *packer, const void *bytes, size_t count) {
    msgpack_pack_str(packer, count);
    msgpack_pack_str_body(packer, bytes, count);
}

static inline void cmessagepack_bytes(msgpack_packer *packer, const void *bytes, size_t count) {
    msgpack_pack_bin(packer, count);
    msgpack_pack_bin_body(packer, bytes, count);
}

#endif
