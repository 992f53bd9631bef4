import Glibc

/// Reads user-specified files whole. The file must be regular and of limited size; both are checked before anything is read.
///
/// A path can refer to anything: an endless device, a pipe without a writer, or a kernel file that exposes this process's
/// secrets. Opening does not block, and only regular files outside of `/proc` and `/sys` are read.
public enum RegularFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of the file in bytes.
    ///   - followsLink: Whether the path may be a symbolic link, like mounted secrets.
    public static func bytes(
        of path: String, atMost limit: Int, followsLink: Bool = true
    ) throws(RegularFileFault) -> [UInt8] {
        let (descriptor, size) = try open(path, atMost: limit, followsLink: followsLink)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        // The file may grow while it is read.
        try read(descriptor, size: size, upTo: limit + 1, into: &bytes)
        guard bytes.count <= limit else { throw .tooLarge(limit) }
        return bytes
    }

    /// Reads at most `limit` bytes from the start of a file of any size.
    ///
    /// - Parameter followsLink: Whether the path may be a symbolic link.
    public static func start(
        of path: String, atMost limit: Int, followsLink: Bool = true
    ) throws(RegularFileFault) -> [UInt8] {
        let (descriptor, size) = try open(path, atMost: .max, followsLink: followsLink)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        try read(descriptor, size: size, upTo: limit, into: &bytes)
        return bytes
    }

    /// Throws unless a path is a readable regular file of at most `limit` bytes. For libraries that open files themselves.
    public static func check(_ path: String, atMost limit: Int = .max) throws(RegularFileFault) {
        let (descriptor, _) = try open(path, atMost: limit, followsLink: true)
        close(descriptor)
    }

    private static func open(
        _ path: String, atMost limit: Int, followsLink: Bool
    ) throws(RegularFileFault) -> (descriptor: Int32, size: Int) {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLink ? 0 : O_NOFOLLOW)
        // Safe: the string is valid during the call.
        let descriptor = unsafe Glibc.open(path, flags)
        // Sockets cannot be opened (ENXIO).
        guard descriptor >= 0 else { throw errno == ENXIO ? .irregular : .system(errno) }
        do throws(RegularFileFault) {
            return (descriptor, try size(of: descriptor, atMost: limit))
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func size(of descriptor: Int32, atMost limit: Int) throws(RegularFileFault) -> Int {
        var status = stat()
        // Safe: the system call fills a local variable.
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw .system(EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG, !isOfKernel(status) else { throw .irregular }
        guard status.st_size <= limit else { throw .tooLarge(limit) }
        return Int(status.st_size)
    }

    /// Whether a file is in `/proc` or `/sys`. Such files are regular, but the kernel generates their content on reading.
    private static func isOfKernel(_ file: stat) -> Bool {
        for path in ["/proc", "/sys"] {
            var folder = stat()
            // Safe: the string is valid during the call, which fills a local variable.
            if unsafe stat(path, &folder) == 0, folder.st_dev == file.st_dev, isMountPoint(folder) { return true }
        }
        return false
    }

    /// Whether a file system is mounted there. Otherwise the path is an ordinary directory.
    private static func isMountPoint(_ folder: stat) -> Bool {
        var root = stat()
        // Safe: the string is valid during the call, which fills a local variable.
        return unsafe stat("/", &root) == 0 && root.st_dev != folder.st_dev
    }

    private static func read(
        _ descriptor: Int32, size: Int, upTo limit: Int, into bytes: inout [UInt8]
    ) throws(RegularFileFault) {
        var piece = [UInt8](repeating: 0, count: max(1, min(size + 1, limit, 1 << 18)))
        while bytes.count < limit {
            // Safe: the call writes at most `count` bytes, before it returns.
            let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno) }
            if count == 0 { return }
            // Kernel files have size 0, wherever they are mounted.
            guard size > 0 else { throw .irregular }
            bytes += piece[..<min(count, limit - bytes.count)]
        }
    }
}

/// The reason why a file cannot be read. Contains neither the path nor any content of the file.
public enum RegularFileFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// A system error number.
    case system(Int32)
    /// A device, a pipe, a socket, or a file generated by the kernel.
    case irregular
    /// The file is larger than the limit.
    case tooLarge(Int)

    public var description: String {
        switch self {
        // Safe: strerror returns a string that is valid at least until the next call, and is copied here.
        case .system(let number): unsafe String(cString: strerror(number))
        case .irregular: "not a regular file; devices, pipes and files of /proc and /sys are not read"
        case .tooLarge(let limit): "larger than \(limit) bytes"
        }
    }
}
