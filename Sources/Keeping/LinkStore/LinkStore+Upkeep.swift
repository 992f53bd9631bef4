import Glibc
import LMDB

/// Looking after the store.
extension LinkStore {
    /// Copies the store to a file that must not be there, while others read and write: a store as it is now, whole or
    /// not at all. The copy is on the disk when this returns.
    public func backUp(to path: String) throws(StoreError) {
        try core.checkLength()
        try StoreCopy.write(core.environment, to: path, compacting: false)
    }

    /// Writes the file anew without its free pages. Throws ``StoreError/inUse(path:)`` while another process has it open.
    ///
    /// Call it on a store that was just opened, and let go of the store afterwards: this process still has the old file.
    public func compact() throws(StoreError) {
        guard !core.isReadOnly else { throw .readOnly }
        try core.becomeAlone()
        try core.checkLength()
        try StoreCopy.write(core.environment, to: core.path, compacting: true)
    }

    /// The bytes of the file, and how many of them the last committed state reaches to.
    public func extent() throws(StoreError) -> (fileBytes: Int, usedBytes: Int) {
        do throws(LMDBError) {
            let extent = try core.environment.extent()
            return (extent.fileBytes, extent.neededBytes)
        } catch { throw StoreError(error, path: core.path) }
    }
}

/// A copy of an open store that takes the place of a file only when it is whole and on the disk.
enum StoreCopy {
    static func write(_ environment: Environment, to path: String, compacting: Bool) throws(StoreError) {
        let partial = "\(path).partial"
        // Left behind by one that was interrupted.
        StoreDirectory.remove(partial)
        do throws(LMDBError) {
            try environment.copy(to: partial, compacting: compacting)
            try StoreDirectory.rename(partial, to: path, replacing: compacting)
        } catch {
            StoreDirectory.remove(partial)
            throw StoreError(error, path: path)
        }
        let end = path.lastIndex(of: "/")
        try StoreDirectory.sync(end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
    }
}
