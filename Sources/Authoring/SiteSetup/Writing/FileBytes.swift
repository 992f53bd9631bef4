import Files
import Glibc

/// Whole files, and what the system says where they can't be read or written.
enum FileBytes {
    /// No file of rules is larger.
    private static let limit = 16 << 20

    /// The bytes of a file.
    static func read(_ path: String) throws(SetupFault) -> [UInt8] {
        do throws(RegularFileFault) { return try RegularFile.bytes(of: path, atMost: limit) } catch {
            throw SetupFault("\(path): \(error)")
        }
    }

    /// Writes a file that must not exist yet, and has the disk keep it.
    static func write(_ bytes: [UInt8], to path: String) throws(SetupFault) {
        // Safe: Swift lends the string's bytes for the time of the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw fault(path) }
        defer { close(descriptor) }
        var start = 0
        while start < bytes.count {
            // Safe: the pointer is read within the call only, for as many bytes as are left.
            let count = unsafe bytes[start...].withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw fault(path) }
            start += count
        }
        guard fsync(descriptor) == 0 else { throw fault(path) }
    }

    /// The error of the call before, with the path that it is about.
    static func fault(_ path: String) -> SetupFault {
        // Safe: strerror returns a string that lives at least until the next call, and is copied here.
        SetupFault("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}

/// The names in a folder.
enum FolderListing {
    /// Without those that begin with a dot.
    static func names(in folder: String) throws(SetupFault) -> [String] {
        // Safe: Swift lends the string's bytes for the call; the handle is this function's own.
        guard let handle = unsafe opendir(folder) else { throw FileBytes.fault(folder) }
        defer { unsafe closedir(handle) }
        var names: [String] = []
        // Safe: an entry is alive until the next one is read, and its name, which ends in a zero byte, is copied here.
        while let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
