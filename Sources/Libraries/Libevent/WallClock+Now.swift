public import ByteText
import CLibevent
import Glibc

extension WallClock {
    /// The wall clock now, for threads without a loop.
    public static var now: WallClock {
        var time = timespec()
        // Safe: the kernel writes one timespec into a local that outlives the call.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return WallClock(seconds: Int64(time.tv_sec), microseconds: Int32(time.tv_nsec / 1000))
    }
}
