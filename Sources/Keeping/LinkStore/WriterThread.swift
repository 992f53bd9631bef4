import Glibc

/// The thread that a store's writer runs on.
@safe struct WriterThread: Sendable {
    /// A plain number on this system.
    private let handle: pthread_t

    /// Starts a thread with all signals blocked: they belong to others.
    init(_ body: @escaping @Sendable () -> Void) {
        var all = sigset_t()
        var before = sigset_t()
        // Safe: both sets are locals that outlive the calls.
        _ = unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        // Retained here, released by the thread's first act.
        let box = unsafe Unmanaged.passRetained(ThreadBody(body))
        var handle = pthread_t()
        let result = unsafe pthread_create(&handle, nil, runThread, box.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        precondition(result == 0, "the system has no thread left")
        self.handle = handle
    }

    /// Waits until the thread has ended, and with it all that its body held. On the thread itself it only lets go.
    func end() {
        if pthread_equal(handle, pthread_self()) != 0 {
            _ = pthread_detach(handle)
        } else {
            // Nobody else joins it.
            _ = pthread_join(handle, nil)
        }
    }
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    // Safe: the pointer is the box that the thread was made with, and its reference is taken over exactly once.
    let box = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    box.body()
    return nil
}
