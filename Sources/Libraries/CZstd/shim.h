// The public header of zstd and nothing else.
#include <zstd.h>
