public import Foundation
import Synchronization

/// Held while descriptors for a child process are made, and while a child starts.
private let descriptors = Mutex(())

extension Process {
    /// Starts the program.
    ///
    /// Foundation closes the descriptors in the child that it found before the fork. A child of another thread would inherit those
    /// that `run` makes after that: waiting for one process, or for the end of its output, would then wait for the other one, too.
    /// Tests stopped for minutes that way.
    ///
    /// It also inherits the thread's signal mask, and threads of Dispatch block nearly all signals: a script could not end the
    /// programs that it has started, and was killed after four minutes.
    public func start() throws {
        try descriptors.withLock { _ in
            var (none, mask) = (sigset_t(), sigset_t())
            // Safe: the sets are local variables that outlive the calls.
            unsafe sigemptyset(&none)
            unsafe pthread_sigmask(SIG_SETMASK, &none, &mask)
            defer { unsafe pthread_sigmask(SIG_SETMASK, &mask, nil) }
            try run()
        }
    }
}

extension Pipe {
    /// A pipe that no child inherits but the one that it is given to: see ``Process/start()``.
    public static func exclusive() -> Pipe { descriptors.withLock { _ in Pipe() } }
}
