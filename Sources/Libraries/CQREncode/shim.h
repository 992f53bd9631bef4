// The public header of libqrencode and nothing else.
#include <qrencode.h>
