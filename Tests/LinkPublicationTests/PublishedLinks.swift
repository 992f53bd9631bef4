import ByteText
import LinkStore
import OpenSSL
import RuleBundle
import TestSupport
import Testing

@testable import LinkPublication

/// A publisher with small files, whose store is a replica with the links that the test adds.
final class PublishedLinks {
    let scratch: ScratchFolder
    let store: LinkStore
    let key: SigningKey
    var options = Publisher.Options()
    var now: Int64 = 1_800_000_000
    private var page: UInt64 = 0

    init(source: UInt64 = 7, key: SigningKey = SigningKey(.ed25519)) throws {
        scratch = try ScratchFolder()
        store = try LinkStore(directory: "\(scratch.path)/store")
        try store.become(ReplicaIdentity(source: source, node: "publisher", incarnation: 1))
        self.key = key
        options.leastDeltaBytes = 2_000
        options.mostDeltas = 4
        options.fileBytes = 400
    }

    var folder: PublicationFolder { PublicationFolder("\(scratch.path)/public") }

    /// Changes the publisher's store; an empty record removes a link.
    func put(_ rows: [PublishedRow]) throws {
        page += 1
        try store.apply(
            .replicate(
                .publish(PublishedPage(rows: rows.sorted { $0.key < $1.key }, target: page, isLast: true))))
    }

    /// Publishes once with a new publisher, as a command does.
    @discardableResult
    func publish(after seconds: Int64 = 1) throws -> Publisher.Outcome {
        now += seconds
        let publisher = try Publisher(folder: folder.path, key: key, options: options) { _ in }
        return try publisher.publish(store, source: try #require(try Publisher.source(of: store)), at: now)
    }

    func manifest() throws -> PublicationManifest {
        try PublicationManifest(try #require(try folder.manifest()), trusting: [key.verifyingKey])
    }
}

/// A node that follows a folder of files, copying them as if over a network.
final class Follower {
    let scratch: ScratchFolder
    private(set) var store: LinkStore
    private(set) var copy: PublishedCopy
    private let key: VerifyingKey
    private(set) var fetched: [PublicationManifest.File] = []

    init(trusting key: SigningKey) throws {
        self.key = key.verifyingKey
        scratch = try ScratchFolder()
        store = try LinkStore(directory: "\(scratch.path)/store")
        copy = try Self.copy(store, scratch)
    }

    /// Reopens the store, as a new process does.
    func restart() throws {
        store.settle()
        copy = try Self.copy(store, scratch)
    }

    private static func copy(_ store: LinkStore, _ scratch: ScratchFolder) throws(StoreError) -> PublishedCopy {
        try PublishedCopy(store, folder: PublicationFolder("\(scratch.path)/files"), node: "follower", pageRows: 3)
    }

    /// Syncs with a folder once.
    ///
    /// - Parameters:
    ///   - damaged: Changes the files in transit.
    ///   - pages: The number of pages after which the takeover is interrupted.
    func look(
        _ folder: PublicationFolder, damaged: (([UInt8]) -> [UInt8])? = nil, pages: Int = .max
    ) throws {
        let bytes = try #require(try folder.manifest())
        let work = try copy.work(for: try PublicationManifest(bytes, trusting: [key]))
        guard !work.isDone else { return }
        try copy.folder.make()
        for file in work.files where !copy.folder.has(file) {
            var content = try folder.read(file)
            fetched.append(file)
            if let damaged { content = damaged(content) }
            try file.verify(content)
            try copy.folder.put(content)
        }
        var left = pages
        try copy.take(work) {
            left -= 1
            return left > 0
        }
    }
}

extension LinkStore {
    /// All records, by key.
    func allRecords() throws -> [String: [UInt8]] {
        var records: [String: [UInt8]] = [:]
        try forEachRecord { key, record in
            let name = String(decoding: (0..<key.count).map { key[$0] }, as: UTF8.self)
            records[name] = (0..<record.count).map { record[$0] }
        }
        return records
    }
}

/// A link's row.
func row(
    _ code: String, revision: UInt64 = 1, target: String = "https://www.example.com/", isDeleted: Bool = false,
    maximumClicks: UInt64? = nil
) -> PublishedRow {
    guard let key = LinkKey("links.example.com/\(code)") else { fatalError("\(code) is no code") }
    var record = LinkRecord(key: key, longLink: isDeleted ? "" : target, created: 1_000)
    record.maximumClicks = maximumClicks
    let id = key.text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 } >> 1
    var bytes = record.numbered(id, version: revision).body
    // The flag of a deleted link; a body has no revision, which is the eight bytes from 32 on.
    if isDeleted { bytes[2] |= 1 << 3 }
    for index in 0..<8 { bytes[32 + index] = UInt8(truncatingIfNeeded: revision >> UInt64(8 * index)) }
    return PublishedRow(key: key, record: bytes)
}

/// The row of a link that is no longer in the publisher's store.
func removal(_ code: String) -> PublishedRow {
    var removed = row(code)
    removed.record = []
    return removed
}

/// The error thrown by a sync, if any.
func fault(_ body: () throws -> Void) -> BundleFault.Kind? {
    do {
        try body()
        return nil
    } catch let fault as BundleFault { return fault.kind } catch { return nil }
}
