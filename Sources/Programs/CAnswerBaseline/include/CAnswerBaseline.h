#ifndef CANSWERBASELINE_H
#define CANSWERBASELINE_H

#include <stddef.h>
#include <stdint.h>

/// What any server does for a request, and nothing else: one wait for many connections, one receive, one send.
///
/// Listens on a port of the loopback that it picks, which it says in `port`. Returns the listener, or -1 with errno.
int answer_baseline_listen(uint16_t *port);

/// Answers all that arrives with a redirect of so many bytes, 1,024 at most; what arrives is not looked at. Returns only where it
/// can't go on: -1 with errno.
int answer_baseline_serve(int listener, size_t bytes);

#endif
