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
    public func start() throws { try descriptors.withLock { _ in try run() } }
}

extension Pipe {
    /// A pipe that no child inherits but the one that it is given to: see ``Process/start()``.
    public static func exclusive() -> Pipe { descriptors.withLock { _ in Pipe() } }
}
