import Glibc
import LMDB

/// The directory that the file lies in.
enum StoreDirectory {
    /// Whether a file is there.
    static func has(_ path: String) -> Bool {
        // Safe: the path is read within the call.
        unsafe access(path, F_OK) == 0
    }

    /// Whether a file is there and has content. An empty one is as good as none: it becomes a store when it is written to.
    static func hasContent(_ path: String) -> Bool {
        var status = stat()
        // Safe: the path is read within the call, and the system fills a local in.
        return unsafe stat(path, &status) == 0 && status.st_size > 0
    }

    /// Makes the directory unless it is there. Those above it must be.
    static func make(_ path: String) throws(StoreError) {
        // Safe: the path is read within the call.
        guard unsafe mkdir(path, 0o750) != 0, errno != EEXIST else { return }
        throw .failed(path: path, LMDBError(code: errno))
    }

    /// Whether the disk that a file is on has no room left, or the file is as long as the process may make one.
    static func isFull(_ path: String) -> Bool {
        var disk = statvfs()
        var file = stat()
        var limit = rlimit()
        // Safe: the system fills locals in.
        guard unsafe statvfs(path, &disk) == 0, unsafe stat(path, &file) == 0,
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
        else { return false }
        let room = UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
        return room < 65_536 || UInt64(file.st_size) + 65_536 > UInt64(limit.rlim_cur)
    }

    /// Takes a file away, if it is there.
    static func remove(_ path: String) {
        // Safe: the path is read within the call.
        _ = unsafe unlink(path)
    }

    /// Gives a file another name; in the place of one that has it, or only where none has.
    static func rename(_ path: String, to other: String, replacing: Bool) throws(LMDBError) {
        // Safe: the paths are read within the calls.
        let done = replacing ? unsafe Glibc.rename(path, other) : unsafe link(path, other)
        guard done == 0 else { throw LMDBError(code: errno) }
        if !replacing { remove(path) }
    }

    /// Makes names of new files in the directory last.
    static func sync(_ path: String) throws(StoreError) {
        // Safe: the path is read within the call.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed(path: path, LMDBError(code: errno)) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .failed(path: path, LMDBError(code: errno)) }
    }
}
