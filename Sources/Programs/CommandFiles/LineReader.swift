import Glibc
import Terminal

/// Reads lines of a file or of standard input one at a time, regardless of the total size.
package struct LineReader: ~Copyable {
    private var input: InputFile
    private var buffer: [UInt8] = []
    /// The number of bytes in the buffer.
    private var count = 0
    private var start = 0
    /// No line ends before this index, so that a long line received in pieces is scanned only once.
    private var scanned = 0
    private var isAtEnd = false
    /// The number of the last line, from 1.
    package private(set) var lineNumber = 0

    /// Opens a file; `-` is standard input.
    package init(path: String) throws { input = try InputFile(path: path) }

    /// The next line without its line end, or `nil` at the end.
    ///
    /// - Parameter answers: Output to be written before blocking for more input, so that a program that writes line by
    ///   line gets its responses. Empty afterwards.
    package mutating func next(writing answers: inout [UInt8]) throws -> [UInt8]? {
        while true {
            if let end = lineEnd() {
                defer { start = end + 1 }
                lineNumber += 1
                return Array(buffer[start..<end])
            }
            if isAtEnd {
                guard start < count else { return nil }
                defer { start = count }
                lineNumber += 1
                return Array(buffer[start..<count])
            }
            Output.write(answers)
            answers.removeAll(keepingCapacity: true)
            try fill()
        }
    }

    /// The next line without its line end, or `nil` at the end.
    package mutating func next() throws -> [UInt8]? {
        var nothing: [UInt8] = []
        return try next(writing: &nothing)
    }

    /// The end of the line that begins at ``start``, if it has been read.
    private mutating func lineEnd() -> Int? {
        let from = max(start, scanned)
        guard from < count else { return nil }
        let length = count - from
        // Safe: `count` never exceeds the buffer, and the pointer is read only within the call.
        let offset = unsafe buffer.withUnsafeBytes { bytes -> Int? in
            let first = unsafe bytes.baseAddress! + from
            guard let found = unsafe memchr(first, 0x0A, length) else { return nil }
            return unsafe UnsafeRawPointer(found) - first
        }
        scanned = offset.map { from + $0 + 1 } ?? count
        return offset.map { from + $0 }
    }

    /// Reads more. The buffer doubles when a line fills it, so that reading takes linear time.
    private mutating func fill() throws {
        if start > 0 {
            // Removes the unused end first, so that it is not moved.
            buffer.removeSubrange(count...)
            buffer.removeSubrange(..<start)
            count -= start
            scanned -= start
            start = 0
        }
        if buffer.count < count + 65_536 {
            buffer.append(contentsOf: repeatElement(0, count: max(65_536, count)))
        }
        guard let more = try input.read(into: &buffer, behind: count) else { return }
        count += more
        isAtEnd = more == 0
    }
}
