import Glibc

/// A POSIX thread that runs one function: a loop, a writer, a job.
///
/// Its owner calls ``detach()`` or ``end()``, once.
@safe public struct SystemThread: Sendable {
    /// A plain number on this system.
    private let handle: pthread_t

    /// Starts a thread with all signals blocked: they belong to the thread that runs the signal loop.
    ///
    /// - Parameters:
    ///   - name: What the system shows for it; at most 15 bytes are.
    ///   - end: Runs on the thread when `body` has returned and what it held has been given back.
    public init(
        name: String, _ body: @escaping @Sendable () -> Void, thenSay end: @escaping @Sendable () -> Void = {}
    ) {
        var all = sigset_t()
        var before = sigset_t()
        // Safe: both sets are locals that outlive the calls.
        _ = unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        // Retained here, released by the thread's first act.
        let box = unsafe Unmanaged.passRetained(ThreadBody(name, body, end))
        var handle = pthread_t()
        let result = unsafe pthread_create(&handle, nil, runThread, box.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        precondition(result == 0, "the system has no thread left")
        self.handle = handle
    }

    /// Lets the thread end on its own; no other thread waits for it.
    public func detach() {
        _ = pthread_detach(handle)
    }

    /// Waits until the thread has ended, and with it all that its body held. On the thread itself it only lets go.
    public func end() {
        if pthread_equal(handle, pthread_self()) != 0 {
            detach()
        } else {
            // No other thread joins it.
            _ = pthread_join(handle, nil)
        }
    }
}

private final class ThreadBody: Sendable {
    let name: String
    let body: @Sendable () -> Void
    let end: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void, _ end: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
        self.end = end
    }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    // Safe: the pointer is the box that the thread was made with, and its reference is consumed exactly once.
    var box: ThreadBody? = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    let end = box?.end
    setName(box?.name ?? "")
    box?.body()
    box = nil
    end?()
    return nil
}

/// Names the calling thread. GNU's call for it is not among those that Swift imports; without /proc there are no names.
private func setName(_ name: String) {
    // Safe: Swift lends the strings' bytes for the time of the calls.
    let descriptor = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = unsafe write(descriptor, name, name.utf8.count)
    close(descriptor)
}
