import ByteText

/// Records in memory, in the form that a run has in its file: two counts of four bytes, key, value.
struct SortBlock {
    /// A record's place, and eight bytes of its key to compare first.
    private struct Entry {
        var word: UInt64 = 0
        var start: UInt32
        var keyCount: UInt32
    }

    /// The counts of key and value, which a record begins with.
    static let headerCount = 8

    private(set) var bytes: [UInt8] = []
    private var entries: [Entry] = []

    /// How many records there are.
    var count: Int { entries.count }

    /// How many bytes the records have, and what finds and sorts them.
    var memory: Int { bytes.count + 3 * entries.count * MemoryLayout<Entry>.stride }

    mutating func append(_ key: Span<UInt8>, _ value: Span<UInt8>) {
        entries.append(Entry(start: UInt32(bytes.count), keyCount: UInt32(key.count)))
        bytes.append(count: key.count)
        bytes.append(count: value.count)
        bytes.append(key)
        bytes.append(value)
    }

    /// Forgets the records and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }

    /// The bytes of a record, by its place in the order.
    func record(_ index: Int) -> Range<Int> {
        let start = Int(entries[index].start)
        let counts = bytes.span.word(at: start)
        return start..<(start + Self.headerCount + Int(counts & 0xFFFF_FFFF) + Int(counts >> 32))
    }

    /// The key of a record, by its place in the order.
    @_lifetime(borrow self)
    func key(_ index: Int) -> Span<UInt8> { key(entries[index]) }

    @_lifetime(borrow self)
    private func key(_ entry: Entry) -> Span<UInt8> {
        let start = Int(entry.start) + Self.headerCount
        return bytes.span.extracting(start..<(start + Int(entry.keyCount)))
    }

    /// The bytes that all keys begin with, once they are in order. There must be a record.
    var sharedPrefix: [UInt8] {
        let (first, last) = (key(0), key(count - 1))
        let shared = first.sharedPrefix(with: last, from: 0, to: min(first.count, last.count))
        return [UInt8](span: first.extracting(0..<shared))
    }

    // MARK: - The order

    /// Sorts the records by their keys; those with one key keep their order.
    mutating func sort() {
        if isInOrder { return }
        sort(entries.indices, after: 0)
    }

    private var isInOrder: Bool {
        for index in entries.indices.dropFirst() where key(index).compare(key(index - 1), from: 0) < 0 { return false }
        return true
    }

    /// Sorts records whose keys agree in their first `known` bytes: by eight bytes after what all share, then those that
    /// agree there among themselves.
    private mutating func sort(_ range: Range<Int>, after known: Int) {
        let (shared, shortest) = sharedPrefix(of: range, after: known)
        if range.count <= 16 { return insert(range, after: shared) }
        var part = Array(entries[range])
        if shortest > shared {
            for index in part.indices { part[index].word = key(part[index]).bigEndianWord(at: shared) }
            part.radixSort(by: \.word)
        } else {
            part.sort { precedes($0, $1, after: shared) }
        }
        entries.replaceSubrange(range, with: part)
        guard shortest > shared else { return }
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start + 1
            while end < range.upperBound, entries[end].word == entries[start].word { end += 1 }
            // Keys that end within the word may differ in their lengths alone: then they share no more bytes than the
            // shortest has, and are compared.
            if end > start + 1 { sort(start..<end, after: shared) }
            start = end
        }
    }

    /// Sorts a few records by comparing them.
    private mutating func insert(_ range: Range<Int>, after shared: Int) {
        for index in range.dropFirst() {
            var place = index
            while place > range.lowerBound, precedes(entries[place], entries[place - 1], after: shared) {
                entries.swapAt(place, place - 1)
                place -= 1
            }
        }
    }

    private func precedes(_ left: Entry, _ right: Entry, after shared: Int) -> Bool {
        let order = key(left).compare(key(right), from: shared)
        return order == 0 ? left.start < right.start : order < 0
    }

    /// How many leading bytes the keys of some records share, and the length of the shortest.
    private func sharedPrefix(of range: Range<Int>, after known: Int) -> (shared: Int, shortest: Int) {
        let first = key(range.lowerBound)
        var (shared, shortest) = (first.count, first.count)
        for index in range.dropFirst() {
            let key = key(index)
            shortest = min(shortest, key.count)
            shared = key.sharedPrefix(with: first, from: known, to: min(shared, key.count))
        }
        return (shared, shortest)
    }
}

extension [UInt8] {
    /// Appends a count in four bytes, the lowest first.
    fileprivate mutating func append(count: Int) {
        let count = UInt32(count)
        for shift in stride(from: UInt32(0), to: 32, by: 8) { append(UInt8(truncatingIfNeeded: count >> shift)) }
    }

    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
