import Glibc
import Synchronization

/// Ctrl-C for commands that write a lot of data: the current write is completed, then the program ends by the signal.
package enum Interruption {
    private static let flag = Atomic<Bool>(false)

    package static var isRequested: Bool { flag.load(ordering: .relaxed) }

    /// Records the first SIGINT, which also interrupts reads. A second one has its default effect.
    package static func expect() {
        // Initializes the flag outside the handler.
        _ = isRequested
        var action = sigaction()
        // Safe: the handler only stores into an atomic.
        unsafe action.__sigaction_handler.sa_handler = { _ in Interruption.flag.store(true, ordering: .relaxed) }
        action.sa_flags = Int32(bitPattern: SA_RESETHAND)
        // Safe: the pointer is read only within the call.
        unsafe sigaction(SIGINT, &action, nil)
    }

    /// Unblocks all signals: a program that inherits a mask, such as that of a Dispatch thread, could not be stopped.
    package static func unblockSignals() {
        var none = sigset_t()
        // Safe: the set is a local variable that outlives the calls.
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// Ends the program as if the signal had not been caught, so that a shell sees the signal.
    package static func endIfInterrupted() {
        guard isRequested else { return }
        signal(SIGINT, SIG_DFL)
        raise(SIGINT)
    }
}
