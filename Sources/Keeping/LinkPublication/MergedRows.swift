import RuleBundle
import Sorting

/// The rows of several parts merged in key order; of rows with the same key, that of the last part is used.
///
/// Holds one file of each part in memory at a time.
struct MergedRows {
    /// Reads a file, which is then verified.
    typealias Read = (PublicationManifest.File) throws(BundleFault) -> [UInt8]

    private var parts: [PartRows] = []
    /// The parts with rows left, ordered by their next keys; with equal keys, the last part comes first.
    private var order: [Int] = []
    private let keepsRemovals: Bool

    /// - Parameter keepsRemovals: Whether to return the rows of removed links.
    init(
        _ parts: [PublicationManifest.Part], keepsRemovals: Bool, read: @escaping Read
    ) throws(BundleFault) {
        self.keepsRemovals = keepsRemovals
        for part in parts { self.parts.append(try PartRows(part, read)) }
        for index in self.parts.indices where self.parts[index].row != nil { insert(index) }
    }

    /// The next row; `nil` at the end.
    mutating func next() throws(BundleFault) -> FileRow? {
        while let first = order.first, let row = parts[first].row {
            try advance()
            while let other = order.first, let older = parts[other].row, compare(older, row) == 0 { try advance() }
            if keepsRemovals || !row.isRemoval { return row }
        }
        return nil
    }

    /// Advances the first part to its next row.
    private mutating func advance() throws(BundleFault) {
        let index = order.removeFirst()
        try parts[index].advance()
        if parts[index].row != nil { insert(index) }
    }

    private mutating func insert(_ index: Int) {
        let place = order.firstIndex { isBefore(index, $0) } ?? order.endIndex
        order.insert(index, at: place)
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        guard let row = parts[left].row, let other = parts[right].row else { return false }
        let difference = compare(row, other)
        return difference == 0 ? left > right : difference < 0
    }
}

/// The order of the keys of two rows.
private func compare(_ left: FileRow, _ right: FileRow) -> Int { left.keyBytes.compare(right.keyBytes, from: 0) }

/// The rows of a part, file by file.
private struct PartRows {
    private let part: PublicationManifest.Part
    private let read: MergedRows.Read
    private var file = 0
    private var reader: PublishedFile.Reader?
    private var count = 0
    /// The next row; `nil` at the end.
    private(set) var row: FileRow?

    init(_ part: PublicationManifest.Part, _ read: @escaping MergedRows.Read) throws(BundleFault) {
        (self.part, self.read) = (part, read)
        try advance()
    }

    mutating func advance() throws(BundleFault) {
        let last = row
        row = try nextRow()
        guard let row else {
            guard count == part.rows else { throw BundleFault(.format, "a part's row count is not the signed one") }
            return
        }
        count += 1
        if let last, compare(last, row) >= 0 { throw BundleFault(.format, "rows are out of order") }
    }

    private mutating func nextRow() throws(BundleFault) -> FileRow? {
        while true {
            if let row = try reader?.next() { return row }
            guard file < part.files.count else { return nil }
            let bytes = try read(part.files[file])
            try part.files[file].verify(bytes)
            reader = try PublishedFile.Reader(bytes)
            file += 1
        }
    }
}
