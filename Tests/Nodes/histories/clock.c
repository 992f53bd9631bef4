// Preloaded: the time of day is CLOCK_OFFSET seconds ahead. Clocks that only rise are as they were.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset(void) {
    static long seconds;
    static int is_read;
    if (!is_read) {
        const char *text = getenv("CLOCK_OFFSET");
        seconds = text ? atol(text) : 0;
        is_read = 1;
    }
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += offset();
    return result;
}

int gettimeofday(struct timeval *time, void *zone) {
    int result = syscall(SYS_gettimeofday, time, zone);
    if (result == 0) time->tv_sec += offset();
    return result;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
