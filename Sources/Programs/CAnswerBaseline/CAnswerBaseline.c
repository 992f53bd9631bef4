// A minimal server that returns a fixed response: a lower bound for the kernel's share of the cost.

#define _GNU_SOURCE
#include "CAnswerBaseline.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most_bytes = 1024, most_events = 512 };

int answer_baseline_listen(uint16_t *port) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener < 0) return -1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 512) ||
        getsockname(listener, (struct sockaddr *)&address, &length)) {
        int reason = errno;
        close(listener);
        errno = reason;
        return -1;
    }
    *port = ntohs(address.sin_port);
    return listener;
}

// A complete redirect, padded to the given size by its Location.
static size_t make_answer(char answer[most_bytes], size_t bytes) {
    static const char head[] = "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: https://www.example.com/";
    const size_t least = sizeof head - 1 + 4;
    if (bytes < least) bytes = least;
    if (bytes > most_bytes) bytes = most_bytes;
    memset(answer, 'a', bytes);
    memcpy(answer, head, sizeof head - 1);
    memcpy(answer + bytes - 4, "\r\n\r\n", 4);
    return bytes;
}

static int watch(int poll, int descriptor) {
    // Edge-triggered, as in nginx: a connection is reported only once.
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = descriptor};
    return epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event);
}

static void accept_all(int poll, int listener) {
    int connection, on = 1;
    while ((connection = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (watch(poll, connection)) close(connection);
    }
}

int answer_baseline_serve(int listener, size_t bytes) {
    static char answer[most_bytes], received[4096];
    static struct epoll_event events[most_events];
    bytes = make_answer(answer, bytes);
    int poll = epoll_create1(EPOLL_CLOEXEC);
    if (poll < 0 || watch(poll, listener)) return -1;
    while (1) {
        int count = epoll_wait(poll, events, most_events, -1);
        if (count < 0 && errno != EINTR) return -1;
        for (int index = 0; index < count; index++) {
            int descriptor = events[index].data.fd;
            if (descriptor == listener) {
                accept_all(poll, listener);
            } else if (
                recv(descriptor, received, sizeof received, 0) <= 0 ||
                send(descriptor, answer, bytes, MSG_NOSIGNAL) < 0) {
                close(descriptor);
            }
        }
    }
}
