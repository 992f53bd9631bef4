import CLMDB
import Glibc

/// Maintenance of the file.
extension LMDBEnvironment {
    /// The actual and the required size of the file.
    public struct Extent: Sendable {
        /// The size required by the last committed state, in bytes.
        public var neededBytes: Int
        /// The size of the file, in bytes.
        public var fileBytes: Int
        /// The page size, in bytes.
        public var pageBytes: Int
        /// Whether the file is as long as required. Reading a missing part kills the process.
        public var isWhole: Bool { fileBytes >= neededBytes }
    }

    /// Measures the file, with two cheap calls. A file shorter than its first two pages is detected without accessing
    /// them.
    public func extent() throws(LMDBError) -> Extent {
        let fileBytes = try fileBytes()
        var statistics = MDB_stat()
        // The page size is that of the environment, known without reading the file.
        let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))
        guard fileBytes >= 2 * pageBytes else {
            return Extent(neededBytes: 2 * pageBytes, fileBytes: fileBytes, pageBytes: pageBytes)
        }
        var info = unsafe MDB_envinfo()
        // Safe: both calls fill in a local, from the first pages, which exist.
        try check(unsafe mdb_env_info(handle, &info))
        try check(unsafe mdb_env_stat(handle, &statistics))
        let size = Int(statistics.ms_psize)
        return Extent(neededBytes: unsafe (info.me_last_pgno + 1) * size, fileBytes: fileBytes, pageBytes: size)
    }

    /// The number of bytes in the file not used by the last committed state: free pages, including those still in use
    /// by readers, and anything after the last page. Costs a step for each commit that freed pages.
    public func freeBytes() throws(LMDBError) -> Int {
        let transaction = try beginReading()
        var cursor = try transaction.cursor(in: .ofFreePages)
        var pages = 0
        var hasMore = try cursor.move(.first)
        while hasMore {
            pages += cursor.freePages
            hasMore = try cursor.move(.next)
        }
        let extent = try extent()
        return pages * extent.pageBytes + max(0, extent.fileBytes - extent.neededBytes)
    }

    /// Extends the file to its required length if only free pages are missing at its end. Returns `false` and leaves
    /// the file unchanged if more is missing.
    ///
    /// LMDB does not write a page that a transaction takes from beyond the end of the file and frees again: the file of
    /// an intact store may be short by such pages. Waits for other writers.
    public func addMissingFreePages() throws(LMDBError) -> Bool {
        // Without its first two pages, no transaction can begin.
        guard try fileBytes() >= 2 * Int(sysconf(Int32(_SC_PAGESIZE))) else { return false }
        // Blocks other writers; changes nothing.
        let lock = try beginWriting()
        defer { withExtendedLifetime(lock) {} }
        let extent = try extent()
        guard !extent.isWhole else { return true }
        let descriptor = try descriptor()
        // The free list itself may be missing; the extension provides zeros to read there.
        guard ftruncate(descriptor, extent.neededBytes) == 0 else { throw LMDBError(code: errno) }
        let missing = (extent.neededBytes - extent.fileBytes) / extent.pageBytes
        let isFree = extent.fileBytes.isMultiple(of: extent.pageBytes)
        if isFree, let free = try? freePages(from: extent.fileBytes / extent.pageBytes), free == missing { return true }
        guard ftruncate(descriptor, extent.fileBytes) == 0 else { throw LMDBError(code: errno) }
        return false
    }

    /// The number of free pages from a page on.
    private func freePages(from first: Int) throws(LMDBError) -> Int {
        let transaction = try beginReading()
        var cursor = try transaction.cursor(in: .ofFreePages)
        var found: Set<Int> = []
        var hasMore = try cursor.move(.first)
        while hasMore {
            for index in 0..<cursor.freePages {
                if let page = cursor.freePage(index), page >= first { found.insert(page) }
            }
            hasMore = try cursor.move(.next)
        }
        return found.count
    }

    private func descriptor() throws(LMDBError) -> Int32 {
        var descriptor: Int32 = -1
        // Safe: LMDB fills in a local.
        try check(unsafe mdb_env_get_fd(handle, &descriptor))
        return descriptor
    }

    private func fileBytes() throws(LMDBError) -> Int {
        let descriptor = try descriptor()
        var status = stat()
        // Safe: the system fills in a local.
        guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError(code: errno) }
        return Int(status.st_size)
    }

    /// Frees the slots of readers whose processes have exited, so that their pages can be reused. Returns the number of
    /// slots.
    @discardableResult
    public func clearStaleReaders() throws(LMDBError) -> Int {
        var dead: Int32 = 0
        // Safe: LMDB fills in a local.
        try check(unsafe mdb_reader_check(handle, &dead))
        return Int(dead)
    }

    /// Copies the last committed state to a file that must not exist, while others read and write. The copy has the
    /// permissions of a new store. Its data is durable when this returns, but its directory entry is not.
    ///
    /// A compacting copy omits free pages.
    public func copy(to path: String, compacting: Bool) throws(LMDBError) {
        // Safe: the path is read during the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, Options().mode)
        guard descriptor >= 0 else { throw LMDBError(code: errno) }
        defer { close(descriptor) }
        // Safe: LMDB writes to the descriptor during the call.
        try check(unsafe mdb_env_copyfd2(handle, descriptor, compacting ? UInt32(MDB_CP_COMPACT) : 0))
        guard fsync(descriptor) == 0 else { throw LMDBError(code: errno) }
    }

    /// Writes a compact copy of the last committed state to an open descriptor. Retains its pages until this returns.
    public func copy(into descriptor: Int32) throws(LMDBError) {
        // Safe: LMDB writes to the descriptor during the call.
        try check(unsafe mdb_env_copyfd2(handle, descriptor, UInt32(MDB_CP_COMPACT)))
    }
}

extension Database {
    /// The database in which LMDB stores its free list: transaction ID → page count and page numbers, one word each.
    /// Only read transactions may iterate over it.
    fileprivate static let ofFreePages = Database(index: 0)
}

extension Cursor {
    /// The page count at the start of a free-list entry.
    fileprivate var freePages: Int {
        let value = currentValue
        guard value.count >= MemoryLayout<Int>.size else { return 0 }
        // Safe: the value contains a word, and any bit pattern is a number.
        return unsafe value.withUnsafeBytes { unsafe $0.loadUnaligned(as: Int.self) }
    }

    /// One of the page numbers after the count, or `nil` if the entry is too short.
    fileprivate func freePage(_ index: Int) -> Int? {
        let value = currentValue
        let offset = (index + 1) * MemoryLayout<Int>.size
        guard value.count >= offset + MemoryLayout<Int>.size else { return nil }
        // Safe: the value contains that word, and any bit pattern is a number.
        return unsafe value.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: Int.self) }
    }
}
