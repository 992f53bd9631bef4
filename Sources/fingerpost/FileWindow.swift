import Glibc

/// The part of a file, or of standard input, that is being looked at: what is done with is dropped, and more comes behind.
struct FileWindow: ~Copyable {
    private let path: String
    private let descriptor: Int32
    /// How many bytes the file has; nil for what is no plain file.
    private let size: Int?
    private var dropped = 0
    /// What is there.
    private(set) var bytes: [UInt8] = []
    private(set) var isAtEnd = false

    private static let size = 1 << 20

    /// Opens a file; `-` is standard input.
    init(path: String) throws {
        self.path = path == "-" ? "standard input" : path
        // Safe: Swift lends the string's bytes for the time of the call.
        descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault(self.path) }
        var status = stat()
        // Safe: the system fills a local in.
        let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isFile ? Int(status.st_size) : nil
        bytes.reserveCapacity(Self.size)
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// How much of the file is behind the window, from 0 to 1; nil where that is not known.
    var part: Double? { size.map { $0 > 0 ? Double(dropped) / Double($0) : 1 } }

    /// Drops what is done with.
    mutating func drop(_ count: Int) {
        bytes.removeSubrange(..<count)
        dropped += count
    }

    /// Reads on, until the window is full or the file ends. A window that nothing was dropped from grows.
    mutating func fill() throws {
        let wanted = max(Self.size, bytes.count + Self.size / 4)
        while bytes.count < wanted, !isAtEnd, !Interruption.hasCome {
            let known = bytes.count
            let room = wanted - known
            let path = path
            var failed = false
            bytes.append(contentsOf: repeatElement(0, count: room))
            // Safe: the pointer is written within the call only, for as many bytes as there is room.
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress! + known, room) }
            failed = count < 0 && errno != EINTR
            bytes.removeLast(room - max(0, count))
            if failed { throw Self.fault(path) }
            if count == 0 { isAtEnd = true }
        }
    }

    private static func fault(_ path: String) -> Failure {
        // Safe: strerror gives a string that lives at least until the next call, and is copied here.
        Failure("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
