import CLibevent
import Glibc

/// A POSIX thread that runs one function, as a rule a loop.
@safe public struct LoopThread: ~Copyable {
    private let handle: pthread_t

    /// Starts a thread with all signals blocked: they belong to the thread that runs the signal loop.
    ///
    /// - Parameter end: Runs on the thread when `body` has returned and what it held has been given back.
    public init(
        name: String, _ body: @escaping @Sendable () -> Void, thenSay end: @escaping @Sendable () -> Void = {}
    ) {
        var all = sigset_t()
        var before = sigset_t()
        // Safe: both sets are locals that outlive the calls.
        _ = unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        // Retained here, released by the thread's first act.
        let box = unsafe Unmanaged.passRetained(ThreadBody(body, end))
        var handle = pthread_t()
        let result = unsafe pthread_create(&handle, nil, runThread, box.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        precondition(result == 0, "the system has no thread left")
        // The kernel keeps 15 bytes of a name. Safe: the thread exists until it is joined.
        _ = unsafe pthread_setname_np(handle, String(name.prefix(15)))
        self.handle = handle
    }

    /// Lets the thread end on its own; nobody waits for it.
    public consuming func detach() {
        _ = pthread_detach(handle)
    }
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void
    let end: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void, _ end: @escaping @Sendable () -> Void) {
        self.body = body
        self.end = end
    }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    // Safe: the pointer is the box that the thread was made with, and its reference is taken over exactly once.
    var box: ThreadBody? = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    let end = box?.end
    box?.body()
    box = nil
    end?()
    return nil
}
