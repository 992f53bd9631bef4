// The public header of zlib and nothing else.
#include <zlib.h>
