import LinkStore
import Links

/// The links of a commit, with their lines.
struct ImportBatch {
    private(set) var records: [LinkRecord] = []
    private var lines: [Int] = []
    /// The text of the lines; empty unless it is kept.
    private var rows: [[UInt8]] = []

    init(capacity: Int = 0) {
        records.reserveCapacity(capacity)
        lines.reserveCapacity(capacity)
    }

    var count: Int { records.count }

    mutating func append(_ record: LinkRecord, _ line: Int, _ row: [UInt8]?) {
        records.append(record)
        lines.append(line)
        if let row { rows.append(row) }
    }

    /// The refusal of a link by the store.
    func refusal(_ index: Int, _ fault: ShortLinkFault) -> ImportRefusal {
        ImportRefusal(
            line: lines[index], link: records[index].key.text, fault: fault, row: rows.isEmpty ? [] : rows[index])
    }
}
