// The public header of libmaxminddb and nothing else.
#include <maxminddb.h>
