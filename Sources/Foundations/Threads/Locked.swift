import Glibc

/// A value protected by a mutex, with a condition variable for waiting on changes.
///
/// This is the only lock in the program, with these rules:
///
/// * State shared between threads is a value in a `Locked`, an atomic, or immutable. No lock exists without its value.
/// * The lock is held only to read or change the value: no blocking calls, no other locks, no closures passed in from elsewhere.
///   (Exceptions: a source that hands out blocks in order, and a worker that no other thread calls concurrently, hold it
///   while they work.)
/// * The click path takes no lock: a worker owns what it uses, and receives changes through its mailbox.
/// * A thread with an event loop waits in it for its mailbox; the log thread waits for its bell, since log lines arrive without a
///   lock; all other threads wait here. Nothing polls.
///
/// Uses a POSIX mutex instead of the standard library's, because the thread sanitizer does not recognize the latter and
/// reports data protected by it as races.
@safe public final class Locked<Value: ~Copyable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private let value: UnsafeMutablePointer<Value>

    // Safe to share: the value is accessed only under the mutex, and `sending` ensures that there are no other references to it.
    /// Takes ownership of a value, which is accessible only through the lock from then on.
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
        // Safe: no thread holds the mutex or waits when the last reference is released.
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Reads or changes the value, and wakes the threads waiting for a change.
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        // Safe: all pointers live as long as self, and the value is accessed only while the mutex is held.
        unsafe pthread_mutex_lock(mutex)
        defer {
            // No system call if no thread waits.
            unsafe pthread_cond_broadcast(changed)
            unsafe pthread_mutex_unlock(mutex)
        }
        return try unsafe body(&value.pointee)
    }

    /// Waits until `body` returns a result. Calls it immediately, then after each ``withLock(_:)`` of another
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

    /// Waits until `body` returns a result, or returns `nil` after the timeout. See ``wait(until:)``.
    public func wait<Result>(
        seconds: Int, until body: (inout sending Value) -> sending Result?
    ) -> sending Result? {
        var limit = timespec()
        // Safe: the system call fills a local variable; otherwise as in withLock.
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
