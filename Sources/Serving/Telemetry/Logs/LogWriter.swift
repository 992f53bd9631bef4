import Glibc
import Libevent
import Threads

/// The log thread. Disks and pipes may be slow here: only the end of the process waits, and briefly.
final class LogWriter: Sendable {
    private struct Requests: Sendable {
        var reopens = false
        /// When the remaining lines are dropped, in milliseconds of the monotonic clock; `nil` while the daemon serves.
        var end: Int64?
        var hasEnded = true
    }

    /// The interval between batches, in milliseconds; earlier if a ring is half full.
    private static let pause: Int32 = 50
    /// The interval for retrying a full disk, in milliseconds.
    private static let retry: Int32 = 500
    /// The time limit for the last lines, in milliseconds.
    private static let lastMoment: Int64 = 3_000

    private let bell: Bell
    private let requests = Locked(Requests())

    init(bell: Bell) { self.bell = bell }

    /// Starts the thread and passes the files to it.
    func start(_ files: LogFiles) {
        requests.withLock { $0.hasEnded = false }
        SystemThread(name: "logs") { [self] in
            run(files.unwrap())
            requests.withLock { $0.hasEnded = true }
        }.detach()
    }

    /// Reopens all files after the waiting lines have been written. Callable from any thread.
    func reopen() {
        requests.withLock { $0.reopens = true }
        bell.ring()
    }

    /// Writes the remaining lines and ends the thread; waits until it has ended, or the time limit is exceeded.
    func finish() {
        requests.withLock { $0.end = MonotonicClock.milliseconds + Self.lastMoment }
        bell.ring()
        requests.wait { $0.hasEnded ? () : nil }
    }

    private func run(_ files: [LogFile]) {
        while true {
            // Requests first: lines logged before them are in the rings by now.
            let requests = requests.withLock { requests in
                defer { requests.reopens = false }
                return requests
            }
            var (isBlocked, hasFailed) = (false, false)
            for file in files {
                switch file.drain() {
                case .done: break
                case .blocked: isBlocked = true
                case .failed: hasFailed = true
                }
            }
            if requests.reopens { for file in files { file.reopen() } }
            if let end = requests.end {
                let isOver = !isBlocked || MonotonicClock.milliseconds >= end
                if isOver { return }
            } else if hasFailed {
                bell.wait(milliseconds: Self.retry)
            } else if files.contains(where: \.hasLines) {
                bell.wait(milliseconds: Self.pause)
            } else {
                bell.sleep { files.contains(where: \.hasLines) || hasRequests }
                // Lines are written in batches.
                if !hasRequests { bell.wait(milliseconds: Self.pause) }
            }
        }
    }

    private var hasRequests: Bool { requests.withLock { $0.reopens || $0.end != nil } }
}

/// Passes the files to their thread.
final class LogFiles: @unchecked Sendable {
    // Safe to share: one thread stores the files before it starts the other, which alone removes them.
    private var files: [LogFile]

    init(_ files: consuming sending [LogFile]) { self.files = files }

    func unwrap() -> [LogFile] {
        defer { files = [] }
        return files
    }
}
