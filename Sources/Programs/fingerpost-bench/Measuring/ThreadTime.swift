import Glibc

/// How long this thread has been on a processor: what other programs do at the same time is not in it.
enum ThreadTime {
    static var nanoseconds: Double {
        var time = timespec()
        // Safe: the pointer is written within the call only.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
