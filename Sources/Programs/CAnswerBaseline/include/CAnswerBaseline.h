#ifndef CANSWERBASELINE_H
#define CANSWERBASELINE_H

#include <stddef.h>
#include <stdint.h>

/// The system calls that any server needs for a request, and nothing else: one wait for many connections, one receive,
/// one send.
///
/// Listens on a free loopback port, which is stored in `port`. Returns the listener, or -1 with errno.
int answer_baseline_listen(uint16_t *port);

/// Responds to any received data with a redirect of the given size, 1,024 bytes at most. The data is not parsed.
/// Returns only on failure: -1 with errno.
int answer_baseline_serve(int listener, size_t bytes);

#endif
