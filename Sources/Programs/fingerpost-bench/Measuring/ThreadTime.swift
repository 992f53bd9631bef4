import Glibc

/// The CPU time of this thread, which excludes other programs running at the same time.
enum ThreadTime {
    static var nanoseconds: Double {
        var time = timespec()
        // Safe: the pointer is written only within the call.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
