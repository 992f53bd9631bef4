import ByteText

/// The columns of a table that are not imported, with the number of values in each.
struct IgnoredColumns: Sendable {
    /// A column that is not imported.
    struct Column: Sendable, Equatable {
        var title: String
        /// The number of rows with a value in it.
        var values = 0
    }

    private var indices: [Int] = []
    /// The columns, in the table's order.
    private(set) var columns: [Column] = []

    mutating func add(_ index: Int, title: String) {
        indices.append(index)
        columns.append(Column(title: title))
    }

    /// Counts a row's values in these columns.
    mutating func countValues(_ record: borrowing CSVRecord) {
        for (place, index) in indices.enumerated() where index >= 0 && index < record.count {
            if !CSVValue.isNothing(record[index]) { columns[place].values += 1 }
        }
    }

    /// Adds the counts of columns of earlier tables, which may have other columns.
    mutating func add(_ others: [Column]) {
        for other in others {
            if let place = columns.firstIndex(where: { $0.title == other.title }) {
                columns[place].values += other.values
            } else {
                add(-1, title: other.title)
                columns[columns.count - 1].values = other.values
            }
        }
    }
}
