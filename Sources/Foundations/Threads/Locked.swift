import Glibc

/// A value that one thread at a time may use, and that others can wait for.
///
/// This is the only lock of the program, and this is how it is used:
///
/// * What threads share is a value in a `Locked`, or atomic, or constant. There is no lock without its value.
/// * It is held to read or to change: no call that waits, no other lock, no call of a closure from elsewhere. (A
///   source of blocks that hands them out in order, and a worker that no other thread asks meanwhile, hold it for their work.)
/// * The click path takes none: a worker owns what it uses, and learns of changes from its mailbox.
/// * A thread with a loop waits in its loop, for a mailbox; that of the logs for its bell, as lines come without a lock; any
///   other waits here. Nothing polls.
///
/// It is POSIX's, not the standard library's: the thread sanitizer sees a POSIX mutex, and reports what the other kind
/// protects as races.
@safe public final class Locked<Value: ~Copyable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private let value: UnsafeMutablePointer<Value>

    // Safe to share: the value is touched under the mutex only, and `sending` keeps others from having a way to it.
    /// Moves a value in; from then on it is reached through the lock alone.
    public init(_ value: consuming sending Value) {
        // Safe: all three need a stable address, and are freed in deinit.
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        unsafe self.value = .allocate(capacity: 1)
        unsafe self.value.initialize(to: value)
        var clock = pthread_condattr_t()
        unsafe pthread_condattr_init(&clock)
        unsafe pthread_condattr_setclock(&clock, CLOCK_MONOTONIC)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, &clock)
        unsafe pthread_condattr_destroy(&clock)
    }

    deinit {
        // Safe: no thread holds it or waits when the last reference goes.
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Looks at the value or changes it, and wakes the threads that wait for it.
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        // Safe: all pointers live as long as self, and the value is touched while the mutex is held.
        unsafe pthread_mutex_lock(mutex)
        defer {
            // No system call where no thread waits.
            unsafe pthread_cond_broadcast(changed)
            unsafe pthread_mutex_unlock(mutex)
        }
        return try unsafe body(&value.pointee)
    }

    /// Waits until `body` returns a result. It is called first right away, then after each ``withLock(_:)`` of another
    /// thread.
    public func wait<Result>(until body: (inout sending Value) -> sending Result?) -> sending Result {
        // Safe: as in withLock.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = unsafe body(&value.pointee) { return result }
            unsafe pthread_cond_wait(changed, mutex)
        }
    }

    /// Waits as ``wait(until:)`` does, at most this long; nil when the time is up.
    public func wait<Result>(
        seconds: Int, until body: (inout sending Value) -> sending Result?
    ) -> sending Result? {
        var limit = timespec()
        // Safe: the system fills a local in; otherwise as in withLock.
        unsafe clock_gettime(CLOCK_MONOTONIC, &limit)
        limit.tv_sec += seconds
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = unsafe body(&value.pointee) { return result }
            guard unsafe pthread_cond_timedwait(changed, mutex, &limit) == 0 else {
                return unsafe body(&value.pointee)
            }
        }
    }
}
