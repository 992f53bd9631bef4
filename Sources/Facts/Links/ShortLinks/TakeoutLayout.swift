public import ByteText

/// The column indices in a Dynamic Links export of Google Takeout.
///
/// Takeout writes 29 columns in a fixed order (Firebase, "Export Dynamic Links metadata"), but users move, add and remove
/// columns before they import the file. In every language a title contains the parameter of a long link, such as `(apn)`.
/// Columns without a parameter have English titles, or are identified by their order. Columns with other titles are ignored.
/// The fixed order of 29 columns is used only if no title contains a parameter.
public struct TakeoutLayout: Sendable, Equatable {
    /// A column of an export.
    public enum Column: Sendable, Hashable {
        case shortLink, parameter(LinkParameter), archived, name, created

        fileprivate var isParameter: Bool {
            if case .parameter = self { true } else { false }
        }
    }

    /// A parameter of the long link and the index of its column.
    public struct Parameter: Sendable, Equatable {
        /// The parameter.
        public let parameter: LinkParameter
        /// The index of its column.
        public let column: Int
    }

    /// The number of columns in a row.
    public let count: Int
    /// The index of the short link.
    public let shortLink: Int
    /// The columns of the long link, in the parameter order of long links; always includes `link`.
    public let parameters: [Parameter]
    /// The index of the flag for archived links, or `nil` if the export has none.
    public let archived: Int?
    /// The index of the link's name, or `nil` if the export has none.
    public let name: Int?
    /// The index of the creation time, or `nil` if the export has none.
    public let created: Int?
    /// The indices of ignored columns.
    public let ignored: [Int]
    /// Whether columns with titles in another language were identified by their order, which the values must confirm.
    public let isByOrder: Bool

    /// The columns as written by Takeout, with their English titles.
    public static let standard: [(column: Column, title: String)] = [
        (.shortLink, "Short link"), (.parameter(.link), "Deep link (link)"),
        (.parameter(.apn), "Android package name (apn)"), (.parameter(.afl), "Android fallback link (afl)"),
        (.parameter(.amv), "Android minimum package version code (amv)"), (.parameter(.ibi), "iOS bundle ID (ibi)"),
        (.parameter(.ifl), "iOS fallback link (ifl)"), (.parameter(.ius), "iOS custom scheme (ius)"),
        (.parameter(.ipfl), "iOS iPad fallback link (ipfl)"), (.parameter(.ipbi), "iOS iPad bundle ID (ipbi)"),
        (.parameter(.isi), "iOS app store ID (isi)"), (.parameter(.imv), "iOS minimum version (imv)"),
        (.parameter(.efr), "Enable forced redirect? (efr)"), (.parameter(.ofl), "Desktop fallback link (ofl)"),
        (.parameter(.st), "Social title (st)"), (.parameter(.sd), "Social description (sd)"),
        (.parameter(.si), "Social image link (si)"), (.parameter(.utmSource), "UTM source (utm_source)"),
        (.parameter(.utmMedium), "UTM medium (utm_medium)"), (.parameter(.utmCampaign), "UTM campaign (utm_campaign)"),
        (.parameter(.utmTerm), "UTM term (utm_term)"), (.parameter(.utmContent), "UTM content (utm_content)"),
        (.parameter(.at), "iTunes Connect at"), (.parameter(.ct), "iTunes Connect ct"),
        (.parameter(.mt), "iTunes Connect mt"), (.parameter(.pt), "iTunes Connect pt"), (.archived, "Archived?"),
        (.name, "Link name"), (.created, "Creation timestamp"),
    ]

    /// The layout of a file without titles: all columns in the fixed order.
    public static let untitled = TakeoutLayout(standard.map(\.column), ignored: [], isByOrder: false, shortLink: 0)

    /// Identifies the columns by their titles.
    ///
    /// - Throws: If two titles denote the same column, or if none denotes the short link or `link`.
    public init(titles: [String]) throws(Fault) {
        var columns = titles.map(Self.column)
        try Self.requireOnce(columns, titles)
        let isByOrder = Self.addOthers(&columns, titles)
        guard let shortLink = columns.firstIndex(of: .shortLink) else { throw .noShortLink }
        guard columns.contains(.parameter(.link)) else { throw .noLink }
        let ignored = columns.indices.filter { columns[$0] == nil }
        self.init(columns, ignored: ignored, isByOrder: isByOrder, shortLink: shortLink)
    }

    private init(_ columns: [Column?], ignored: [Int], isByOrder: Bool, shortLink: Int) {
        count = columns.count
        self.shortLink = shortLink
        parameters = columns.enumerated().compactMap { index, column in
            guard case .parameter(let parameter)? = column else { return nil }
            return Parameter(parameter: parameter, column: index)
        }.sorted { $0.parameter.rawValue < $1.parameter.rawValue }
        archived = columns.firstIndex(of: .archived)
        name = columns.firstIndex(of: .name)
        created = columns.firstIndex(of: .created)
        (self.ignored, self.isByOrder) = (ignored, isByOrder)
    }

    /// The index of a parameter's column, or `nil` if the export has none.
    public subscript(_ parameter: LinkParameter) -> Int? {
        parameters.first { $0.parameter == parameter }?.column
    }

    /// Whether a table is an export according to its titles, several of which contain a parameter in parentheses.
    public static func isNamed(by titles: [String]) -> Bool {
        let named = titles.count { !parametersInParentheses($0).isEmpty }
        return named >= (titles.count == standard.count ? 1 : 3)
    }

    /// Whether a record contains a link's values rather than titles.
    public static func isRow(_ record: borrowing CSVRecord) -> Bool {
        (0..<record.count).contains { record[$0].starts(with: "http://") || record[$0].starts(with: "https://") }
    }
}

// MARK: - Titles

extension TakeoutLayout {
    /// The column of a title, or `nil` if it is not one of Takeout's.
    private static func column(_ title: String) -> Column? {
        if let parameter = parametersInParentheses(title).last { return .parameter(parameter) }
        let words = words(title)
        if let parameter = parameter(words.last ?? ""), words.count == 1 || words.contains("itunes") {
            return .parameter(parameter)
        }
        return others[words]
    }

    /// The titles of columns without a parameter, as lists of words.
    private static let others: [[String]: Column] = {
        let columns: [Column] = [.shortLink, .archived, .name, .created]
        let titles = standard.filter { columns.contains($0.column) }.map { (words($0.title), $0.column) }
        return Dictionary(uniqueKeysWithValues: titles)
    }()

    private static func words(_ title: String) -> [String] {
        title.lowercased().split { $0.isWhitespace || $0 == "?" || $0 == "？" || $0 == "\u{FEFF}" }.map(String.init)
    }

    /// The parameters in parentheses in a title; some languages use full-width parentheses.
    private static func parametersInParentheses(_ title: String) -> [LinkParameter] {
        title.split(omittingEmptySubsequences: false) { $0 == "(" || $0 == "（" }.dropFirst().compactMap { part in
            parameter(words(String(part.prefix { $0 != ")" && $0 != "）" })).joined(separator: " "))
        }
    }

    private static func parameter(_ name: String) -> LinkParameter? {
        standard.lazy.compactMap { column, _ in
            guard case .parameter(let parameter) = column, "\(parameter.name)" == name else { return nil }
            return parameter
        }.first
    }

    private static func requireOnce(_ columns: [Column?], _ titles: [String]) throws(Fault) {
        for (index, column) in columns.enumerated() {
            guard let column, let first = columns[..<index].firstIndex(of: column) else { continue }
            throw .twice(titles[first], first + 1, titles[index], index + 1)
        }
    }

    /// Identifies the columns whose titles are in another language; returns whether their order was used.
    private static func addOthers(_ columns: inout [Column?], _ titles: [String]) -> Bool {
        if columns.count == standard.count, !columns.contains(where: { $0?.isParameter ?? false }) {
            columns = standard.map(\.column)
            return false
        }
        // If one title is in English, the others would be too.
        if others.values.contains(where: columns.contains) { return false }
        let missing = standard.filter { parametersInParentheses($0.title).isEmpty && !columns.contains($0.column) }
        let unknown = columns.indices.filter { columns[$0] == nil && !words(titles[$0]).isEmpty }
        guard unknown.count == missing.count else { return false }
        for (index, column) in zip(unknown, missing) { columns[index] = column.column }
        return true
    }
}

// MARK: - Faults

extension TakeoutLayout {
    /// The reason why an export cannot be read by its titles.
    public enum Fault: Error, Sendable, Equatable {
        /// Two titles, with their column numbers, denote the same column.
        case twice(String, Int, String, Int)
        case noShortLink
        case noLink

        /// The error message, as a sentence.
        public var message: String {
            switch self {
            case .twice(let one, let first, let other, let second):
                let titles = one == other ? "\"\(one)\"" : "\"\(one)\" and \"\(other)\""
                return
                    "columns \(first) and \(second) have the same title (\(titles)); remove one of them"
            case .noShortLink:
                return
                    "no column is titled \"Short link\"; use the English titles of Google Takeout: "
                    + "\"Short link\", \"Archived?\", \"Link name\" and \"Creation timestamp\""
            case .noLink:
                return
                    "no column is titled \"Deep link (link)\", which contains the links' destinations"
            }
        }
    }
}
