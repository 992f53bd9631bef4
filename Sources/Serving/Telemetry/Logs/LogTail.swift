import Glibc

/// The last lines of a log that is being written.
package struct LogTail {
    /// The maximum number of bytes read from the file.
    private static let mostBytes = 4 << 20

    private let path: String

    package init(_ path: String) { self.path = path }

    /// The last complete lines in order; empty if the file can't be read, for example because it is standard output.
    package func lines(_ count: Int) -> [[UInt8]] {
        guard !LogFile.isStandardOutput(path) else { return [] }
        let (bytes, isWhole) = tail
        // From the end, since there may be many more lines than requested. Text after the last line feed is an incomplete line.
        var lines: [[UInt8]] = []
        var end = bytes.lastIndex(of: 0x0A) ?? 0
        while end > 0, lines.count < count {
            let start = bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            // The first may be the rest of a line.
            if start == 0, !isWhole { break }
            if start < end { lines.append(Array(bytes[start..<end])) }
            end = start - 1
        }
        return lines.reversed()
    }

    /// The end of the file, and whether it is the whole file.
    private var tail: (bytes: [UInt8], isWhole: Bool) {
        // A pipe without a writer must be empty, not block.
        // Safe: the string's bytes are valid for the duration of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return ([], true) }
        defer { close(descriptor) }
        let size = lseek(descriptor, 0, SEEK_END)
        guard size > 0 else { return ([], true) }
        let start = max(0, size - Self.mostBytes)
        var bytes = [UInt8](repeating: 0, count: size - start)
        // Safe: at most the buffer's size is written, within the call.
        let read = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, start) }
        bytes.removeLast(bytes.count - max(0, read))
        return (bytes, start == 0)
    }
}
