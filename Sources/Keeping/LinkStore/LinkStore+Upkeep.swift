import Glibc
import LMDB

/// Maintaining the store.
extension LinkStore {
    /// Copies the current state of the store to a new file, atomically, during concurrent reads and writes. The copy is
    /// durable when this returns.
    ///
    /// - Parameter replacing: Whether to replace an existing file; otherwise it throws if there is one.
    public func backUp(to path: String, replacing: Bool = false) throws(StoreError) {
        try core.checkLength()
        try StoreCopy.write(core.environment, to: path, compacting: false, replacing: replacing)
    }

    /// Writes a compact copy of the store to an open file at its current offset, during concurrent reads and writes.
    /// Pages freed by writers are not reused until this returns. Not synced.
    public func copy(into descriptor: Int32) throws(StoreError) {
        try core.checkLength()
        do throws(LMDBError) { try core.environment.copy(into: descriptor) } catch {
            throw StoreError(error, path: core.path)
        }
    }

    /// Rewrites the file without its free pages. Throws ``StoreError/inUse(path:)`` while another process has it open.
    ///
    /// Call it on a store that was just opened, and release the store afterwards: this process still has the old file
    /// open.
    public func compact() throws(StoreError) {
        guard !core.isReadOnly else { throw .readOnly }
        try core.lockExclusively()
        try core.checkLength()
        try StoreCopy.write(core.environment, to: core.path, compacting: true, replacing: true)
    }

    /// Locks other processes out until the store is closed. Throws ``StoreError/inUse(path:)`` if one has it open.
    public func excludeOthers() throws(StoreError) { try core.lockExclusively() }

    /// The number of links, including deleted ones, whose codes are kept. One cheap call.
    public func count() throws(StoreError) -> Int {
        try read { view throws(StoreError) in
            do throws(LMDBError) { return try view.transaction.extent(of: view.databases.links).entries } catch {
                throw StoreError(error, path: core.path)
            }
        }
    }

    /// The size of the file, and the part of it that the last committed state uses, in bytes.
    public func extent() throws(StoreError) -> (fileBytes: Int, usedBytes: Int) {
        do throws(LMDBError) {
            let extent = try core.environment.extent()
            return (extent.fileBytes, extent.neededBytes)
        } catch { throw StoreError(error, path: core.path) }
    }
}

/// A copy of an open store that replaces a file only once it is complete and durable.
enum StoreCopy {
    static func write(
        _ environment: LMDBEnvironment, to path: String, compacting: Bool, replacing: Bool
    ) throws(StoreError) {
        let partial = "\(path).partial"
        // Left by an interrupted copy.
        StoreDirectory.remove(partial)
        do throws(LMDBError) {
            try environment.copy(to: partial, compacting: compacting)
            try StoreDirectory.rename(partial, to: path, replacing: replacing)
        } catch {
            StoreDirectory.remove(partial)
            throw StoreError(error, path: path)
        }
        try StoreDirectory.sync(StoreDirectory.directory(of: path))
    }
}
