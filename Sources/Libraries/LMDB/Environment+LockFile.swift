import Glibc

/// The file beside the data by which processes lock each other out. LMDB maps it to be written to.
///
/// LMDB makes it with `ftruncate`, which reserves no room on the disk. On a disk that is full, the first touch of the map
/// would end the process with SIGBUS. So the room is reserved before the file is mapped.
enum LockFile {
    /// The bytes that LMDB keeps for a reader.
    private static let readerBytes = 64

    /// Reserves room on the disk for every byte of the file beside `path`; makes the file where it is absent.
    ///
    /// Throws `ENOSPC` or `EDQUOT` where there is none. What else keeps the file from being opened is left for LMDB to say.
    static func allocate(beside path: String, _ options: Environment.Options) throws(LMDBError) {
        // Safe: the path is read within the call.
        let descriptor = unsafe open("\(path)-lock", O_RDWR | O_CREAT | O_CLOEXEC, options.mode)
        guard descriptor >= 0 else {
            if isFull(errno) { throw LMDBError(code: errno) }
            return
        }
        // POSIX locks of this process on the file go with this, and there are none: it has the environment open once.
        defer { close(descriptor) }
        var status = stat()
        // Safe: the system fills a local in.
        guard unsafe fstat(descriptor, &status) == 0 else { return }
        // A file that is long enough keeps its length: processes that have it mapped count on it.
        let least = Int(options.maximumReaders) * readerBytes
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let size = Int(status.st_size) >= least - readerBytes ? Int(status.st_size) : (least / page + 1) * page
        // Where the file system can't allocate, the C library writes: a file that has its room is left alone.
        if Int(status.st_size) == size, Int(status.st_blocks) * 512 >= size { return }
        let code = posix_fallocate(descriptor, 0, size)
        if isFull(code) { throw LMDBError(code: code) }
    }

    private static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }
}
