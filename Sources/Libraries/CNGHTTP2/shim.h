#ifndef FINGERPOST_CNGHTTP2_SHIM_H
#define FINGERPOST_CNGHTTP2_SHIM_H

#include <nghttp2/nghttp2.h>

// Accessors for union members, since Swift would read the other members as well.

static inline uint32_t fingerpost_nghttp2_error_code(const nghttp2_frame *frame) {
    switch (frame->hd.type) {
    case NGHTTP2_RST_STREAM: return frame->rst_stream.error_code;
    case NGHTTP2_GOAWAY: return frame->goaway.error_code;
    default: return 0;
    }
}

static inline int fingerpost_nghttp2_is_request(const nghttp2_frame *frame) {
    return frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST;
}

#endif
