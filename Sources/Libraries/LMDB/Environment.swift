import CLMDB
import Glibc

/// An LMDB file that is open: mapped, with its table of readers.
///
/// A class, because the threads of a process share one; transactions keep it open. A process must not have a file open
/// twice (POSIX locks go with the first close), nor use an environment after `fork`.
@safe public final class Environment: @unchecked Sendable {
    /// LMDB is made for threads: all may use an environment at the same time.
    let handle: OpaquePointer

    /// How a file is opened.
    public struct Options: Sendable {
        /// The file is never written.
        public var isReadOnly = false
        /// Whether others may have the file open, which they coordinate in the lock file. Otherwise no other process may
        /// write to the file while it is open, and the lock file is neither made nor needed.
        public var isShared = true
        /// How many read transactions may be open, over all processes.
        public var maximumReaders: UInt32 = 510
        /// How many named databases the file may hold.
        public var maximumDatabases: UInt32 = 24
        /// The permissions of a new file.
        public var mode: UInt32 = 0o640
        /// The address space to reserve, in bytes. No memory or disk is used until something is written there.
        public var mapSize = 1 << 40

        /// A new or existing file of up to 1 TiB that others may open, for owner and group.
        public init() {}
    }

    /// Opens a file; makes it unless it is there or `options` say that it is only read. The lock file is beside it. Throws
    /// `ENOSPC` where the disk has no room for it.
    ///
    /// Where the process may not reserve so large a map, a smaller one is tried, down to 1 GiB. Valgrind says `EINVAL` then,
    /// and Linux `ENOMEM`.
    public init(path: String, options: Options = Options()) throws(LMDBError) {
        var size = options.mapSize
        while true {
            do throws(LMDBError) {
                unsafe handle = try Self.open(path, options, mapSize: size)
                return
            } catch {
                guard error.code == ENOMEM || error.code == EINVAL, size > 1 << 30 else { throw error }
                size /= 2
            }
        }
    }

    deinit {
        // Safe: every transaction holds a reference, so none is left.
        unsafe mdb_env_close(handle)
    }

    private static func open(_ path: String, _ options: Options, mapSize: Int) throws(LMDBError) -> OpaquePointer {
        if options.isShared { try LockFile.allocate(beside: path, options) }
        var created: OpaquePointer?
        // Safe: LMDB fills the pointer in or says why not.
        try check(unsafe mdb_env_create(&created))
        guard let environment = unsafe created else { throw LMDBError(code: ENOMEM) }
        // Read transactions belong to their value and not to a thread. Read-ahead is for files that are read from
        // the start; this one is read at random.
        var flags = MDB_NOSUBDIR | MDB_NOTLS | MDB_NORDAHEAD
        if options.isReadOnly { flags |= MDB_RDONLY }
        if !options.isShared { flags |= MDB_NOLOCK }
        // Safe: the environment was just made and is not shared yet. A failed open must be closed, says LMDB.
        let code = unsafe Self.configure(environment, options, mapSize: mapSize, path, UInt32(flags))
        guard code == MDB_SUCCESS else {
            unsafe mdb_env_close(environment)
            throw LMDBError(code: code)
        }
        return unsafe environment
    }

    private static func configure(
        _ environment: OpaquePointer, _ options: Options, mapSize: Int, _ path: String, _ flags: UInt32
    ) -> Int32 {
        // Safe: plain settings of an environment that is not open yet, then the open itself.
        var code = unsafe mdb_env_set_mapsize(environment, mapSize)
        if code == MDB_SUCCESS { code = unsafe mdb_env_set_maxreaders(environment, options.maximumReaders) }
        if code == MDB_SUCCESS { code = unsafe mdb_env_set_maxdbs(environment, options.maximumDatabases) }
        if code == MDB_SUCCESS { code = unsafe mdb_env_open(environment, path, flags, options.mode) }
        return code
    }

    /// Begins a transaction that reads what was committed last. Never waits.
    public func beginReading() throws(LMDBError) -> Transaction {
        try Transaction(environment: self, isReadOnly: true)
    }

    /// Begins the one transaction that may write; waits for another's, of any process. It must end on the same thread.
    public func beginWriting() throws(LMDBError) -> Transaction {
        try Transaction(environment: self, isReadOnly: false)
    }
}
