// The public header of GNU libidn2 and nothing else.
#include <idn2.h>
