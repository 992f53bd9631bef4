#ifndef FINGERPOST_CLIBEVENT_SHIM_H
#define FINGERPOST_CLIBEVENT_SHIM_H

// Included first: event2/event-config.h defines _GNU_SOURCE, which gives fd_set member names that differ from those in
// Swift's Glibc module. The *_struct.h headers are not included, so every handle is an opaque pointer in Swift.
#include <sys/select.h>

#include <event2/event.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// GNU functions, not declared in Swift's view of the C library.
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);

#endif
