import ByteText

/// Records in memory, in the format of a run: two four-byte lengths, key, value.
struct SortBlock {
    /// A record's position, and eight bytes of its key to compare first.
    private struct Entry {
        var word: UInt64 = 0
        var start: UInt32
        var keyCount: UInt32
    }

    /// The size of the two lengths at the start of a record.
    static let headerCount = 8

    private(set) var bytes: [UInt8] = []
    private var entries: [Entry] = []

    /// The number of records.
    var count: Int { entries.count }

    /// The memory used by records and index, including the temporary copy made by sorting.
    var memory: Int { bytes.count + 3 * entries.count * MemoryLayout<Entry>.stride }

    mutating func append(_ key: Span<UInt8>, _ value: Span<UInt8>) {
        entries.append(Entry(start: UInt32(bytes.count), keyCount: UInt32(key.count)))
        bytes.append(count: key.count)
        bytes.append(count: value.count)
        bytes.append(key)
        bytes.append(value)
    }

    /// Removes the records and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }

    /// The range of the record at an index of the sort order.
    func record(_ index: Int) -> Range<Int> {
        let start = Int(entries[index].start)
        let counts = bytes.span.word(at: start)
        return start..<(start + Self.headerCount + Int(counts & 0xFFFF_FFFF) + Int(counts >> 32))
    }

    /// The key of the record at an index of the sort order.
    @_lifetime(borrow self)
    func key(_ index: Int) -> Span<UInt8> { key(entries[index]) }

    @_lifetime(borrow self)
    private func key(_ entry: Entry) -> Span<UInt8> {
        let start = Int(entry.start) + Self.headerCount
        return bytes.span.extracting(start..<(start + Int(entry.keyCount)))
    }

    /// The common prefix of all keys. The block must be sorted and not empty.
    var sharedPrefix: [UInt8] {
        let (first, last) = (key(0), key(count - 1))
        let shared = first.sharedPrefix(with: last, from: 0, to: min(first.count, last.count))
        return [UInt8](span: first.extracting(0..<shared))
    }

    // MARK: - The order

    /// Sorts the records by key. The sort is stable.
    mutating func sort() {
        if isInOrder { return }
        sort(entries.indices, after: 0)
    }

    private var isInOrder: Bool {
        for index in entries.indices.dropFirst() where key(index).compare(key(index - 1), from: 0) < 0 { return false }
        return true
    }

    /// Sorts records whose keys share the first `known` bytes: by the eight bytes after their common prefix, then recursively
    /// those with equal words.
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
            // Keys that end within the word may differ only in length. Their common prefix is then at most as long as the
            // shortest key, and they are compared.
            if end > start + 1 { sort(start..<end, after: shared) }
            start = end
        }
    }

    /// Insertion sort for a few records.
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

    /// The length of the common prefix of some records' keys, and the length of the shortest key.
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
    /// Appends a length as four bytes, little-endian.
    fileprivate mutating func append(count: Int) {
        let count = UInt32(count)
        for shift in stride(from: UInt32(0), to: 32, by: 8) { append(UInt8(truncatingIfNeeded: count >> shift)) }
    }

    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        // Safe: the pointer is read only during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
