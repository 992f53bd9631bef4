import CLMDB

/// What a call of LMDB or of the system said: a number of `errno` or one of LMDB's own.
public struct LMDBError: Error, Sendable, Equatable {
    /// A positive number of `errno`, or a negative one of LMDB.
    public let code: Int32

    /// Makes an error of the code that a call returned; 0 is not an error.
    public init(code: Int32) {
        self.code = code
    }

    /// The file is not an LMDB file.
    public static let invalid = LMDBError(code: MDB_INVALID)
    /// The file was written by another version of LMDB's format.
    public static let versionMismatch = LMDBError(code: MDB_VERSION_MISMATCH)
    /// A name that is not a database's.
    public static let incompatible = LMDBError(code: MDB_INCOMPATIBLE)
    /// A page is not what the tree says it is.
    public static let corrupted = LMDBError(code: MDB_CORRUPTED)
    /// A page that the tree names is not there.
    public static let pageNotFound = LMDBError(code: MDB_PAGE_NOTFOUND)
    /// The key is there already, or not after the last one.
    public static let keyExists = LMDBError(code: MDB_KEYEXIST)
    /// The database is not in the file.
    public static let notFound = LMDBError(code: MDB_NOTFOUND)
}

extension LMDBError: CustomStringConvertible {
    /// What LMDB or the system calls it.
    public var description: String {
        // Safe: LMDB returns a static text, or the system's, which is copied right here.
        guard let text = unsafe mdb_strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

/// Throws what a call said unless it said that all is well.
@inline(__always)
func check(_ code: Int32) throws(LMDBError) {
    if code != MDB_SUCCESS { throw LMDBError(code: code) }
}
