import Terminal

/// Reads blocks of complete lines from a file or from standard input.
///
/// Available lines are returned before waiting for more, so that a program that writes single requests gets its responses.
package struct BlockReader: ~Copyable {
    private var input: InputFile
    private var buffer: [UInt8]
    /// The number of bytes in the buffer, and the number of those already returned.
    private var count = 0
    private var start = 0
    private var isAtEnd = false

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameter blockSize: The approximate number of bytes to return at a time.
    package init(path: String, blockSize: Int = 1 << 20) throws {
        input = try InputFile(path: path)
        buffer = [UInt8](repeating: 0, count: blockSize)
    }

    /// The bytes that the range from ``next()`` refers to. Must be released before the next call.
    package var bytes: [UInt8] { buffer }

    /// The range of the next lines, or `nil` at the end and after an interruption.
    package mutating func next() throws -> Range<Int>? {
        keepRest()
        var end = 0
        while end == 0 || (count < buffer.count && input.isReady) {
            if isAtEnd || Interruption.isRequested { break }
            let known = count
            try fill()
            if let last = buffer[known..<count].lastIndex(of: 0x0A) { end = last + 1 }
        }
        if isAtEnd { end = count }
        guard end > 0, !Interruption.isRequested else { return nil }
        start = end
        return 0..<end
    }

    /// Moves the incomplete line to the front of the buffer.
    private mutating func keepRest() {
        for index in start..<count { buffer[index - start] = buffer[index] }
        count -= start
        start = 0
    }

    /// Reads more. The buffer doubles when a single line fills it, so that reading takes linear time.
    private mutating func fill() throws {
        if count == buffer.count { buffer.append(contentsOf: repeatElement(0, count: count)) }
        guard let more = try input.read(into: &buffer, behind: count) else { return }
        count += more
        isAtEnd = more == 0
    }
}
