import Files
import Glibc

/// Reads and writes whole files, with the system's reason on errors.
enum FileBytes {
    /// The maximum size of a rules file.
    private static let limit = 16 << 20

    /// The bytes of a file.
    static func read(_ path: String) throws(SetupFault) -> [UInt8] {
        do throws(RegularFileFault) { return try RegularFile.bytes(of: path, atMost: limit) } catch {
            throw SetupFault("\(path): \(error)")
        }
    }

    /// Writes a file that must not exist yet, and syncs it to disk.
    static func write(_ bytes: [UInt8], to path: String) throws(SetupFault) {
        // Safe: the string's bytes are valid for the duration of the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw fault(path) }
        defer { close(descriptor) }
        var start = 0
        while start < bytes.count {
            // Safe: the pointer is read only within the call, and only for the remaining number of bytes.
            let count = unsafe bytes[start...].withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw fault(path) }
            start += count
        }
        guard fsync(descriptor) == 0 else { throw fault(path) }
    }

    /// The error of the preceding call, with the path that it refers to.
    static func fault(_ path: String) -> SetupFault {
        // Safe: strerror returns a string that is valid at least until the next call, and it is copied here.
        SetupFault("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}

/// Lists the names in a folder.
enum FolderListing {
    /// The names that do not begin with a dot.
    static func names(in folder: String) throws(SetupFault) -> [String] {
        // Safe: the string's bytes are valid for the duration of the call, and only this function uses the handle.
        guard let handle = unsafe opendir(folder) else { throw FileBytes.fault(folder) }
        defer { unsafe closedir(handle) }
        var names: [String] = []
        // Safe: an entry is valid until the next one is read, and its zero-terminated name is copied here.
        while let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
