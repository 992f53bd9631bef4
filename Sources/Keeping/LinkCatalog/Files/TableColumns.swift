import ByteText
import LinkStore
import Links

/// The columns of a table of links, from its header line.
///
/// Our own titles take precedence over the names that other shorteners use. `url` is the long link unless another
/// column is; then it is the short link (Branch).
struct TableColumns: Sendable {
    /// The field of each column; `nil` for columns that are not imported.
    private(set) var columns: [CSVColumn?]
    /// Whether the long link column has another shortener's name.
    let isForeign: Bool
    /// Whether the table has all columns of our own exports. Then a text such as `NULL` is a literal text.
    let isExport: Bool
    /// The titles as written in the file.
    let titles: [String]
    /// The columns that are not imported.
    var ignored = IgnoredColumns()

    /// Reads the titles. Throws if the column for the long link or the short link is missing or ambiguous. If codes are
    /// generated, a column for the domain is enough.
    init(titles: [String], choosesCodes: Bool = false) throws(LinkFileReader.Fault) {
        let columns = titles.map { CSVColumn(title: CSVColumn.name($0)) }
        (self.titles, self.columns) = (titles, columns)
        isExport = CSVColumn.written.allSatisfy(columns.contains)
        isForeign = !titles.contains { CSVColumn.name($0) == LinkField.longLink.title }
        try Self.requireOnce(columns, titles)
        addSynonyms(titles)
        // These only repeat parts of the short link.
        let repeats: [CSVColumn] = self.columns.contains(.link) ? [.domain, .code] : []
        for (index, title) in titles.enumerated() where self.columns[index] == nil {
            if let synonym = CSVColumn(synonym: title) {
                if repeats.contains(synonym) { continue }
                try Self.requireFree(synonym, title, self.columns, titles)
            }
            ignored.add(index, title: title)
        }
        for (index, column) in self.columns.enumerated() {
            if let column, repeats.contains(column) { self.columns[index] = nil }
        }
        try requireLinks(titles, choosesCodes: choosesCodes)
    }

    /// The column that marks rows with escaped cells; `nil` if there is none.
    var escapeColumn: Int? { columns.firstIndex(of: .escapedFormulas) }

    /// The number of columns in a row.
    var count: Int { columns.count }

    /// Maps each field that has no column yet to the first column with another shortener's name for it.
    private mutating func addSynonyms(_ titles: [String]) {
        for isURL in [false, true] {
            for (index, title) in titles.enumerated() where columns[index] == nil {
                guard (CSVColumn.name(title) == "url") == isURL, var column = CSVColumn(synonym: title) else {
                    continue
                }
                if isURL, columns.contains(.field(.longLink)) { column = .link }
                if column.isRepeatable || !columns.contains(column) { columns[index] = column }
            }
        }
    }

    private static func requireOnce(
        _ columns: [CSVColumn?], _ titles: [String]
    ) throws(LinkFileReader.Fault) {
        for (index, column) in columns.enumerated() {
            guard let column, !column.isRepeatable, columns[..<index].contains(column) else { continue }
            throw LinkFileReader.Fault(message: "two columns are named \(column.title)")
        }
    }

    /// Throws for a second column for the short link, the long link or the code, since the right one can't be inferred.
    private static func requireFree(
        _ column: CSVColumn, _ title: String, _ columns: [CSVColumn?], _ titles: [String]
    ) throws(LinkFileReader.Fault) {
        guard column == .link || column == .field(.longLink) || column == .code,
            let first = columns.firstIndex(of: column),
            CSVColumn.name(titles[first]) != column.title
        else { return }
        throw LinkFileReader.Fault(
            message: "the columns \(titles[first]) and \(title) may both be the \(column.title); name the right one "
                + "\(column.title)")
    }

    private func requireLinks(_ titles: [String], choosesCodes: Bool) throws(LinkFileReader.Fault) {
        let place: [CSVColumn] = choosesCodes ? [.link, .code, .others, .domain] : [.link, .code, .others]
        if columns.contains(.field(.longLink)), place.contains(where: columns.contains) { return }
        let names = titles.prefix(8).map { $0.isEmpty ? "\"\"" : $0 }.joined(separator: ", ")
        throw LinkFileReader.Fault(
            message:
                "the first line must name the columns link and long_link (or domain, code and long_link), with commas, semicolons, tabs or bars between them; it names "
                + names + (titles.count > 8 ? ", …" : ""))
    }
}
