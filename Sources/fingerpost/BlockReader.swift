import Glibc

/// Whole lines of a file or of standard input, as many at a time as are there.
///
/// What has come is handed out before more is waited for, so that a program that asks line by line gets its answers.
struct BlockReader: ~Copyable {
    private let path: String
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: Self.blockSize)
    /// How much of the buffer holds what was read, and how much of that has been handed out.
    private var count = 0
    private var start = 0
    private var isAtEnd = false

    private static let blockSize = 1 << 20

    /// Opens a file; `-` is standard input.
    init(path: String) throws {
        self.path = path == "-" ? "standard input" : path
        // Safe: Swift lends the string's bytes for the time of the call.
        descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault(self.path) }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// What was read, for the range that ``next()`` gave; it must be let go of before the next call.
    var bytes: [UInt8] { buffer }

    /// The place of the next lines, or nil at the end and after an interruption.
    mutating func next() throws -> Range<Int>? {
        keepRest()
        var end = 0
        while end == 0 || (count < buffer.count && hasMore) {
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

    /// Whether a read would not wait.
    private var hasMore: Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Safe: the pointer is used within the call only.
        return unsafe poll(&ready, 1, 0) > 0
    }

    /// Reads on. The buffer doubles when one line fills it, so that reading stays linear.
    private mutating func fill() throws {
        if count == buffer.count { buffer.append(contentsOf: repeatElement(0, count: count)) }
        let used = count
        // Safe: the pointer is written within the call only, for as many bytes as there is room.
        let result = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe read(descriptor, bytes.baseAddress! + used, bytes.count - used)
        }
        guard result >= 0 || errno == EINTR else { throw Self.fault(path) }
        count += max(0, result)
        isAtEnd = result == 0
    }

    private static func fault(_ path: String) -> Failure {
        // Safe: strerror gives a string that lives at least until the next call, and is copied here.
        Failure("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
