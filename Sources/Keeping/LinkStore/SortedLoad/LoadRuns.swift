import Sorting

/// The data of a load, sorted in runs: its links, and their entries in each index.
///
/// A link is identified by its ordinal, from 0, until its ID is known. The values are the keys of links. Those in
/// `created` are preceded by a byte, which is 1 if the link has another time in `updated`.
struct LoadRuns: ~Copyable {
    /// The key's text → ``LoadedValue``.
    var links: ExternalSorter
    var created: ExternalSorter
    /// Only for links that were changed after their creation: usually none.
    var updated: ExternalSorter
    var tags: ExternalSorter
    var fingerprints: ExternalSorter
    var destinations: ExternalSorter

    /// The number of links.
    private(set) var count: UInt64 = 0
    /// The error of the sort, if it failed.
    private(set) var fault: StoreError?

    private var note: [UInt8] = []
    /// The size of all notes in bytes, which are not part of the tables.
    private var noteBytes = 0

    init(directory: String, _ pieces: SortedLoad.Pieces) {
        links = ExternalSorter(directory: directory, blockBytes: pieces.linkBytes)
        created = ExternalSorter(directory: directory, blockBytes: pieces.indexBytes)
        updated = ExternalSorter(directory: directory, blockBytes: pieces.indexBytes)
        tags = ExternalSorter(directory: directory, blockBytes: pieces.indexBytes)
        fingerprints = ExternalSorter(directory: directory, blockBytes: pieces.indexBytes)
        destinations = ExternalSorter(directory: directory, blockBytes: pieces.indexBytes)
    }

    /// The approximate size of the tables in bytes.
    var tableBytes: Int {
        let entries = links.count + 2 * created.count + tags.count + fingerprints.count + destinations.count
        let links = links.bytes - noteBytes + 2 * created.bytes
        return links + tags.bytes + fingerprints.bytes + destinations.bytes + 12 * entries
    }

    /// Adds links; no effect after a fault.
    mutating func add(_ records: [LinkRecord], _ note: SortedLoad.Note) {
        guard fault == nil else { return }
        do throws(StoreError) {
            for index in records.indices { try add(records[index], index, note) }
        } catch { fault = error }
    }

    private mutating func add(
        _ record: LinkRecord, _ index: Int, _ writeNote: SortedLoad.Note
    ) throws(StoreError) {
        var record = record
        record.id = count
        record.revision = 1
        record.isDeleted = false
        note.removeAll(keepingCapacity: true)
        writeNote(index, &note)
        var value: [UInt8] = []
        value.reserveCapacity(RecordFormat.headerCount + record.longLink.utf8.count + note.count + 64)
        value.appendLittleEndian(UInt32(note.count))
        value.append(contentsOf: note)
        record.encode(into: &value)
        let key = Array(record.key.text.utf8)
        try links.add(key.span, value.span)
        noteBytes += note.count
        try addIndexEntries(record, key)
        count += 1
    }

    private mutating func addIndexEntries(_ record: LinkRecord, _ key: [UInt8]) throws(StoreError) {
        let isChanged = record.updated != record.created
        let value = [isChanged ? 1 : 0] + key
        let entry = IndexKey.time(record.created, id: record.id)
        try created.add(entry.span, value.span)
        if isChanged {
            let entry = IndexKey.time(record.updated, id: record.id)
            try updated.add(entry.span, key.span)
        }
        for tag in record.tags {
            let entry = IndexKey.tag(tag, created: record.created, id: record.id)
            try tags.add(entry.span, key.span)
        }
        let destination = IndexKey.destination(record.destination, id: record.id)
        try destinations.add(destination.span, key.span)
        guard let fingerprint = record.fingerprint else { return }
        let print = IndexKey.fingerprint(fingerprint, id: record.id)
        try fingerprints.add(print.span, key.span)
    }
}

/// A link in the runs: the length of its note in four bytes, the note, and its record with the ordinal as ID.
struct LoadedValue: ~Escapable {
    let note: Span<UInt8>
    let record: Span<UInt8>

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) {
        let count = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
        note = bytes.extracting(4..<(4 + count))
        record = bytes.extracting((4 + count)...)
    }
}
