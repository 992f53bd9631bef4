#ifndef FINGERPOST_CLIBEVENT_SHIM_H
#define FINGERPOST_CLIBEVENT_SHIM_H

// First, because event2/event-config.h defines _GNU_SOURCE, which gives fd_set other member names than Swift's Glibc
// module has. The *_struct.h headers stay out, so that every handle is an opaque pointer in Swift.
#include <sys/select.h>

#include <event2/event.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// GNU functions, which the headers hide from Swift's view of the C library.
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);

#endif
