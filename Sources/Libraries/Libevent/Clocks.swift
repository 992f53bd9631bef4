public import ByteText
import CLibevent
import Glibc

extension WallClock {
    /// The current wall clock time, for threads without a loop.
    public static var now: WallClock {
        var time = timespec()
        // Safe: the kernel writes one timespec into a local that outlives the call.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return WallClock(seconds: Int64(time.tv_sec), microseconds: Int32(time.tv_nsec / 1000))
    }
}

/// The clock for deadlines, which never jumps.
public enum MonotonicClock {
    /// Milliseconds since a fixed point, as of the kernel's last tick (at most 4 ms ago). Costs a few nanoseconds.
    public static var milliseconds: Int64 {
        var now = timespec()
        // Safe: the kernel writes one timespec into a local that outlives the call.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
        return Int64(now.tv_sec) &* 1000 &+ Int64(now.tv_nsec) / 1_000_000
    }

    /// Nanoseconds since a fixed point, for measuring durations. Costs about 25 ns and no system call.
    public static var nanoseconds: UInt64 {
        var now = timespec()
        // Safe: the kernel writes one timespec into a local that outlives the call.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec)
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up, so that a wait is never shorter than requested.
    public var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
