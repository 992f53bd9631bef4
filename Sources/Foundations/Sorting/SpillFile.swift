import Glibc

/// An unnamed temporary file: its space is freed when it is closed, even if the process crashes.
///
/// Writes require external synchronization; reads may run concurrently.
@safe final class SpillFile: Sendable {
    private let directory: String
    private let descriptor: Int32

    /// Creates a file that is not visible in the file system.
    init(in directory: String) throws(SpillFault) {
        self.directory = directory
        // Safe: the path is read only during the call.
        var descriptor = unsafe open(directory, __O_TMPFILE | O_RDWR | O_CLOEXEC, 0o600)
        // Not all file systems support O_TMPFILE.
        if descriptor < 0 { descriptor = Self.openRemoved(in: directory) }
        guard descriptor >= 0 else { throw SpillFault(directory: directory, code: errno) }
        self.descriptor = descriptor
    }

    /// Creates a named file and unlinks it. Returns a negative number and sets `errno` on failure.
    private static func openRemoved(in directory: String) -> Int32 {
        var template = Array("\(directory)/.sorting-XXXXXX".utf8CString)
        // Safe: both calls read the null-terminated template, and the first replaces six of its bytes in place.
        return unsafe template.withUnsafeMutableBufferPointer { path in
            guard let path = path.baseAddress else { return -1 }
            let descriptor = unsafe mkstemp(path)
            guard descriptor >= 0 else { return -1 }
            _ = unsafe unlink(path)
            // No child process can be started in between.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
    }

    deinit { close(descriptor) }

    /// Writes all bytes at an offset.
    func write(_ bytes: Span<UInt8>, at offset: Int) throws(SpillFault) {
        var done = 0
        while done < bytes.count {
            // Safe: the pointer is read only during the call.
            let count = unsafe bytes.extracting(done...).withUnsafeBufferPointer { buffer in
                unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset + done))
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw SpillFault(directory: directory, code: count < 0 ? errno : ENOSPC)
            }
            done += count
        }
    }

    /// Fills a part of a buffer from an offset of the file. Throws if the file is too short.
    func read(_ buffer: inout [UInt8], _ part: Range<Int>, at offset: Int) throws(SpillFault) {
        precondition(part.lowerBound >= 0 && part.upperBound <= buffer.count)
        var done = 0
        while done < part.count {
            // Safe: the precondition ensures that the part is within the buffer, and the call does not write beyond it.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[part].dropFirst(done))
                return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw SpillFault(directory: directory, code: count < 0 ? errno : EIO)
            }
            done += count
        }
    }
}

/// A failure to create, write or read a temporary file.
public struct SpillFault: Error, Sendable, Equatable {
    /// The directory of the file.
    public let directory: String
    /// The system error number, such as `ENOSPC` if the disk is full.
    public let code: Int32
}
