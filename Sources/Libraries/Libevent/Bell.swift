import CLibevent
import Glibc
import Synchronization

/// Wakes one thread that has no loop and sleeps at times. Ringing costs a system call only where it is needed.
public final class Bell: Sendable {
    private let descriptor: Int32
    private let isAsleep = Atomic<Bool>(false)

    /// Makes the eventfd; throws where the process has no descriptor left.
    public init() throws(EventError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw EventError.last("eventfd") }
    }

    deinit { close(descriptor) }

    /// Wakes the thread from its sleep, or from a wait. From any thread.
    public func ring() {
        var one: UInt64 = 1
        // Safe: eight bytes from a local of eight bytes.
        _ = unsafe write(descriptor, &one, 8)
    }

    /// Wakes the thread from its sleep, where it sleeps. What it is to find must have been stored, sequentially consistent,
    /// before.
    public func ringIfAsleep() {
        guard isAsleep.load(ordering: .sequentiallyConsistent) else { return }
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { ring() }
    }

    /// Waits until the bell rings or the time is up; a negative time never ends.
    public func wait(milliseconds: Int32) {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Safe: one entry, a local that outlives the call.
        guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return }
        var count: UInt64 = 0
        // Safe: eight bytes into a local of eight bytes.
        _ = unsafe read(descriptor, &count, 8)
    }

    /// Sleeps until the bell rings or the time is up, unless there is something to do: asked when ``ringIfAsleep()`` knows of the
    /// sleep. A negative time never ends.
    public func sleep(milliseconds: Int32 = -1, unless isNeeded: () -> Bool) {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        if !isNeeded() { wait(milliseconds: milliseconds) }
        isAsleep.store(false, ordering: .sequentiallyConsistent)
    }
}
