import Glibc
import Terminal

/// A new file of complete rows. It is removed if it has no rows, and no row is truncated if the disk is full.
package final class RowFile {
    package let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The number of added rows.
    package private(set) var count = 0
    private var written = 0

    /// Creates the file, readable only by its owner. The caller checks whether it may replace an existing one, which
    /// may contain corrections by the user.
    package init(path: String) throws {
        self.path = path
        // Safe: the string's bytes are valid for the duration of the call.
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit { close(descriptor) }

    /// Adds a row, which ends with a line feed. The first row is preceded by the header.
    package func append(_ row: [UInt8], header: [UInt8]) throws {
        if count == 0 { buffer += header }
        buffer += row
        count += 1
        if buffer.count > 1 << 20 { try flush() }
    }

    /// Writes the buffered rows, and removes a file without rows.
    package func finish() throws {
        try flush()
        // A device is not removed, and has no disk to sync.
        guard FileIdentity(path) != nil else { return }
        // Safe: the path is read only within the call.
        if count == 0 { _ = unsafe unlink(path) } else if fsync(descriptor) != 0 { throw Self.failure(path) }
    }

    /// Writes all buffered rows or none of them.
    private func flush() throws {
        var start = 0
        while start < buffer.count {
            // Safe: the pointer is read only within the call, for the remaining number of bytes.
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
        // Safe: strerror returns a string that is valid at least until the next call, and it is copied here.
        Failure("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
