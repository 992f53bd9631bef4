import Glibc

/// The files of a spool, by the system's calls.
enum SpoolFile {
    /// Some bytes of a file, as many as there are; `nil` if it can't be read or is a symbolic link.
    static func bytes(_ path: String, at offset: Int, _ count: Int) -> [UInt8]? {
        // Safe: Swift lends the string's bytes for the time of the call.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            // Safe: no more is written than there is room for, within the call.
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

    /// Opens a file for writing and creates it if it is missing; only the daemon's user may read it. A symbolic link is not
    /// followed: with one in the folder, the daemon would write elsewhere.
    static func open(_ path: String) throws(SpoolFault) -> Int32 {
        // Safe: Swift lends the string's bytes for the time of the call.
        let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SpoolFault(path) }
        return descriptor
    }

    /// The numbers of the files in a folder, in order.
    static func segments(in folder: String) throws(SpoolFault) -> [Int] {
        // Safe: the system's directory stream is closed below, and each entry is copied before the next is read.
        guard let stream = unsafe opendir(folder) else { throw SpoolFault(folder) }
        defer { unsafe closedir(stream) }
        var numbers: [Int] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                // Safe: the system ends names with a zero byte, within the field.
                unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            guard name.hasSuffix(".events"), let number = Int(name.dropLast(".events".count)) else { continue }
            numbers.append(number)
        }
        return numbers.sorted()
    }
}
