import CLMDB

/// An error of LMDB or the system: an `errno` value or an LMDB error code.
public struct LMDBError: Error, Sendable, Equatable {
    /// A positive `errno` value, or a negative LMDB code.
    public let code: Int32

    /// Creates an error from the code that a call returned; 0 is not an error.
    public init(code: Int32) {
        self.code = code
    }

    /// The file is not an LMDB file.
    public static let invalid = LMDBError(code: MDB_INVALID)
    /// The file was written by an incompatible version of LMDB.
    public static let versionMismatch = LMDBError(code: MDB_VERSION_MISMATCH)
    /// The name is not that of a database.
    public static let incompatible = LMDBError(code: MDB_INCOMPATIBLE)
    /// A page does not match the tree.
    public static let corrupted = LMDBError(code: MDB_CORRUPTED)
    /// A page referenced by the tree does not exist.
    public static let pageNotFound = LMDBError(code: MDB_PAGE_NOTFOUND)
    /// The key exists already, or does not follow the last one.
    public static let keyExists = LMDBError(code: MDB_KEYEXIST)
    /// The database does not exist in the file.
    public static let notFound = LMDBError(code: MDB_NOTFOUND)
}

extension LMDBError: CustomStringConvertible {
    /// The error message of LMDB or the system.
    public var description: String {
        // Safe: LMDB returns a static text, or the system's, which is copied immediately.
        guard let text = unsafe mdb_strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

/// Throws unless a call succeeded.
@inline(__always)
func check(_ code: Int32) throws(LMDBError) {
    if code != MDB_SUCCESS { throw LMDBError(code: code) }
}
