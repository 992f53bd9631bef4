import Compression
import Glibc
import LogFormats

/// A text that is read from its beginning to its end: a file, or standard input.
///
/// What can't be read is an error, never an end. Compressed bytes are not text, and are refused: they would pass for lines.
struct InputFile: ~Copyable {
    /// What people know it by.
    let name: String
    private let descriptor: Int32
    /// How many bytes the file has; nil for what is not a regular file.
    let size: Int?
    private var bytesRead = 0

    /// Opens a file; `-` is standard input.
    init(path: String) throws {
        name = path == "-" ? "standard input" : path
        // Safe: Swift lends the string's bytes for the time of the call.
        descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault(name) }
        var status = stat()
        // Safe: the system fills a local in.
        let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isFile ? Int(status.st_size) : nil
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// Whether a read would not wait.
    var isReady: Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Safe: the pointer is used within the call only.
        return unsafe poll(&ready, 1, 0) > 0
    }

    /// Reads on after the first `used` bytes of a buffer; returns how many bytes arrived, 0 at the end, nil where a
    /// signal came first.
    mutating func read(into buffer: inout [UInt8], behind used: Int) throws -> Int? {
        // Safe: the pointer is written within the call only, for as many bytes as there is room.
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe Glibc.read(descriptor, bytes.baseAddress! + used, bytes.count - used)
        }
        if count < 0 {
            if errno == EINTR { return nil }
            throw Self.fault(name)
        }
        if bytesRead == 0, let format = CompressionFormat(magic: buffer[used..<used + count].span) {
            throw Failure(
                "\(name): is compressed (\(format)); decompress it first: \(format == .gzip ? "zcat" : "zstdcat") FILE | …"
            )
        }
        if bytesRead == 0, let foreign = ForeignFile(buffer[used..<used + count].span) {
            throw Failure(foreign.advice(path: name == "standard input" ? nil : name, reader: "…"))
        }
        let isFirst = bytesRead == 0
        bytesRead += count
        if isFirst, buffer[used..<used + count].starts(with: Self.mark) {
            buffer.removeSubrange(used..<used + Self.mark.count)
            buffer.append(contentsOf: repeatElement(0, count: Self.mark.count))
            return count > Self.mark.count ? count - Self.mark.count : nil
        }
        if count == 0, let size, bytesRead > 0, bytesRead < size {
            throw Failure("\(name): was truncated while being read")
        }
        return count
    }

    /// The byte order mark of UTF-8, which is no part of the text.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func fault(_ name: String) -> Failure {
        // Safe: strerror returns a string that lives at least until the next call, and is copied here.
        Failure("\(name): \(unsafe String(cString: strerror(errno)))")
    }
}

/// What identifies a regular file, under whatever name.
struct FileIdentity: Equatable {
    private let device: UInt
    private let inode: UInt

    /// Looks up what a path leads to; nil for what is not a regular file.
    init?(_ path: String) {
        var status = stat()
        // Safe: Swift lends the string's bytes for the call, which fills a local in.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    }
}
