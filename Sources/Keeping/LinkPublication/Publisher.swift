import ByteText
public import LinkStore
public import OpenSSL
public import RuleBundle
import Sorting

/// Publishes the links of a store as files for a web server or an object store.
///
/// The published state is read from the directory's own files, so no other state is needed: a store is compared with
/// it, and the differences become the next delta. Unreadable parts are published again.
public final class Publisher {
    /// The result of a publication.
    public struct Outcome: Sendable, Equatable {
        /// The number of links, including deleted ones.
        public var links: Int
        /// The number of rows that differ from the previous publication.
        public var changes: Int
        /// The number of the publication.
        public var sequence: UInt64
        /// Whether a manifest was written.
        public var isWritten: Bool
    }

    /// Sizes and times.
    public struct Options: Sendable {
        /// The seconds between publications of a continuous publisher; `nil` for a single publication.
        public var interval: Int?
        /// The seconds for which a file that is no longer listed is kept, for readers on slow networks.
        public var graceSeconds: Int64 = 6 * 3_600
        /// A new snapshot replaces the old one when the later deltas exceed this size, or half of the snapshot's.
        public var leastDeltaBytes = 1 << 20
        /// The size before compression at which a file ends, after the row that reaches it: small enough for slow
        /// networks, since files are fetched as a whole.
        public var fileBytes = 4 << 20
        /// The maximum number of deltas; more are merged.
        public var mostDeltas = 32

        /// The default sizes.
        public init() {}
    }

    /// The seconds after which an unchanged manifest is rewritten, as a sign that the publisher runs.
    static let repetitionSeconds: Int64 = 20
    /// The number of latest deltas that are not merged, for readers that poll often.
    private static let separateDeltas = 12

    let folder: PublicationFolder
    private let key: SigningKey
    private let options: Options
    private let report: (String) -> Void
    private let lock: FolderLock
    private var current: PublicationManifest?
    /// The state of a replica at the last comparison.
    private var compared: ReplicaState?

    /// Opens a directory, and creates it if it does not exist. No other process can publish in it until this is
    /// released.
    ///
    /// - Parameter report: Receives lines for the operator.
    public init(
        folder path: String, key: SigningKey, options: Options = Options(), report: @escaping (String) -> Void
    ) throws(BundleFault) {
        (self.key, self.options, self.report) = (key, options, report)
        folder = PublicationFolder(path)
        try folder.make()
        lock = try folder.lock()
        current = try Self.current(in: folder, key: key, report: report)
        folder.clean(keeping: current?.files ?? [], before: 0)
    }

    /// The directory's current manifest; `nil` if links must be published from scratch.
    private static func current(
        in folder: PublicationFolder, key: SigningKey, report: (String) -> Void
    ) throws(BundleFault) -> PublicationManifest? {
        guard let bytes = try folder.manifest() else { return nil }
        do throws(BundleFault) { return try PublicationManifest(bytes, trusting: [key.verifyingKey]) } catch {
            report("\(folder.path)/\(PublicationManifest.name): \(error); publishing all links again")
            return nil
        }
    }

    /// Publishes the current links of a store.
    ///
    /// - Parameters:
    ///   - source: Identifies the links; see ``source(of:openToWrite:)``.
    ///   - now: The time in seconds since 1970.
    public func publish(_ store: LinkStore, source: UInt64, at now: Int64) throws -> Outcome {
        guard current.map({ $0.source == source }) ?? true else {
            throw BundleFault(
                .storage, "\(folder.path) contains the links of another store; use another folder, or remove its files")
        }
        do { return try publishDifference(of: store, source, at: now) } catch let fault as BundleFault
            where fault.kind != .storage
        {
            report("\(folder.path): \(fault); publishing all links again")
        } catch let fault as BundleFault where current.map({ !isReadable($0) }) ?? false {
            report("\(fault); publishing all links again")
        }
        let last = current?.sequence ?? 0
        current = nil
        compared = nil
        return try publishDifference(of: store, source, at: now, after: last)
    }

    private func isReadable(_ manifest: PublicationManifest) -> Bool { manifest.files.allSatisfy(folder.has) }

    /// - Parameter last: The number of the previous publication, if its files can't be read.
    private func publishDifference(
        of store: LinkStore, _ source: UInt64, at now: Int64, after last: UInt64 = 0
    ) throws -> Outcome {
        let state = try ReplicaState(store)
        if let state, state == compared, let current { return try renew(current, at: now) }
        let sequence = max((current?.sequence ?? last) + 1, UInt64(max(1, now)))
        var difference = Difference(sequence: sequence)
        try difference.find(in: store, PartWriter(folder, fileBytes: options.fileBytes), folder, current)
        let next: PublicationManifest
        if let current {
            guard difference.part.rows > 0 else {
                compared = state
                return try renew(current, at: now)
            }
            next = try merged(current.appending(difference, at: now))
        } else {
            next = PublicationManifest(
                source: source, sequence: sequence, created: now, until: nil, links: difference.links,
                digest: difference.digest, snapshot: difference.part, deltas: [])
        }
        try write(next, at: now)
        compared = state
        return Outcome(links: next.links, changes: difference.part.rows, sequence: sequence, isWritten: true)
    }

    /// Signs the manifest again, unless that was done recently.
    private func renew(_ manifest: PublicationManifest, at now: Int64) throws(BundleFault) -> Outcome {
        let isDue =
            options.interval == nil || now >= manifest.created + Self.repetitionSeconds || now < manifest.created
        if isDue { try write(manifest, at: now) }
        return Outcome(links: manifest.links, changes: 0, sequence: manifest.sequence, isWritten: isDue)
    }

    private func write(_ next: PublicationManifest, at now: Int64) throws(BundleFault) {
        var manifest = next
        manifest.created = now
        manifest.until = options.interval.map { now + 60 + 3 * Int64($0) }
        // Marked before the manifest drops them, so that a crash in between can't leave them with an older time.
        folder.mark((current?.files ?? []).subtracting(manifest.files))
        try folder.put(manifest: manifest.signed(by: key))
        current = manifest
        folder.clean(keeping: manifest.files, before: now - options.graceSeconds)
    }

    // MARK: - Merging

    /// A manifest with fewer deltas, if it has too many, or a new snapshot.
    private func merged(_ manifest: PublicationManifest) throws(BundleFault) -> PublicationManifest {
        var next = manifest
        let after = next.deltas.filter { $0.sequence > next.snapshot.sequence }
        if after.reduce(0, { $0 + $1.bytes }) > limit(of: next) {
            next.snapshot = try merge([next.snapshot] + after, after: nil, keepsRemovals: false)
        }
        // A chain of deltas beyond the limit is no better than the snapshot.
        while let first = next.deltas.first, first.sequence <= next.snapshot.sequence,
            next.deltas.reduce(0, { $0 + $1.bytes }) > limit(of: next)
        { next.deltas.removeFirst() }
        while next.deltas.count > options.mostDeltas {
            let index = Self.smallestPair(next.deltas)
            let pair = Array(next.deltas[index...(index + 1)])
            let both = try merge(pair, after: pair[0].after, keepsRemovals: true)
            next.deltas.replaceSubrange(index...(index + 1), with: [both])
        }
        return next
    }

    /// The maximum total size of the deltas in bytes.
    private func limit(of manifest: PublicationManifest) -> Int {
        max(options.leastDeltaBytes, manifest.snapshot.bytes / 2)
    }

    /// The first of the two adjacent deltas with the smallest total size, excluding the last deltas.
    private static func smallestPair(_ deltas: [PublicationManifest.Part]) -> Int {
        let last = max(1, deltas.count - separateDeltas)
        return (0..<last).min { left, right in
            deltas[left].bytes + deltas[left + 1].bytes < deltas[right].bytes + deltas[right + 1].bytes
        } ?? 0
    }

    private func merge(
        _ parts: [PublicationManifest.Part], after: UInt64?, keepsRemovals: Bool
    ) throws(BundleFault) -> PublicationManifest.Part {
        let folder = folder
        var rows = try MergedRows(parts, keepsRemovals: keepsRemovals) { file throws(BundleFault) in
            try folder.read(file)
        }
        var writer = PartWriter(folder, fileBytes: options.fileBytes)
        while let row = try rows.next() { try writer.append(row) }
        return try writer.finish(after: after, sequence: parts[parts.count - 1].sequence)
    }
}

extension PublicationManifest {
    /// The publication after this one.
    fileprivate func appending(_ difference: Difference, at now: Int64) -> PublicationManifest {
        var next = self
        next.sequence = difference.sequence
        next.links = difference.links
        next.digest = difference.digest
        next.deltas.append(difference.part)
        return next
    }
}

/// The differences between a store and its last publication.
private struct Difference {
    let sequence: UInt64
    private(set) var links = 0
    private(set) var digest: UInt64 = 0
    private(set) var part = PublicationManifest.Part(sequence: 0, rows: 0, files: [])

    init(sequence: UInt64) { self.sequence = sequence }

    /// Compares all links, and writes those that differ; all of them if there is no publication.
    mutating func find(
        in store: LinkStore, _ output: PartWriter, _ folder: PublicationFolder, _ current: PublicationManifest?
    ) throws {
        var published = try MergedRows(current?.whole ?? [], keepsRemovals: false) { file throws(BundleFault) in
            try folder.read(file)
        }
        var writer = output
        var next = try published.next()
        try store.forEachRecord { key, record in
            links += 1
            digest &+= PublishedRow.term(key, record)
            while let row = next, row.keyBytes.compare(key, from: 0) < 0 {
                try writer.appendRemoval(of: row)
                next = try published.next()
            }
            if let row = next, row.keyBytes.compare(key, from: 0) == 0 {
                next = try published.next()
                if row.recordBytes.compare(record, from: 0) == 0 { return }
            }
            try writer.append(key, record)
        }
        while let row = next {
            try writer.appendRemoval(of: row)
            next = try published.next()
        }
        part = try writer.finish(after: current?.sequence, sequence: sequence)
    }
}

extension PartWriter {
    fileprivate mutating func appendRemoval(of row: FileRow) throws(BundleFault) {
        let nothing: [UInt8] = []
        try append(row.keyBytes, nothing.span)
    }
}

/// A value that changes with each change of a replica's links; a standalone store has none.
private struct ReplicaState: Equatable {
    let positions: [ShardPosition]
    let mark: PublishedMark

    init?(_ store: LinkStore) throws {
        guard try store.replicaIdentity() != nil else { return nil }
        positions = try store.positions()
        mark = try store.publishedMark()
    }
}

/// Writes rows into the files of a part, each of a bounded size.
struct PartWriter {
    private let folder: PublicationFolder
    /// The size at which a file ends, after the row that reaches it.
    private let fileBytes: Int
    private var writer = PublishedFile.Writer()
    private var files: [PublicationManifest.File] = []
    private(set) var rows = 0

    init(_ folder: PublicationFolder, fileBytes: Int) { (self.folder, self.fileBytes) = (folder, fileBytes) }

    mutating func append(_ key: Span<UInt8>, _ record: Span<UInt8>) throws(BundleFault) {
        writer.append(key, record)
        rows += 1
        if writer.bytes.count >= fileBytes { try finishFile() }
    }

    mutating func append(_ row: FileRow) throws(BundleFault) { try append(row.keyBytes, row.recordBytes) }

    /// The part with all rows.
    mutating func finish(after: UInt64?, sequence: UInt64) throws(BundleFault) -> PublicationManifest.Part {
        if writer.rows > 0 { try finishFile() }
        return PublicationManifest.Part(after: after, sequence: sequence, rows: rows, files: files)
    }

    private mutating func finishFile() throws(BundleFault) {
        files.append(try folder.put(try writer.file()))
        writer = PublishedFile.Writer()
    }
}
