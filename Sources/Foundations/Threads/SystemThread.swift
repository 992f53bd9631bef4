import Glibc

/// A POSIX thread that runs one function: an event loop, a writer, or a job.
///
/// The owner must call ``detach()`` or ``end()`` exactly once.
@safe public struct SystemThread: Sendable {
    /// An integer on Linux.
    private let handle: pthread_t

    /// Starts a thread with all signals blocked: they are handled by the thread that runs the signal loop.
    ///
    /// - Parameters:
    ///   - name: The thread name shown by the system, truncated to 15 bytes.
    ///   - end: Called on the thread after `body` has returned and its captures have been released.
    public init(
        name: String, _ body: @escaping @Sendable () -> Void, thenSay end: @escaping @Sendable () -> Void = {}
    ) {
        var all = sigset_t()
        var before = sigset_t()
        // Safe: both sets are local variables that outlive the calls.
        _ = unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        // Retained here, released first thing on the thread.
        let box = unsafe Unmanaged.passRetained(ThreadBody(name, body, end))
        var handle = pthread_t()
        let result = unsafe pthread_create(&handle, nil, runThread, box.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        precondition(result == 0, "can't create a thread")
        self.handle = handle
    }

    /// Detaches the thread, which then ends without being joined.
    public func detach() {
        _ = pthread_detach(handle)
    }

    /// Waits until the thread has ended and released its body. On the thread itself, only detaches.
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
    // Safe: the pointer is the box passed to pthread_create, and its reference is consumed exactly once.
    var box: ThreadBody? = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    let end = box?.end
    setName(box?.name ?? "")
    box?.body()
    box = nil
    end?()
    return nil
}

/// Names the calling thread through /proc, because Swift does not import `pthread_setname_np`. Without /proc, threads are
/// unnamed.
private func setName(_ name: String) {
    // Safe: the strings' bytes are valid during the calls.
    let descriptor = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = unsafe write(descriptor, name, name.utf8.count)
    close(descriptor)
}
