import Sorting

/// Links to be added to the store: keys and encoded records in one buffer, with their sort keys.
struct LoadBatch {
    struct Link {
        /// The link's index in the input.
        var index: Int
        var id: UInt64
        /// The start of the key in the buffer; the record follows it.
        var start: Int
        var keyCount: Int
        var recordCount: Int
        /// The times as index keys.
        var created: UInt64
        var updated: UInt64
        var hasFingerprint: Bool
        var fingerprint: LinkFingerprint
        /// The sort key in the destination index.
        var destination: (host: UInt64, address: UInt64)
        /// The first eight bytes of the key after the shared prefix, usually the host, where most keys differ.
        var sortWord: UInt64
        var isRefused = false
    }

    /// A key of an index, without the ID unless it is part of the order.
    struct Entry {
        var high: UInt64
        var low: UInt64
        /// The index in ``LoadBatch/links``.
        var link: Int
    }

    private(set) var bytes: [UInt8] = []
    var links: [Link] = []

    mutating func append(_ record: LinkRecord, index: Int, id: UInt64) {
        var record = record
        record.id = id
        record.revision = 1
        record.isDeleted = false
        let start = bytes.count
        bytes.append(contentsOf: record.key.text.utf8)
        let keyCount = bytes.count - start
        record.encode(into: &bytes)
        let destination = record.destination
        links.append(
            Link(
                index: index, id: id, start: start, keyCount: keyCount, recordCount: bytes.count - start - keyCount,
                created: UInt64(bitPattern: record.created) ^ 1 << 63,
                updated: UInt64(bitPattern: record.updated) ^ 1 << 63,
                hasFingerprint: record.fingerprint != nil,
                fingerprint: record.fingerprint ?? LinkFingerprint(high: 0, low: 0),
                destination: (destination.hostHash, destination.addressHash), sortWord: 0))
    }

    /// The key of a link.
    @_lifetime(borrow self)
    func key(_ link: Link) -> Span<UInt8> {
        bytes.span.extracting(link.start..<(link.start + link.keyCount))
    }

    /// The encoded record of a link.
    @_lifetime(borrow self)
    func record(_ link: Link) -> Span<UInt8> {
        let start = link.start + link.keyCount
        return bytes.span.extracting(start..<(start + link.recordCount))
    }

    /// Sorts the links in LMDB's key order; links with equal keys keep their order.
    mutating func sortByKey() {
        let shared = sharedPrefix()
        for index in links.indices {
            links[index].sortWord = sortWord(links[index], at: shared)
        }
        // Sorting indices is cheaper than sorting links, and links already in order need no sort at all.
        if zip(links, links.dropFirst()).allSatisfy({ precedes($0, $1, shared) }) { return }
        let sorted = links.sorted { precedes($0, $1, shared) }
        links = sorted
    }

    private func sortWord(_ link: Link, at offset: Int) -> UInt64 { key(link).bigEndianWord(at: offset) }

    /// Whether two links, the first of which sorts first, have the same key.
    func hasSameKey(_ one: Link, _ other: Link) -> Bool {
        one.sortWord == other.sortWord && one.keyCount == other.keyCount && compare(one, other, from: 0) == 0
    }

    private func precedes(_ one: Link, _ other: Link, _ shared: Int) -> Bool {
        if one.sortWord != other.sortWord { return one.sortWord < other.sortWord }
        let order = compare(one, other, from: shared)
        return order != 0 ? order < 0 : one.index < other.index
    }

    private func compare(_ one: Link, _ other: Link, from start: Int) -> Int {
        key(one).compare(key(other), from: start)
    }

    /// The length of the prefix that all keys share: usually the host.
    private func sharedPrefix() -> Int {
        guard let first = links.first else { return 0 }
        var shared = first.keyCount
        for link in links { shared = key(link).sharedPrefix(with: key(first), from: 0, to: min(shared, link.keyCount)) }
        return shared
    }

    /// The entries of an index, sorted; refused links and those with a `nil` key have none. Equal entries keep the
    /// order of their IDs.
    func entries(_ key: (Link) -> (UInt64, UInt64)?) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(links.count)
        for index in links.indices where !links[index].isRefused {
            if let (high, low) = key(links[index]) { entries.append(Entry(high: high, low: low, link: index)) }
        }
        entries.radixSort { links[$0.link].id }
        entries.radixSort(by: \.low)
        entries.radixSort(by: \.high)
        return entries
    }
}
