import ByteText
import LinkStore
import OpenSSL

/// The number of links to send together.
struct PushSize {
    /// Bounds the memory, and the work repeated after an interruption.
    var batch = 50_000
    /// The average number of links in a piece; the maximum is four times as many.
    var piece = 4_096
}

/// A link with its counts. Its breakdowns, which are much larger and change only with the counts, are read when they are sent.
struct PushLink {
    let record: LinkRecord
    /// The body as the source stores it, except for its ID.
    let body: [UInt8]
    let counts: [LinkCount]
}

/// Adjacent links of a store, which a later push recognizes as a unit.
struct PushPiece {
    let links: [PushLink]

    init(_ records: ArraySlice<LinkRecord>, of store: LinkStore) throws(StoreError) {
        let counts = try store.counts(of: records.map(\.id))
        links = zip(records, counts).map { PushLink(record: $0, body: $0.body, counts: $1) }
    }

    /// The SHA-256 of the links and their counts, which differs if any link was changed, created or removed. Computed
    /// on each access.
    var digest: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(links.reduce(0) { $0 + 24 + $1.record.key.text.utf8.count + $1.body.count })
        for link in links { link.append(to: &bytes) }
        return Digest.sha256(bytes.span)
    }
}

extension PushLink {
    /// Appends each part with its length, so the encoding is unambiguous.
    fileprivate func append(to bytes: inout [UInt8]) {
        let key = record.key.text.utf8
        bytes.append(number: UInt64(key.count))
        bytes += key
        bytes.append(number: UInt64(body.count))
        bytes += body
        bytes.append(number: UInt64(counts.count))
        for count in counts {
            bytes.append(number: UInt64(count.day))
            bytes.append(count.event.rawValue)
            bytes.append(count.platform.rawValue)
            bytes.append(number: count.count)
        }
    }
}

/// Reads a store in key order and splits it into pieces. A piece ends at a key with a certain hash instead of after a
/// number of links, so a created or removed link only affects its own piece.
struct PushPieces {
    private let store: LinkStore
    private let size: PushSize
    /// The last link read.
    private var last: LinkKey?
    /// Links that were read and not split yet.
    private var rest: [LinkRecord] = []
    private var isRead = false

    init(of store: LinkStore, _ size: PushSize) {
        self.store = store
        self.size = size
    }

    /// The next pieces, about a batch of links; empty at the end.
    mutating func next() throws(StoreError) -> [PushPiece] {
        var pieces: [PushPiece] = []
        while pieces.isEmpty, !isRead || !rest.isEmpty {
            try read()
            pieces = try cut()
        }
        return pieces
    }

    private mutating func read() throws(StoreError) {
        guard !isRead else { return }
        let more = try store.records(after: last, limit: size.batch)
        isRead = more.isEmpty
        last = more.last?.key ?? last
        rest += more
    }

    private mutating func cut() throws(StoreError) -> [PushPiece] {
        var pieces: [PushPiece] = []
        var start = 0
        for index in rest.indices where ends(rest[index], count: index + 1 - start) {
            pieces.append(try PushPiece(rest[start...index], of: store))
            start = index + 1
        }
        if isRead, start < rest.count {
            pieces.append(try PushPiece(rest[start...], of: store))
            start = rest.count
        }
        rest.removeFirst(start)
        return pieces
    }

    private func ends(_ record: LinkRecord, count: Int) -> Bool {
        let key = record.key.text.utf8
        return count >= 4 * size.piece || ByteHash64.of(key.span) % UInt64(size.piece) == 0
    }
}

extension [UInt8] {
    /// Appends the eight bytes of a number, little-endian.
    mutating func append(number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }
}
