import Compression
import Glibc
import LogFormats
import Terminal

/// Text that is read sequentially from a file or standard input.
///
/// Read errors are never treated as the end. Compressed data is rejected, since it could be mistaken for lines.
struct InputFile: ~Copyable {
    /// The name in messages.
    let name: String
    private let descriptor: Int32
    /// The file size in bytes, or `nil` if it is not a regular file.
    let size: Int?
    private var bytesRead = 0

    /// Opens a file; `-` is standard input.
    init(path: String) throws {
        name = path == "-" ? "standard input" : path
        // Safe: the string's bytes are valid for the duration of the call.
        descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault(name) }
        var status = stat()
        // Safe: the system writes only to a local.
        let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isFile ? Int(status.st_size) : nil
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// Whether a read would not block.
    var isReady: Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Safe: the pointer is used only within the call.
        return unsafe poll(&ready, 1, 0) > 0
    }

    /// Reads into a buffer after its first `used` bytes. Returns the number of bytes read, 0 at the end, or `nil` if
    /// interrupted by a signal.
    mutating func read(into buffer: inout [UInt8], behind used: Int) throws -> Int? {
        // Safe: the pointer is written only within the call, within the rest of the buffer.
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

    /// The UTF-8 byte order mark, which is not part of the text.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func fault(_ name: String) -> Failure {
        // Safe: strerror returns a string that is valid at least until the next call, and it is copied here.
        Failure("\(name): \(unsafe String(cString: strerror(errno)))")
    }
}

/// The identity of a regular file, independent of its name.
struct FileIdentity: Equatable {
    private let device: UInt
    private let inode: UInt

    /// Looks up the file at a path. Returns `nil` if it is not a regular file.
    init?(_ path: String) {
        var status = stat()
        // Safe: the string's bytes are valid for the duration of the call, which writes only to a local.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    }
}
