import CLibevent
import Glibc
import Synchronization

/// Wakes a thread without a loop that sleeps at times. Ringing costs a system call only if the thread sleeps.
public final class Bell: Sendable {
    private let descriptor: Int32
    private let isAsleep = Atomic<Bool>(false)

    /// Creates the eventfd. Throws if the process has no descriptors left.
    public init() throws(EventError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw EventError.last("eventfd") }
    }

    deinit { close(descriptor) }

    /// Wakes the thread from sleeping or waiting. May be called from any thread.
    public func ring() {
        var one: UInt64 = 1
        // Safe: eight bytes from a local of eight bytes.
        _ = unsafe write(descriptor, &one, 8)
    }

    /// Wakes the thread if it sleeps. The work that it should find must have been stored before, with sequential
    /// consistency.
    public func ringIfAsleep() {
        guard isAsleep.load(ordering: .sequentiallyConsistent) else { return }
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { ring() }
    }

    /// Waits until the bell rings or the time is up. A negative time never ends.
    public func wait(milliseconds: Int32) {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Safe: one entry, a local that outlives the call.
        guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return }
        var count: UInt64 = 0
        // Safe: eight bytes into a local of eight bytes.
        _ = unsafe read(descriptor, &count, 8)
    }

    /// Sleeps until the bell rings or the time is up, unless there is work. `isNeeded` is called once
    /// ``ringIfAsleep()`` can see that the thread sleeps. A negative time never ends.
    public func sleep(milliseconds: Int32 = -1, unless isNeeded: () -> Bool) {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        if !isNeeded() { wait(milliseconds: milliseconds) }
        isAsleep.store(false, ordering: .sequentiallyConsistent)
    }
}
