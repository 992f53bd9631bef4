import Glibc

/// The last lines of a log that is being written.
struct LogTail {
    /// How much of the file is read at most.
    private static let mostBytes = 4 << 20

    private let path: String

    init(_ path: String) { self.path = path }

    /// The last whole lines, in their order; none where the file can't be read, as standard output can't.
    func lines(_ count: Int) -> [[UInt8]] {
        guard !LogFile.isStandardOutput(path) else { return [] }
        let (bytes, isWhole) = end
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
        // The first may be the rest of a line, and the last is one that is being written.
        if !isWhole, !lines.isEmpty { lines.removeFirst() }
        if let last = bytes.last, last != 0x0A, !lines.isEmpty { lines.removeLast() }
        return lines.suffix(count).map(Array.init)
    }

    /// The end of the file, and whether that is all of it.
    private var end: (bytes: [UInt8], isWhole: Bool) {
        // A pipe without a writer must be empty, not a wait.
        // Safe: Swift lends the string's bytes for the time of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return ([], true) }
        defer { close(descriptor) }
        let size = lseek(descriptor, 0, SEEK_END)
        guard size > 0 else { return ([], true) }
        let start = max(0, size - Self.mostBytes)
        var bytes = [UInt8](repeating: 0, count: size - start)
        // Safe: no more is written than there is room for, within the call.
        let read = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, start) }
        bytes.removeLast(bytes.count - max(0, read))
        return (bytes, start == 0)
    }
}
