import Glibc

/// File operations of a spool.
enum SpoolFile {
    /// Reads up to `count` bytes of a file; `nil` if it can't be read or is a symbolic link.
    static func bytes(_ path: String, at offset: Int, _ count: Int) -> [UInt8]? {
        // Safe: the string's bytes are valid for the duration of the call.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            // Safe: no more bytes are written than fit, and only within the call.
            let read = unsafe bytes.withUnsafeMutableBytes { space in
                unsafe pread(
                    descriptor, space.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { break }
            filled += read
        }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// Writes all bytes at an offset.
    static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int, _ path: String) throws(SpoolFault) {
        var done = 0
        while done < bytes.count {
            // Safe: the kernel reads the array's own bytes within the call.
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe pwrite(
                    descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SpoolFault(path) }
            done += count
        }
    }

    /// Opens a file for writing and creates it if it is missing, readable by the daemon's user only. Symbolic links are
    /// not followed; otherwise a link in the directory could redirect the daemon's writes.
    static func open(_ path: String) throws(SpoolFault) -> Int32 {
        // Safe: the string's bytes are valid for the duration of the call.
        let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SpoolFault(path) }
        return descriptor
    }

    /// The numbers of a directory's segment files, ascending.
    static func segments(in folder: String) throws(SpoolFault) -> [Int] {
        // Safe: the directory stream is closed below, and each entry is copied before the next is read.
        guard let stream = unsafe opendir(folder) else { throw SpoolFault(folder) }
        defer { unsafe closedir(stream) }
        var numbers: [Int] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                // Safe: names end with a zero byte within the field.
                unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            guard name.hasSuffix(".events"), let number = Int(name.dropLast(".events".count)) else { continue }
            numbers.append(number)
        }
        return numbers.sorted()
    }
}

/// A failure to open or write a spool; the description names the file.
public struct SpoolFault: Error, Sendable, CustomStringConvertible {
    /// A sentence that names the file and the cause.
    public let description: String
    /// Whether another process has the spool open, which is temporary.
    public let isInUse: Bool

    init(_ path: String, isInUse: Bool = false) {
        self.isInUse = isInUse
        // Safe: strerror returns a string that is valid until the thread's next call of it; it is copied here.
        description =
            isInUse ? "\(path): another process writes to it" : unsafe "\(path): \(String(cString: strerror(errno)))"
    }
}
