import Glibc

/// A temporary file that has no name: its room is free again when it is closed, however the process ends.
///
/// Writing needs one thread at a time; reading does not change it.
@safe final class SpillFile: Sendable {
    private let directory: String
    private let descriptor: Int32

    /// Makes a file that only this process can reach.
    init(in directory: String) throws(SpillFault) {
        self.directory = directory
        // Safe: the path is read within the call.
        var descriptor = unsafe open(directory, __O_TMPFILE | O_RDWR | O_CLOEXEC, 0o600)
        // Not every file system has files without names.
        if descriptor < 0 { descriptor = Self.openRemoved(in: directory) }
        guard descriptor >= 0 else { throw SpillFault(directory: directory, code: errno) }
        self.descriptor = descriptor
    }

    /// Makes a file with a name, and takes the name away. Negative, with the reason in `errno`, where there is none.
    private static func openRemoved(in directory: String) -> Int32 {
        var template = Array("\(directory)/.sorting-XXXXXX".utf8CString)
        // Safe: both calls read the template's bytes, and the first changes six of them in place.
        return unsafe template.withUnsafeMutableBufferPointer { path in
            guard let path = path.baseAddress else { return -1 }
            let descriptor = unsafe mkstemp(path)
            guard descriptor >= 0 else { return -1 }
            _ = unsafe unlink(path)
            // There is no child process that could be started in between.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
    }

    deinit { close(descriptor) }

    /// Writes all of some bytes at a place.
    func write(_ bytes: Span<UInt8>, at offset: Int) throws(SpillFault) {
        var done = 0
        while done < bytes.count {
            // Safe: the pointer is read within the call.
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

    /// Fills a part of a buffer from a place of the file; throws where the file ends before.
    func read(_ buffer: inout [UInt8], _ part: Range<Int>, at offset: Int) throws(SpillFault) {
        precondition(part.lowerBound >= 0 && part.upperBound <= buffer.count)
        var done = 0
        while done < part.count {
            // Safe: the part was found to be in the buffer, and the system writes no further.
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
