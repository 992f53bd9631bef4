import Glibc

/// A value that threads share under a lock, and can wait on until it changes. POSIX's, which the thread sanitizer sees.
@safe final class Condition<Value: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    // Safe to share: `value` is touched under the mutex only.
    init(_ value: Value) {
        self.value = value
        // Safe: both need a stable address; they are freed in deinit.
        unsafe mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        unsafe condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        // Safe: nobody holds or waits when the last reference goes.
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Changes the value and wakes who waits. `body` must not wait.
    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        // Safe: mutex and condition live as long as self.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        let result = body(&value)
        unsafe pthread_cond_broadcast(condition)
        return result
    }

    /// Looks at the value. `body` must not wait.
    func look<Result>(_ body: (Value) -> Result) -> Result {
        // Safe: the mutex lives as long as self.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(value)
    }

    /// Waits until `body` gives a result; with a limit, nil when that many seconds have gone by.
    func wait<Result>(seconds: Int? = nil, until body: (inout Value) -> Result?) -> Result? {
        var limit = timespec()
        // Safe: the system fills a local in; mutex and condition live as long as self.
        unsafe clock_gettime(CLOCK_REALTIME, &limit)
        limit.tv_sec += seconds ?? 0
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            if seconds == nil {
                unsafe pthread_cond_wait(condition, mutex)
            } else if unsafe pthread_cond_timedwait(condition, mutex, &limit) != 0 {
                return body(&value)
            }
        }
    }
}
