import Glibc

/// Lines of a file or of standard input, one at a time, however large the whole is.
struct LineReader: ~Copyable {
    private let descriptor: Int32
    private let owns: Bool
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The number of the line that was read last, from 1.
    private(set) var lineNumber = 0

    /// Opens a file; `-` is standard input.
    init(path: String) throws {
        if path == "-" {
            descriptor = STDIN_FILENO
            owns = false
        } else {
            // Safe: Swift lends the string's bytes for the time of the call.
            descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
            owns = true
            // Safe: strerror gives a string that lives at least until the next call, and is copied here.
            guard descriptor >= 0 else { throw Failure("\(path): \(unsafe String(cString: strerror(errno)))") }
        }
    }

    deinit {
        if owns { close(descriptor) }
    }

    /// The next line without its line end, or nil at the end.
    mutating func next() throws -> [UInt8]? {
        while true {
            if let end = buffer[start...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                lineNumber += 1
                return Array(buffer[start..<end])
            }
            if isAtEnd {
                guard start < buffer.count else { return nil }
                defer { start = buffer.count }
                lineNumber += 1
                return Array(buffer[start...])
            }
            try fill()
        }
    }

    private mutating func fill() throws {
        buffer.removeSubrange(..<start)
        start = 0
        let used = buffer.count
        let room = max(65_536, used)
        buffer.append(contentsOf: repeatElement(0, count: room))
        // Safe: the pointer is written within the call only, for as many bytes as there is room.
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress! + used, room) }
        let error = errno
        buffer.removeLast(room - max(count, 0))
        if count < 0 {
            if error == EINTR { return }
            // Safe: as above.
            throw Failure("reading: \(unsafe String(cString: strerror(error)))")
        }
        if count == 0 { isAtEnd = true }
    }
}
