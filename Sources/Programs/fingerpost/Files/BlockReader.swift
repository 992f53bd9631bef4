/// Whole lines of a file or of standard input, as many at a time as are there.
///
/// What has come is handed out before more is waited for, so that a program that asks line by line gets its answers.
struct BlockReader: ~Copyable {
    private var input: InputFile
    private var buffer: [UInt8]
    /// How much of the buffer holds what was read, and how much of that has been handed out.
    private var count = 0
    private var start = 0
    private var isAtEnd = false

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameter blockSize: About how many bytes are handed out at a time.
    init(path: String, blockSize: Int = 1 << 20) throws {
        input = try InputFile(path: path)
        buffer = [UInt8](repeating: 0, count: blockSize)
    }

    /// What was read, for the range that ``next()`` returned; it must be released before the next call.
    var bytes: [UInt8] { buffer }

    /// The place of the next lines, or nil at the end and after an interruption.
    mutating func next() throws -> Range<Int>? {
        keepRest()
        var end = 0
        while end == 0 || (count < buffer.count && input.isReady) {
            if isAtEnd || Interruption.hasCome { break }
            let known = count
            try fill()
            if let last = buffer[known..<count].lastIndex(of: 0x0A) { end = last + 1 }
        }
        if isAtEnd { end = count }
        guard end > 0, !Interruption.hasCome else { return nil }
        start = end
        return 0..<end
    }

    /// Moves the line that has begun to the front of the buffer.
    private mutating func keepRest() {
        for index in start..<count { buffer[index - start] = buffer[index] }
        count -= start
        start = 0
    }

    /// Reads on. The buffer doubles when one line fills it, so that reading stays linear.
    private mutating func fill() throws {
        if count == buffer.count { buffer.append(contentsOf: repeatElement(0, count: count)) }
        guard let more = try input.read(into: &buffer, behind: count) else { return }
        count += more
        isAtEnd = more == 0
    }
}
