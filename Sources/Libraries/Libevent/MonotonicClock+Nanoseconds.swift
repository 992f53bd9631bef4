import CLibevent
import Glibc

extension MonotonicClock {
    /// Nanoseconds since some fixed point, for measuring how long something took. Costs about 25 ns and no system call.
    public static var nanoseconds: UInt64 {
        var now = timespec()
        // Safe: the kernel writes one timespec into a local that outlives the call.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec)
    }
}
