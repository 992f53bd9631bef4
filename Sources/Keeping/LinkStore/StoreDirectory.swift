import Glibc
import LMDB

/// The directory of the file.
enum StoreDirectory {
    /// Whether a file exists.
    static func has(_ path: String) -> Bool {
        // Safe: the path is read within the call.
        unsafe access(path, F_OK) == 0
    }

    /// Whether a file exists and has content. An empty one becomes a store when it is written to.
    static func hasContent(_ path: String) -> Bool {
        var status = stat()
        // Safe: the path is read within the call, and the system fills a local variable.
        return unsafe stat(path, &status) == 0 && status.st_size > 0
    }

    /// Creates the directory if it does not exist. Its parents must exist.
    static func make(_ path: String) throws(StoreError) {
        // Safe: the path is read within the call.
        guard unsafe mkdir(path, 0o750) != 0, errno != EEXIST else { return }
        throw .failed(path: path, LMDBError(code: errno))
    }

    /// Whether the file's disk is full, or the file has reached the process's size limit.
    static func isFull(_ path: String) -> Bool {
        var disk = statvfs()
        var file = stat()
        var limit = rlimit()
        // Safe: the system fills local variables.
        guard unsafe statvfs(path, &disk) == 0, unsafe stat(path, &file) == 0,
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
        else { return false }
        let room = UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
        return room < 65_536 || UInt64(file.st_size) + 65_536 > UInt64(limit.rlim_cur)
    }

    /// The directory part of a path.
    static func directory(of path: String) -> String {
        guard let end = path.lastIndex(of: "/") else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// The number of free bytes on a file's disk; `nil` if it can't be determined.
    static func room(at path: String) -> Int? {
        var disk = statvfs()
        // Safe: the path is read within the call, and the system fills a local variable.
        guard unsafe statvfs(path, &disk) == 0 else { return nil }
        return Int(clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue)
    }

    /// Removes a file, if it exists.
    static func remove(_ path: String) {
        // Safe: the path is read within the call.
        _ = unsafe unlink(path)
    }

    /// Renames a file; replaces a file with the new name, or fails if there is one.
    static func rename(_ path: String, to other: String, replacing: Bool) throws(LMDBError) {
        // Safe: the paths are read within the calls.
        let done = replacing ? unsafe Glibc.rename(path, other) : unsafe link(path, other)
        guard done == 0 else { throw LMDBError(code: errno) }
        if !replacing { remove(path) }
    }

    /// Makes new names in the directory durable.
    static func sync(_ path: String) throws(StoreError) {
        // Safe: the path is read within the call.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed(path: path, LMDBError(code: errno)) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .failed(path: path, LMDBError(code: errno)) }
    }
}
