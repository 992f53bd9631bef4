import ByteText
import LinkStore
import Links

/// The links of one commit, with notes on their lines.
struct ImportBatch {
    /// The line of a link, and the notes that are counted unless the link turns out to be a repetition.
    struct Row {
        var line: Int
        var warnings: [ShortLinkWarning]
        var isUndated: Bool
        var isBlanked: Bool
        var isMisdated = false
        var isStopped = false
    }

    private(set) var records: [LinkRecord] = []
    private(set) var rows: [Row] = []
    /// The text of the lines; empty unless it is kept.
    private var texts: [[UInt8]] = []

    init(capacity: Int = 0) {
        records.reserveCapacity(capacity)
        rows.reserveCapacity(capacity)
    }

    var count: Int { records.count }

    mutating func append(_ record: LinkRecord, _ row: Row, _ text: [UInt8]?) {
        records.append(record)
        rows.append(row)
        if let text { texts.append(text) }
    }

    /// The refusal of a link by the store.
    func refusal(_ index: Int, _ fault: ShortLinkFault) -> ImportRefusal {
        ImportRefusal(
            line: rows[index].line, link: records[index].key.text, fault: fault,
            row: texts.isEmpty ? [] : texts[index])
    }
}

// MARK: - Rows that are sorted with their links

extension ImportBatch {
    /// Encodes the notes on a link for the sort: the line in eight bytes, flags, the warning count, the warnings, and
    /// the line's text.
    func encodeNote(of index: Int, into note: inout [UInt8]) {
        let row = rows[index]
        for shift in stride(from: 0, to: 64, by: 8) { note.append(UInt8(truncatingIfNeeded: row.line >> shift)) }
        note.append(
            (row.isUndated ? 1 : 0) | (row.isBlanked ? 2 : 0) | (row.isMisdated ? 4 : 0) | (row.isStopped ? 8 : 0))
        note.append(UInt8(row.warnings.count))
        for warning in row.warnings { note.append(warning.rawValue) }
        if !texts.isEmpty { note.append(contentsOf: texts[index]) }
    }
}

extension ImportBatch.Row {
    /// Decodes the output of `encodeNote`.
    init(note: Span<UInt8>) {
        line = Self.line(of: note)
        isUndated = note[8] & 1 != 0
        isBlanked = note[8] & 2 != 0
        isMisdated = note[8] & 4 != 0
        isStopped = note[8] & 8 != 0
        warnings = (0..<Int(note[9])).compactMap { ShortLinkWarning(rawValue: note[10 + $0]) }
    }

    /// The line number.
    static func line(of note: Span<UInt8>) -> Int { Int(note.word(at: 0)) }

    /// The text of the line, if it is kept.
    static func text(of note: Span<UInt8>) -> [UInt8] {
        let text = note.extracting((10 + Int(note[9]))...)
        return [UInt8](capacity: text.count) { $0.append(text) }
    }
}
