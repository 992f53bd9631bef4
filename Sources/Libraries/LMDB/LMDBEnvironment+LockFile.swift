import Glibc

/// The lock file next to the data file, which coordinates processes. LMDB maps it for writing.
///
/// LMDB creates it with `ftruncate`, which does not allocate disk space. On a full disk, the first write to the map
/// would terminate the process with SIGBUS. Therefore the space is allocated before the file is mapped.
enum LockFile {
    /// The size of a reader slot in LMDB.
    private static let readerBytes = 64

    /// Allocates disk space for every byte of the lock file of `path`, which is created if it does not exist.
    ///
    /// Throws `ENOSPC` or `EDQUOT` if the disk is full. Other errors of opening the file are left for LMDB to report.
    static func allocate(beside path: String, _ options: LMDBEnvironment.Options) throws(LMDBError) {
        // Safe: the path is read during the call.
        let descriptor = unsafe open("\(path)-lock", O_RDWR | O_CREAT | O_CLOEXEC, options.mode)
        guard descriptor >= 0 else {
            if isFull(errno) { throw LMDBError(code: errno) }
            return
        }
        // Closing releases this process's POSIX locks on the file. There are none: a process opens the environment only
        // once.
        defer { close(descriptor) }
        var status = stat()
        // Safe: the system fills in a local.
        guard unsafe fstat(descriptor, &status) == 0 else { return }
        // A file that is long enough keeps its length, since other processes may have it mapped.
        let least = Int(options.maximumReaders) * readerBytes
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let size = Int(status.st_size) >= least - readerBytes ? Int(status.st_size) : (least / page + 1) * page
        // If the file system can't allocate, the C library writes instead, so a file that is already allocated is left
        // alone.
        if Int(status.st_size) == size, Int(status.st_blocks) * 512 >= size { return }
        let code = posix_fallocate(descriptor, 0, size)
        if isFull(code) { throw LMDBError(code: code) }
    }

    private static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }
}
