import ByteText
import Glibc
import LMDB

/// The result of restoring a store.
public struct Restoration: Sendable, Equatable {
    /// The number of links in the restored store.
    public var links: Int
    /// The file name of the previous store; `nil` if there was none, or it had no links.
    public var previous: String?

    /// A restored store.
    public init(links: Int, previous: String? = nil) {
        self.links = links
        self.previous = previous
    }
}

extension LinkStore {
    /// Replaces the store in a directory by the contents of this one, atomically even if the system crashes.
    ///
    /// Checks this store first. No process may have the other store open, and none can open it during the operation. A
    /// store with links is replaced only if requested; its file stays in the directory under another name.
    ///
    /// - Parameters:
    ///   - directory: The destination; created if it does not exist, but its parents must.
    ///   - replaces: Whether to replace a store that has links, or that can't be read.
    ///   - now: The time in seconds since the epoch, for the previous store's name.
    public func restore(into directory: String, replacing replaces: Bool, now: Int64) throws(StoreError) -> Restoration
    {
        let check = try check()
        guard check.findingCount == 0 else { throw .unsound(path: path, findings: check.findingCount) }
        try StoreDirectory.make(directory)
        let target = "\(directory)/\(StoreFormat.file)"
        let presence = try StorePresence(at: directory, path: target)
        guard presence.lockExclusively() else { throw .inUse(path: target) }
        defer { withExtendedLifetime(presence) {} }
        let hasLinks = try Self.hasLinks(target)
        if hasLinks, !replaces { throw .notEmpty(path: target) }
        let previous = hasLinks ? "\(target).before-\(Timestamp.text(now).replacing(":", with: ""))" : nil
        try StoreCopy.replace(target, in: directory, with: core.environment, keepingAs: previous)
        return Restoration(links: check.links, previous: previous)
    }

    /// Whether a file has links, deleted ones included, or can't be read.
    private static func hasLinks(_ path: String) throws(StoreError) -> Bool {
        guard StoreDirectory.hasContent(path) else { return false }
        guard let old = try? StoreCore(copy: path) else { return true }
        do throws(LMDBError) {
            let transaction = try old.environment.beginReading()
            return try transaction.extent(of: old.databases.links).entries > 0
        } catch { throw StoreError(error, path: path) }
    }
}

extension StoreCopy {
    /// Writes a copy of an environment over a file that no process has open. The file itself may be kept under another
    /// name.
    fileprivate static func replace(
        _ path: String, in directory: String, with environment: LMDBEnvironment, keepingAs previous: String?
    ) throws(StoreError) {
        let partial = "\(path).partial"
        StoreDirectory.remove(partial)
        do throws(LMDBError) {
            try environment.copy(to: partial, compacting: false)
            StoreDirectory.giveOwner(of: directory, to: partial)
            if let previous { try StoreDirectory.name(path, previous) }
        } catch {
            StoreDirectory.remove(partial)
            throw StoreError(error, path: path)
        }
        // The other name is durable before the file loses its own.
        try StoreDirectory.sync(directory)
        // Its reader slots and last transaction refer to the old file.
        StoreDirectory.remove("\(path)-lock")
        do throws(LMDBError) { try StoreDirectory.rename(partial, to: path, replacing: true) } catch {
            throw StoreError(error, path: path)
        }
        try StoreDirectory.sync(directory)
    }
}

extension StoreDirectory {
    /// Gives a file a second name, which must not exist.
    fileprivate static func name(_ path: String, _ other: String) throws(LMDBError) {
        // Safe: the paths are read within the call.
        guard unsafe link(path, other) == 0 else { throw LMDBError(code: errno) }
    }

    /// Gives a file the directory's owner, so a daemon can open a store that root restored. Other users lack the
    /// permission and do not need it.
    fileprivate static func giveOwner(of directory: String, to path: String) {
        var status = stat()
        // Safe: the paths are read within the calls, and the system fills a local variable.
        guard unsafe stat(directory, &status) == 0 else { return }
        _ = unsafe chown(path, status.st_uid, status.st_gid)
    }
}
