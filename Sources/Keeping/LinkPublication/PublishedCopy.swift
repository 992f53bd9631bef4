public import LinkStore
public import RuleBundle
import Threads

/// A store with the links of a publication: a replica whose links come from files.
///
/// Files are first collected in a directory. When all required files are present and have been read once, their links
/// are applied to the store, page by page. Each link only moves forward to its state in the later publication, and an
/// interrupted run is repeated.
public final class PublishedCopy: Sendable {
    /// The steps from a store's links to those of a manifest.
    public struct Work: Sendable {
        /// The manifest.
        public let manifest: PublicationManifest
        let parts: [PublicationManifest.Part]
        let isWhole: Bool

        /// The required files.
        public var files: [PublicationManifest.File] { parts.flatMap(\.files) }
        /// The number of rows in the files.
        public var rows: Int { parts.reduce(0) { $0 + $1.rows } }
        /// Whether the store has the links of the manifest.
        public var isDone: Bool { parts.isEmpty }
    }

    private struct State: Sendable {
        /// Whether rows that another version of the program could not read were read again.
        var hasRetriedRefused = false
        /// Whether the store's links were found to differ from those of its publication.
        var isDistrusted = false
    }

    /// The store.
    public let store: LinkStore
    /// The directory in which files are collected.
    public let folder: PublicationFolder
    private let node: String
    private let state = Locked(State())
    /// The maximum number of rows in a transaction, and of bytes.
    private let pageRows: Int
    private static let pageBytes = 8 << 20

    /// A copy in a store that is a replica or empty. Throws ``StoreError/notEmpty(path:)`` if it has links of its own.
    ///
    /// - Parameter node: The name of this node.
    public convenience init(_ store: LinkStore, folder: PublicationFolder, node: String) throws(StoreError) {
        try self.init(store, folder: folder, node: node, pageRows: 10_000)
    }

    init(_ store: LinkStore, folder: PublicationFolder, node: String, pageRows: Int) throws(StoreError) {
        (self.store, self.folder, self.node, self.pageRows) = (store, folder, node, pageRows)
        if try store.replicaIdentity() == nil, try store.count() > 0 { throw .notEmpty(path: store.path) }
    }

    /// The steps to the links of a manifest. Throws if it is older than the store's links, or belongs to another
    /// publication.
    public func work(for manifest: PublicationManifest) throws(BundleFault) -> Work {
        let (identity, mark) = try Self.storing { () throws(StoreError) in
            (try store.replicaIdentity(), try store.publishedMark())
        }
        guard identity.map({ $0.source == manifest.source || mark.target == 0 }) ?? true else {
            throw BundleFault(
                .signature,
                "signed for another store than \(store.path); use the right address, or another "
                    + "--store directory")
        }
        guard manifest.sequence >= mark.target else {
            throw BundleFault(
                .rollback,
                "publication \(manifest.sequence) is older than \(mark.target), which this node already has; to use it "
                    + "anyway, stop the daemon and remove \(store.path)")
        }
        let (isDistrusted, retries) = state.withLock { state in
            let retries = mark.refused > 0 && !state.hasRetriedRefused
            return (state.isDistrusted, retries)
        }
        let isOther = mark.sequence == manifest.sequence && mark.refused == 0 && mark.digest != manifest.digest
        let isForeign = identity?.source != manifest.source
        let known = isDistrusted || retries || isOther || isForeign ? 0 : mark.sequence
        let (parts, isWhole) = manifest.parts(from: known)
        return Work(manifest: manifest, parts: parts, isWhole: isWhole)
    }

    /// Applies the links of a manifest to the store, once all files are in the directory.
    ///
    /// - Parameter isWanted: Whether to continue; called between two pages.
    public func take(_ work: Work, isWanted: () -> Bool = { true }) throws(BundleFault) {
        guard !work.isDone else { return }
        try examine(work)
        try become(work.manifest)
        try put(work, isWanted)
        guard isWanted() else { return }
        try conclude(work)
    }

    /// Reads all rows once, so that nothing of a publication is applied if a part of it is unreadable.
    private func examine(_ work: Work) throws(BundleFault) {
        var rows = try self.rows(of: work)
        var (links, digest) = (0, UInt64(0))
        while let row = try rows.next() {
            links += 1
            digest &+= try PublishedRow(row).term
        }
        guard !work.isWhole || links == work.manifest.links && digest == work.manifest.digest else {
            throw BundleFault(.format, "the links in the files do not match the manifest")
        }
    }

    private func rows(of work: Work) throws(BundleFault) -> MergedRows {
        let folder = folder
        return try MergedRows(work.parts, keepsRemovals: !work.isWhole) { file throws(BundleFault) in
            try folder.read(file)
        }
    }

    /// Makes the store a replica of the publication, if it is not.
    private func become(_ manifest: PublicationManifest) throws(BundleFault) {
        try Self.storing { () throws(StoreError) in
            let old = try store.replicaIdentity()
            guard old?.source != manifest.source else { return }
            try store.become(
                ReplicaIdentity(
                    source: manifest.source, node: node, incarnation: old?.incarnation ?? LinkBody.makeID()))
        }
    }

    private func put(_ work: Work, _ isWanted: () -> Bool) throws(BundleFault) {
        var rows = try self.rows(of: work)
        var next = try rows.next().map { row throws(BundleFault) in try PublishedRow(row) }
        var last: LinkKey?
        repeat {
            var page: [PublishedRow] = []
            var bytes = 0
            while let row = next, page.count < pageRows, bytes < Self.pageBytes {
                page.append(row)
                bytes += row.record.count
                next = try rows.next().map { row throws(BundleFault) in try PublishedRow(row) }
            }
            let end = next == nil ? nil : page.last?.key
            let range =
                work.isWhole
                ? PublishedPage.Range(after: last, through: end, digest: work.manifest.digest) : nil
            last = end
            let change = PublishedPage(
                rows: page, range: range, target: work.manifest.sequence, isLast: next == nil)
            try Self.storing { () throws(StoreError) in try store.apply(.replicate(.publish(change))) }
        } while next != nil && isWanted()
    }

    /// Compares the store's links with the manifest's by their digests.
    private func conclude(_ work: Work) throws(BundleFault) {
        let mark = try Self.storing { () throws(StoreError) in try store.publishedMark() }
        guard mark.target == work.manifest.sequence else { return }
        let isRight = mark.refused > 0 || mark.digest == work.manifest.digest
        state.withLock { state in
            state.isDistrusted = !isRight
            if work.isWhole { state.hasRetriedRefused = true }
        }
        guard isRight else {
            throw BundleFault(
                .format, "the links of this node differ from the publication; resyncing all of them")
        }
        try Self.storing { () throws(StoreError) in
            if try !store.isComplete() { try store.apply(.replicate(.complete)) }
        }
        folder.clean(keeping: [])
    }

    @discardableResult
    private static func storing<Value>(_ body: () throws(StoreError) -> Value) throws(BundleFault) -> Value {
        do throws(StoreError) { return try body() } catch { throw BundleFault(.storage, error.description) }
    }
}

extension PublishedRow {
    init(_ row: FileRow) throws(BundleFault) {
        guard let key = LinkKey(String(decoding: row.bytes[row.key], as: UTF8.self)) else {
            throw BundleFault(.format, "a row has an invalid key")
        }
        self.init(key: key, record: Array(row.bytes[row.record]))
    }
}
