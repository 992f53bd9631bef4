import CLMDB
import Glibc

/// An open LMDB file: mapped, with its reader table.
///
/// A class, since the threads of a process share it; transactions keep it open. A process must not open a file twice
/// (POSIX locks are released with the first close), or use an environment after `fork`.
@safe public final class LMDBEnvironment: @unchecked Sendable {
    /// LMDB is thread-safe: threads may use an environment concurrently.
    let handle: OpaquePointer

    /// Options for opening a file.
    public struct Options: Sendable {
        /// Whether the file is opened for reading only.
        public var isReadOnly = false
        /// Whether other processes may have the file open, coordinated by the lock file. If not, no other process may
        /// write to the file while it is open, and the lock file is neither created nor used.
        public var isShared = true
        /// The maximum number of open read transactions, over all processes.
        public var maximumReaders: UInt32 = 510
        /// The maximum number of named databases.
        public var maximumDatabases: UInt32 = 24
        /// The permissions of a new file.
        public var mode: UInt32 = 0o640
        /// The address space to reserve, in bytes. It uses no memory or disk space until it is written.
        public var mapSize = 1 << 40

        /// A new or existing file of up to 1 TiB, shared with other processes, accessible to owner and group.
        public init() {}
    }

    /// Opens a file, creating it unless `options` are read-only. The lock file is next to it. Throws `ENOSPC` if the
    /// disk has no room for the lock file.
    ///
    /// If the process can't reserve a map of this size, smaller ones are tried, down to 1 GiB. In that case Linux
    /// returns `ENOMEM`, and Valgrind `EINVAL`.
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
        // Safe: every transaction retains the environment, so none is left.
        unsafe mdb_env_close(handle)
    }

    private static func open(_ path: String, _ options: Options, mapSize: Int) throws(LMDBError) -> OpaquePointer {
        if options.isShared { try LockFile.allocate(beside: path, options) }
        var created: OpaquePointer?
        // Safe: LMDB fills in the pointer or returns an error.
        try check(unsafe mdb_env_create(&created))
        guard let environment = unsafe created else { throw LMDBError(code: ENOMEM) }
        // Read transactions are bound to their value, not to a thread. Read-ahead helps sequential access; access to
        // this file is random.
        var flags = MDB_NOSUBDIR | MDB_NOTLS | MDB_NORDAHEAD
        if options.isReadOnly { flags |= MDB_RDONLY }
        if !options.isShared { flags |= MDB_NOLOCK }
        // Safe: the environment was just created and is not shared yet. LMDB requires closing it after a failed open.
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
        // Safe: plain settings of an environment that is not open yet, followed by the open itself.
        var code = unsafe mdb_env_set_mapsize(environment, mapSize)
        if code == MDB_SUCCESS { code = unsafe mdb_env_set_maxreaders(environment, options.maximumReaders) }
        if code == MDB_SUCCESS { code = unsafe mdb_env_set_maxdbs(environment, options.maximumDatabases) }
        if code == MDB_SUCCESS { code = unsafe mdb_env_open(environment, path, flags, options.mode) }
        return code
    }

    /// Begins a transaction that reads the last committed state. Never blocks.
    public func beginReading() throws(LMDBError) -> Transaction {
        try Transaction(environment: self, isReadOnly: true)
    }

    /// Begins the single write transaction. Waits for other writers in any process. It must end on the same thread.
    public func beginWriting() throws(LMDBError) -> Transaction {
        try Transaction(environment: self, isReadOnly: false)
    }
}

/// A key-value map in a file, identified by its handle in an environment.
public struct Database: Sendable, Hashable {
    let index: UInt32
}

/// The size of a database.
public struct DatabaseExtent: Sendable, Equatable {
    /// The number of keys.
    public var entries: Int
    /// The number of pages of all kinds.
    public var pages: Int
}
