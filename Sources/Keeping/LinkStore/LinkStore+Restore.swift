import ByteText
import Glibc
import LMDB

/// What restoring a store came to.
public struct Restoration: Sendable, Equatable {
    /// Links that the store now has.
    public var links: Int
    /// The name under which the previous store is kept; nil if there was none, or no link in it.
    public var previous: String?

    /// A store with links, in the place of none.
    public init(links: Int, previous: String? = nil) {
        self.links = links
        self.previous = previous
    }
}

extension LinkStore {
    /// Puts the contents of this store into a directory, in place of the store there: all of it or, after a crash at
    /// any moment, nothing.
    ///
    /// Checks this store first. No process may have the other one open, and none can open it meanwhile. A store with
    /// links is replaced only if asked for; its file stays in the directory under another name.
    ///
    /// - Parameters:
    ///   - directory: Where the store goes; created if it does not exist, its parents not.
    ///   - replaces: Whether to replace a store that has links, or that can't be read.
    ///   - now: Seconds since the epoch, for the previous store's name.
    public func restore(into directory: String, replacing replaces: Bool, now: Int64) throws(StoreError) -> Restoration
    {
        let check = try check()
        guard check.findingCount == 0 else { throw .unsound(path: path, findings: check.findingCount) }
        try StoreDirectory.make(directory)
        let target = "\(directory)/\(StoreFormat.file)"
        let presence = try StorePresence(at: directory, path: target)
        guard presence.becomeAlone() else { throw .inUse(path: target) }
        defer { withExtendedLifetime(presence) {} }
        let hasLinks = try Self.hasLinks(target)
        if hasLinks, !replaces { throw .notEmpty(path: target) }
        let previous = hasLinks ? "\(target).before-\(Timestamp.text(now).replacing(":", with: ""))" : nil
        try StoreCopy.replace(target, in: directory, with: core.environment, keepingAs: previous)
        return Restoration(links: check.links, previous: previous)
    }

    /// Whether a file has links, deleted ones included, or something that can't be read.
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
    /// Writes a copy of an environment over a file that no process has open; the file itself may stay under another name.
    fileprivate static func replace(
        _ path: String, in directory: String, with environment: Environment, keepingAs previous: String?
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
        // The other name is on the disk before the file loses its own.
        try StoreDirectory.sync(directory)
        // What it says of readers and of the last change is about the old file.
        StoreDirectory.remove("\(path)-lock")
        do throws(LMDBError) { try StoreDirectory.rename(partial, to: path, replacing: true) } catch {
            throw StoreError(error, path: path)
        }
        try StoreDirectory.sync(directory)
    }
}

extension StoreDirectory {
    /// Gives a file a second name, which no file has.
    fileprivate static func name(_ path: String, _ other: String) throws(LMDBError) {
        // Safe: the paths are read within the call.
        guard unsafe link(path, other) == 0 else { throw LMDBError(code: errno) }
    }

    /// Makes a file the directory's owner's, so that a daemon may open what root restored. Others than root may not, and
    /// need not.
    fileprivate static func giveOwner(of directory: String, to path: String) {
        var status = stat()
        // Safe: the paths are read within the calls, and the system fills a local in.
        guard unsafe stat(directory, &status) == 0 else { return }
        _ = unsafe chown(path, status.st_uid, status.st_gid)
    }
}
