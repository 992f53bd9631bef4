import LinkStore
import Links

/// The links of a commit, with what is to be said of their lines.
struct ImportBatch {
    /// The line of a link, and what of it is counted once the link is known to be no repetition.
    struct Row {
        var line: Int
        var warnings: [ShortLinkWarning]
        var isUndated: Bool
        var isBlanked: Bool
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
