import Glibc

/// An open file, closed with its last reference. Reads at offsets may be made from any thread.
final class OpenFile: Sendable {
    let name: String
    private let descriptor: Int32
    private let owns: Bool
    let isRegular: Bool
    /// The size of a regular file when it was opened.
    let size: Int64
    private let identity: (device: UInt, inode: UInt)

    init(_ input: LogInput) throws(UnreadRest) {
        name = input.name
        switch input {
        case .standardInput:
            descriptor = STDIN_FILENO
            owns = false
        case .file(let path):
            // Safe: the string's bytes are valid for the duration of the call.
            descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
            owns = true
            guard descriptor >= 0 else { throw .last }
        }
        var status = stat()
        // Safe: the pointer is written only within the call, which succeeds for an open descriptor.
        _ = unsafe fstat(descriptor, &status)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        size = isRegular ? Int64(status.st_size) : 0
        identity = (UInt(status.st_dev), UInt(status.st_ino))
    }

    /// The size of a regular file. Returns `nil` for any other, without opening it: a pipe may be opened only once.
    static func size(of input: LogInput) throws(ReplayFault) -> Int64? {
        guard case .file(let path) = input else { return nil }
        var status = stat()
        // Safe: the string's bytes are valid for both calls, and the pointer is written only within `stat`.
        guard unsafe stat(path, &status) == 0, unsafe access(path, R_OK) == 0 else {
            throw ReplayFault("\(path): \(UnreadRest.last.reason)")
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw ReplayFault("\(path): is a directory; name its files, as in \(path)/*.log")
        }
        return status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    deinit {
        if owns { close(descriptor) }
    }

    /// Reads at an offset. Returns the number of bytes read, 0 at the end.
    func read(into buffer: inout [UInt8], _ room: Range<Int>, at offset: Int64) throws(UnreadRest) -> Int {
        while true {
            // Safe: the pointer is written only within the call, inside the buffer.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[room]).baseAddress, room.count,
                    Int(offset))
            }
            if count >= 0 { return count }
            if errno != EINTR { throw .last }
        }
    }

    /// Continues reading. Returns the number of bytes read, 0 at the end, or `nil` after a signal.
    func readOn(into buffer: inout [UInt8], _ room: Range<Int>) throws(UnreadRest) -> Int? {
        // Safe: the pointer is written only within the call, inside the buffer.
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe Glibc.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[room]).baseAddress, room.count)
        }
        if count >= 0 { return count }
        if errno == EINTR || errno == EAGAIN { return nil }
        throw .last
    }

    /// Whether a read would not block. Waits for up to the given time.
    func isReady(milliseconds: Int32) -> Bool {
        if isRegular { return true }
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Safe: the pointer is used only within the call.
        return unsafe poll(&ready, 1, milliseconds) > 0
    }

    /// Rewinds to the beginning if the file has become shorter than the current offset.
    func rewindIfTruncated() -> Bool {
        var status = stat()
        // Safe: the pointer is written only within the call.
        guard isRegular, unsafe fstat(descriptor, &status) == 0 else { return false }
        let position = lseek(descriptor, 0, SEEK_CUR)
        guard status.st_size < position else { return false }
        return lseek(descriptor, 0, SEEK_SET) == 0
    }

    /// Whether the path now leads to another file.
    func wasReplaced(at path: String) -> Bool {
        var status = stat()
        // Safe: the string's bytes are valid for the duration of the call, and the pointer is written only within it.
        guard unsafe stat(path, &status) == 0 else { return false }
        return (UInt(status.st_dev), UInt(status.st_ino)) != identity
    }
}

/// The reason why a log was not read to its end. Reported with the result; other logs are still replayed.
struct UnreadRest: Error {
    var reason: String

    /// The message for `errno`.
    static var last: UnreadRest {
        // Safe: strerror's text is valid until the thread's next call, and is copied here.
        UnreadRest(reason: unsafe String(cString: strerror(errno)))
    }

    static let shrunk = UnreadRest(reason: "it was truncated while being read")
    static let cutOff = UnreadRest(reason: "the compressed data is truncated")
    static let damaged = UnreadRest(reason: "the compressed data is damaged, or followed by other data")
}
