import Glibc
import Synchronization

/// Ctrl-C for commands that write much: what is under way is written to its end, then the program ends as the signal asks.
enum Interruption {
    private static let flag = Atomic<Bool>(false)

    static var hasCome: Bool { flag.load(ordering: .relaxed) }

    /// Records the first SIGINT and interrupts reads with it; the second has its usual effect.
    static func expect() {
        // The handler must not be the one to make the flag.
        _ = hasCome
        var action = sigaction()
        // Safe: the handler does nothing but store into an atomic.
        unsafe action.__sigaction_handler.sa_handler = { _ in Interruption.flag.store(true, ordering: .relaxed) }
        action.sa_flags = Int32(bitPattern: SA_RESETHAND)
        // Safe: the pointer is read within the call only.
        unsafe sigaction(SIGINT, &action, nil)
        // The parent process may have had it blocked, as threads of Dispatch have.
        var signals = sigset_t()
        // Safe: the pointers are used within the calls only.
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Ends the program as if the signal had not been caught, so that a shell sees what ended it.
    static func endIfInterrupted() {
        guard hasCome else { return }
        signal(SIGINT, SIG_DFL)
        raise(SIGINT)
    }
}
