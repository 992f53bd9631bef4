import Glibc
import ServiceFiles
import Threads

/// A log that can't be opened or written.
package struct LogFault: Error, CustomStringConvertible {
    var path: String
    var code: Int32

    package var description: String {
        if code == ELOOP, OpenDirectory.hasLink(path) { return OpenDirectory.refusal(of: path) }
        // Safe: strerror returns a text that is valid until the thread's next call of it, and it is copied here.
        return unsafe "\(path): \(String(cString: strerror(code)))"
    }
}

/// The destination of some rings' lines: a file, or standard output. Belongs to the log thread.
package final class LogFile {
    enum Progress { case done, blocked, failed }

    /// Whether a name means standard output.
    static func isStandardOutput(_ path: String) -> Bool { path == "-" || path == "stdout" }

    let path: String
    private let rings: [LogRing]
    private var descriptor: Int32
    private var isRegular = false
    /// The index of the ring whose line is partially written.
    private var torn: Int?
    /// Whether the last write failed. Reported once, and again when writing succeeds.
    private var hasFailed = false
    private let report: (String) -> Void

    /// Opens the file for appending; creates it if it does not exist.
    init(_ path: String, _ rings: [LogRing], report: @escaping (String) -> Void) throws(LogFault) {
        self.path = path
        self.rings = rings
        self.report = report
        descriptor = try Self.open(path)
        examine()
    }

    deinit { if descriptor > 2 { close(descriptor) } }

    /// Throws if the file can't be opened or created. Creates nothing.
    package static func check(_ path: String) throws(LogFault) {
        do throws(LogFault) {
            let descriptor = try open(path, creating: 0)
            if descriptor > 2 { close(descriptor) }
        } catch {
            guard error.code == ENOENT else { throw error }
            guard FilePlace.permitsCreating(path) else { throw LogFault(path: path, code: errno) }
        }
    }

    private static func open(_ path: String, creating: Int32 = O_CREAT) throws(LogFault) -> Int32 {
        if isStandardOutput(path) { return STDOUT_FILENO }
        // A pipe without a reader must be an error, not block.
        let flags = O_WRONLY | creating | O_APPEND | O_CLOEXEC | O_NONBLOCK | OpenDirectory.noFollow(path)
        // Safe: the path is read within the call only.
        let descriptor = unsafe Glibc.open(path, flags, 0o640)
        guard descriptor >= 0 else { throw LogFault(path: path, code: errno) }
        return descriptor
    }

    private func examine() {
        var status = stat()
        // Safe: the kernel writes one stat into a local variable that outlives the call.
        isRegular = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether lines are waiting.
    var hasLines: Bool { rings.contains { $0.count > 0 } }

    /// Reopens the path: a renamed file keeps its contents. If that fails, the old file stays open.
    func reopen() {
        guard !Self.isStandardOutput(path) else { return }
        do throws(LogFault) {
            let descriptor = try Self.open(path)
            close(self.descriptor)
            self.descriptor = descriptor
        } catch {
            return report("logs: can't reopen \(error); keeping the old file")
        }
        examine()
        skipTornLine()
    }

    /// Skips the rest of a partially written line, which must not be at the start of a new file.
    private func skipTornLine() {
        guard let torn else { return }
        self.torn = nil
        rings[torn].countDropped()
        var isOver = false
        while !isOver, rings[torn].count > 0 {
            _ = unsafe rings[torn].consume(atMost: .max) { piece in
                // Safe: the piece is read within the call only.
                guard let end = unsafe piece.firstIndex(of: 0x0A) else { return piece.count }
                isOver = true
                return end + 1
            }
        }
    }

    /// Writes the waiting lines of each ring, up to the end of a line.
    func drain() -> Progress {
        if let torn {
            let progress = drain(torn)
            guard progress == .done else { return progress }
        }
        for index in rings.indices {
            let progress = drain(index)
            guard progress == .done else { return progress }
        }
        return .done
    }

    private func drain(_ index: Int) -> Progress {
        var left = rings[index].count
        while left > 0 {
            guard isRegular || isWritable() else { return .blocked }
            // A writable pipe accepts this many bytes without blocking.
            let limit = min(left, isRegular ? 1 << 18 : Int(PIPE_BUF))
            let count = unsafe rings[index].consume(atMost: limit) { piece in
                // Safe: the kernel reads the piece within the call only.
                let count = unsafe write(descriptor, piece.baseAddress, piece.count)
                if count > 0 { torn = unsafe piece[count - 1] == 0x0A ? nil : index }
                return count
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                return fail(count == 0 ? ENOSPC : errno)
            }
            left -= count
            if hasFailed {
                hasFailed = false
                report("logs: \(path): writing again")
            }
        }
        return .done
    }

    private func fail(_ code: Int32) -> Progress {
        if code == EAGAIN { return .blocked }
        if !hasFailed {
            hasFailed = true
            report(
                "logs: \(LogFault(path: path, code: code)); lines are buffered until the buffer is full, then dropped")
        }
        return .failed
    }

    /// Waits briefly for a slow pipe or terminal.
    private func isWritable() -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // Safe: one entry, a local variable that outlives the call.
        return unsafe poll(&waiting, 1, 50) > 0
    }
}
