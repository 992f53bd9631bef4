import CLMDB
import Glibc

/// Looking after the file.
extension Environment {
    /// How large the file is and has to be.
    public struct Extent: Sendable {
        /// The bytes that the last committed state reaches to.
        public var neededBytes: Int
        /// The bytes that the file has.
        public var fileBytes: Int
        /// The bytes of a page.
        public var pageBytes: Int
        /// Whether the file is as long as it must be. Reading a missing part kills the process.
        public var isWhole: Bool { fileBytes >= neededBytes }
    }

    /// Measures the file. Two cheap calls; a file cut shorter than its two first pages is found without touching them.
    public func extent() throws(LMDBError) -> Extent {
        let fileBytes = try fileBytes()
        var statistics = MDB_stat()
        // The page size is the environment's own: known without the file.
        let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))
        guard fileBytes >= 2 * pageBytes else {
            return Extent(neededBytes: 2 * pageBytes, fileBytes: fileBytes, pageBytes: pageBytes)
        }
        var info = unsafe MDB_envinfo()
        // Safe: both calls fill a local in, from the first pages, which are there.
        try check(unsafe mdb_env_info(handle, &info))
        try check(unsafe mdb_env_stat(handle, &statistics))
        let size = Int(statistics.ms_psize)
        return Extent(neededBytes: unsafe (info.me_last_pgno + 1) * size, fileBytes: fileBytes, pageBytes: size)
    }

    /// How many bytes of the file the last committed state does not use: free pages, and what is behind the last page. Pages
    /// that a reader still looks at are among them. Costs a step for each commit that left pages free.
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

    /// Makes the file as long as it must be, if nothing but free pages is missing at its end; false if more is missing,
    /// and then the file is as it was.
    ///
    /// LMDB does not write a page that a transaction takes from behind the end of the file and gives back: the file of a
    /// sound store may be short by such pages. Waits for other writers.
    public func addMissingFreePages() throws(LMDBError) -> Bool {
        // Without its two first pages nothing can be begun.
        guard try fileBytes() >= 2 * Int(sysconf(Int32(_SC_PAGESIZE))) else { return false }
        // Its lock keeps writers away; it changes nothing.
        let lock = try beginWriting()
        defer { withExtendedLifetime(lock) {} }
        let extent = try extent()
        guard !extent.isWhole else { return true }
        let descriptor = try descriptor()
        // The list of free pages may itself be missing, and zeros can be read where nothing can.
        guard ftruncate(descriptor, extent.neededBytes) == 0 else { throw LMDBError(code: errno) }
        let missing = (extent.neededBytes - extent.fileBytes) / extent.pageBytes
        let isFree = extent.fileBytes.isMultiple(of: extent.pageBytes)
        if isFree, let free = try? freePages(from: extent.fileBytes / extent.pageBytes), free == missing { return true }
        guard ftruncate(descriptor, extent.fileBytes) == 0 else { throw LMDBError(code: errno) }
        return false
    }

    /// How many pages from a page on are free.
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
        // Safe: LMDB fills a local in.
        try check(unsafe mdb_env_get_fd(handle, &descriptor))
        return descriptor
    }

    private func fileBytes() throws(LMDBError) -> Int {
        let descriptor = try descriptor()
        var status = stat()
        // Safe: the system fills a local in.
        guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError(code: errno) }
        return Int(status.st_size)
    }

    /// What identifies the file, for as long as it is open.
    public func identity() throws(LMDBError) -> (device: UInt64, inode: UInt64) {
        let descriptor = try descriptor()
        var status = stat()
        // Safe: the system fills a local in.
        guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError(code: errno) }
        return (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// Frees the places of readers whose processes are gone, so that pages they held are used again. Returns how many.
    @discardableResult
    public func clearStaleReaders() throws(LMDBError) -> Int {
        var dead: Int32 = 0
        // Safe: LMDB fills a local in.
        try check(unsafe mdb_reader_check(handle, &dead))
        return Int(dead)
    }

    /// Copies the last committed state to a file that must not be there, while others read and write. The copy has the
    /// permissions of a new store, and is on the disk when this returns; its name is not.
    ///
    /// A compact copy leaves free pages out.
    public func copy(to path: String, compacting: Bool) throws(LMDBError) {
        // Safe: the path is read within the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, Options().mode)
        guard descriptor >= 0 else { throw LMDBError(code: errno) }
        defer { close(descriptor) }
        // Safe: LMDB writes to the descriptor within the call.
        try check(unsafe mdb_env_copyfd2(handle, descriptor, compacting ? UInt32(MDB_CP_COMPACT) : 0))
        guard fsync(descriptor) == 0 else { throw LMDBError(code: errno) }
    }

    /// Writes a compact copy of the last committed state to an open descriptor. Keeps the pages of that state until it returns.
    public func copy(into descriptor: Int32) throws(LMDBError) {
        // Safe: LMDB writes to the descriptor within the call.
        try check(unsafe mdb_env_copyfd2(handle, descriptor, UInt32(MDB_CP_COMPACT)))
    }
}

extension Database {
    /// The database in which LMDB keeps the pages that are free: a transaction → the count of pages and their numbers, each
    /// in a word. Only read transactions may walk through it.
    fileprivate static let ofFreePages = Database(index: 0)
}

extension Cursor {
    /// The count at the beginning of an entry of free pages.
    fileprivate var freePages: Int {
        let value = currentValue
        guard value.count >= MemoryLayout<Int>.size else { return 0 }
        // Safe: the value has the bytes of a word, and any are a number.
        return unsafe value.withUnsafeBytes { unsafe $0.loadUnaligned(as: Int.self) }
    }

    /// One of the page numbers that follow the count; nil if the entry is too short for it.
    fileprivate func freePage(_ index: Int) -> Int? {
        let value = currentValue
        let offset = (index + 1) * MemoryLayout<Int>.size
        guard value.count >= offset + MemoryLayout<Int>.size else { return nil }
        // Safe: the value has the bytes of that word, and any are a number.
        return unsafe value.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: Int.self) }
    }
}
