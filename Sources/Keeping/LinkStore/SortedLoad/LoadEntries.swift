import LMDB
public import Sorting

/// An entry to be added to a table.
struct TableEntry {
    var key: [UInt8] = []
    var value: [UInt8] = []
}

/// A set of link ordinals, as a bitmap.
struct OrdinalSet {
    private var words: [UInt64] = []

    mutating func insert(_ ordinal: UInt64) {
        let place = Int(ordinal / 64)
        if place >= words.count { words += [UInt64](repeating: 0, count: place + 1 - words.count) }
        words[place] |= 1 << (ordinal % 64)
    }

    func contains(_ ordinal: UInt64) -> Bool {
        let place = Int(ordinal / 64)
        return place < words.count && words[place] >> (ordinal % 64) & 1 == 1
    }
}

/// Creates the entries of a load's tables from the sorted data, replacing ordinals by IDs. The entries of the links
/// come first.
struct LoadEntries {
    /// The ID of the first link that was added.
    let firstID: UInt64
    /// The links without entries, since an earlier one has the same key.
    private var repetitions = OrdinalSet()
    private var firstNote: [UInt8] = []

    init(firstID: UInt64) { self.firstID = firstID }

    /// Replaces the entry by that of the next created link.
    mutating func nextLink(
        _ entry: inout TableEntry, _ merge: inout RunMerge,
        _ visit: (_ note: Span<UInt8>, _ repetition: LoadRepetition?) -> Void
    ) throws(StoreError) -> Bool {
        while try merge.step() {
            let value = LoadedValue(merge.value)
            let ordinal = value.record.littleEndian(at: 8)
            if merge.key.equals(entry.key) {
                repetitions.insert(ordinal)
                visit(value.note, repetition(of: entry, value.record))
                continue
            }
            firstNote.replaceAll(with: value.note)
            entry.key.replaceAll(with: merge.key)
            entry.value.replaceAll(with: value.record)
            let id = firstID + ordinal
            for index in 0..<8 { entry.value[8 + index] = UInt8(truncatingIfNeeded: id >> UInt64(8 * index)) }
            visit(value.note, nil)
            return true
        }
        return false
    }

    private func repetition(of entry: TableEntry, _ record: Span<UInt8>) -> LoadRepetition {
        let key = LinkKey(stored: entry.key.span)
        var isSame = false
        if let firstView = LinkView(entry.value.span), let first = LinkRecord(key: key, firstView),
            let otherView = LinkView(record), let other = LinkRecord(key: key, otherView)
        {
            isSame = first.hasSameContent(as: other)
        }
        return LoadRepetition(key: key, firstNote: firstNote, isSame: isSame)
    }

    /// The next entry of an index, whose key ends in the ID. The first `count` bytes of the value are dropped.
    func nextIndexEntry(
        _ entry: inout TableEntry, _ merge: inout RunMerge, leavingOut count: Int = 0
    ) throws(StoreError) -> Bool {
        while try merge.step() {
            let idStart = merge.key.count - 8
            let ordinal = merge.key.bigEndian(at: idStart)
            if repetitions.contains(ordinal) { continue }
            entry.key.replaceAll(with: merge.key)
            entry.value.replaceAll(with: merge.value.extracting(count...))
            let id = firstID + ordinal
            for index in 0..<8 { entry.key[idStart + index] = UInt8(truncatingIfNeeded: id >> UInt64(56 - 8 * index)) }
            return true
        }
        return false
    }

    /// The next creation time, which is also added to the update times unless the link was changed since.
    func nextCreated(
        _ entry: inout TableEntry, _ merge: inout RunMerge, _ updated: inout ExternalSorter
    ) throws(StoreError) -> Bool {
        guard try nextIndexEntry(&entry, &merge, leavingOut: 1) else { return false }
        if updated.count > 0, merge.value[0] == 0 { try updated.add(merge.key, entry.value.span) }
        return true
    }
}

extension [UInt8] {
    /// Replaces the contents, reusing the memory.
    mutating func replaceAll(with bytes: Span<UInt8>) {
        removeAll(keepingCapacity: true)
        // Safe: the pointer is read within the call only.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

// MARK: - Errors of temporary files as store errors

extension ExternalSorter {
    mutating func add(_ key: Span<UInt8>, _ value: Span<UInt8>) throws(StoreError) {
        do throws(SpillFault) { try append(key, value) } catch { throw StoreError(error) }
    }

    mutating func sorted() throws(StoreError) -> RunMerge {
        do throws(SpillFault) { return try merge() } catch { throw StoreError(error) }
    }
}

extension RunMerge {
    mutating func step() throws(StoreError) -> Bool {
        do throws(SpillFault) { return try next() } catch { throw StoreError(error) }
    }
}

extension StoreError {
    /// The store error for an error of a temporary file in its directory.
    public init(_ fault: SpillFault) { self.init(LMDBError(code: fault.code), path: fault.directory) }
}
