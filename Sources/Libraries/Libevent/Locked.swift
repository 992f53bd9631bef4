import Glibc

/// A value that one thread at a time may touch.
///
/// It is a POSIX mutex and not the standard library's, because the thread sanitizer sees POSIX mutexes and takes what the
/// other kind protects for races.
@safe public final class Locked<Value: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    // Safe to share: `value` is touched under the mutex only.
    public init(_ value: Value) {
        self.value = value
        // Safe: a mutex needs a stable address, and this one is freed in deinit.
        unsafe mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        // Safe: nobody holds the mutex when the last reference goes.
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Calls `body` while no other thread is in such a call. It must not wait, nor lock the same value again.
    public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        // Safe: the mutex lives as long as self.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
