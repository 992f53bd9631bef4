import ByteText
import Links

/// The columns of a table of links, as its first line names them.
///
/// A title by which a field is known here comes before the names that other shorteners have for it. `url` is the long link,
/// unless another column is: then it is the short link (Branch).
struct TableColumns: Sendable {
    /// What each column is; nil for those that are not imported.
    private(set) var columns: [CSVColumn?]
    /// Whether another shortener's names say where links lead.
    let isForeign: Bool
    /// Whether the table has all columns of our own exports: then a text such as `NULL` is a text.
    let isExport: Bool
    /// The titles, as they are in the file.
    let titles: [String]
    /// The columns that are not imported.
    var ignored = IgnoredColumns()

    /// Reads the titles. Throws if there is no column for the long link, or for the short link or at least its domain where
    /// codes are chosen, or more than one.
    init(titles: [String], choosesCodes: Bool = false) throws(LinkFileReader.Fault) {
        let columns = titles.map { CSVColumn(rawValue: CSVColumn.name($0)) }
        (self.titles, self.columns) = (titles, columns)
        isExport = CSVColumn.written.allSatisfy(columns.contains)
        isForeign = !titles.contains { CSVColumn.name($0) == CSVColumn.longLink.rawValue }
        try Self.requireOnce(columns, titles)
        addSynonyms(titles)
        // These only repeat what the short link says.
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

    /// The column by which a row's cells are escaped; `nil` for none.
    var escapeColumn: Int? { columns.firstIndex(of: .escapedFormulas) }

    /// How many columns a row has.
    var count: Int { columns.count }

    /// Gives a field that no title names to the first column that another shortener's name says it of.
    private mutating func addSynonyms(_ titles: [String]) {
        for isURL in [false, true] {
            for (index, title) in titles.enumerated() where columns[index] == nil {
                guard (CSVColumn.name(title) == "url") == isURL, var column = CSVColumn(synonym: title) else {
                    continue
                }
                if isURL, columns.contains(.longLink) { column = .link }
                if column.isRepeatable || !columns.contains(column) { columns[index] = column }
            }
        }
    }

    private static func requireOnce(
        _ columns: [CSVColumn?], _ titles: [String]
    ) throws(LinkFileReader.Fault) {
        for (index, column) in columns.enumerated() {
            guard let column, !column.isRepeatable, columns[..<index].contains(column) else { continue }
            throw LinkFileReader.Fault(message: "two columns are named \(column.rawValue)")
        }
    }

    /// Throws for a second column of what decides where a link is or leads: a guess would be wrong half of the time.
    private static func requireFree(
        _ column: CSVColumn, _ title: String, _ columns: [CSVColumn?], _ titles: [String]
    ) throws(LinkFileReader.Fault) {
        guard column == .link || column == .longLink || column == .code, let first = columns.firstIndex(of: column),
            CSVColumn.name(titles[first]) != column.rawValue
        else { return }
        throw LinkFileReader.Fault(
            message: "the columns \(titles[first]) and \(title) may both be the \(column.rawValue); name the right one "
                + "\(column.rawValue)")
    }

    private func requireLinks(_ titles: [String], choosesCodes: Bool) throws(LinkFileReader.Fault) {
        let place: [CSVColumn] = choosesCodes ? [.link, .code, .others, .domain] : [.link, .code, .others]
        if columns.contains(.longLink), place.contains(where: columns.contains) { return }
        let names = titles.prefix(8).map { $0.isEmpty ? "\"\"" : $0 }.joined(separator: ", ")
        throw LinkFileReader.Fault(
            message:
                "the first line must name the columns link and long_link (or domain, code and long_link), with commas, semicolons, tabs or bars between them; it names "
                + names + (titles.count > 8 ? ", …" : ""))
    }
}
