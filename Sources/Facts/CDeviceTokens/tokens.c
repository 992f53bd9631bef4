#include "CDeviceTokens.h"

// #embed belongs to C23; the compiler accepts it in all versions of C, with this warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t tokens[] = {
#embed "tokens.tsv"
};

const uint8_t *device_tokens(void) { return tokens; }
size_t device_tokens_size(void) { return sizeof tokens; }
