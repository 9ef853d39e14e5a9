#ifndef SONIC_CBROTLI_SHIM_H
#define SONIC_CBROTLI_SHIM_H

#include <brotli/encode.h>

#endif
