#ifndef CDEVICETOKENS_H
#define CDEVICETOKENS_H

#include <stddef.h>
#include <stdint.h>

/// The bytes of tokens.tsv, which the compiler embeds.
const uint8_t *device_tokens(void);
size_t device_tokens_size(void);

#endif
