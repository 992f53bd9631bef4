import Glibc

/// A new file that gets whole rows only, and is not there where no row came: also on a full disk, no row is cut.
final class RowFile {
    let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// How many rows were added.
    private(set) var count = 0
    private var written = 0

    /// Begins the file, for its owner alone. Whether it may replace one, which may have been mended since, is checked before.
    init(path: String) throws {
        self.path = path
        // Safe: Swift lends the string's bytes for the time of the call.
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit { close(descriptor) }

    /// Adds a row, which ends in a line feed; before the first, the header.
    func append(_ row: [UInt8], header: [UInt8]) throws {
        if count == 0 { buffer += header }
        buffer += row
        count += 1
        if buffer.count > 1 << 20 { try flush() }
    }

    /// Writes what is left, and removes a file without rows.
    func finish() throws {
        try flush()
        // A device keeps its name, and has no disk to wait for.
        guard FileIdentity(path) != nil else { return }
        // Safe: the path is read within the call.
        if count == 0 { _ = unsafe unlink(path) } else if fsync(descriptor) != 0 { throw Self.failure(path) }
    }

    /// Writes all whole rows, or none of them.
    private func flush() throws {
        var start = 0
        while start < buffer.count {
            // Safe: the pointer is read within the call only, for as many bytes as are left.
            let count = unsafe buffer[start...].withUnsafeBytes { rest in
                unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                start += count
            } else if errno != EINTR {
                let fault = Self.failure(path)
                ftruncate(descriptor, off_t(written))
                throw fault
            }
        }
        written += start
        buffer.removeAll(keepingCapacity: true)
    }

    private static func failure(_ path: String) -> Failure {
        // Safe: strerror returns a string that lives at least until the next call, and is copied here.
        Failure("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
