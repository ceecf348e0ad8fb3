#ifndef CZMQ_SHIM_H
#define CZMQ_SHIM_H

#include <zmq.h>

#endif
