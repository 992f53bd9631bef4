import ByteText
public import Links
import WebAddress

/// Statistics of the links in an export, updated as its bytes arrive. Memory grows with the number of distinct values,
/// up to a limit.
public struct ExportSummary: Sendable, Equatable {
    /// The number of occurrences of each value.
    typealias Counts = [String: Int]

    /// An App Store ID or a custom scheme of an app.
    struct AppleValue: Sendable, Hashable {
        var bundle: String
        var value: String
    }

    /// The numbers of links, of rows that are not links, and of links to http addresses.
    public private(set) var links = 0
    private(set) var refused = 0
    private(set) var plainHTTP = 0
    /// Link domains, with their path prefix.
    private(set) var domains: Counts = [:]
    /// Hosts of https link targets.
    private(set) var payloadHosts: Counts = [:]
    private(set) var packages: Counts = [:]
    private(set) var bundles: Counts = [:]
    private(set) var appStoreIDs: [AppleValue: Int] = [:]
    private(set) var customSchemes: [AppleValue: Int] = [:]
    private var record = CSVRecord()
    private var isAtStart = true
    private var layout: TakeoutLayout?

    /// The maximum number of distinct values.
    private static let limit = 10_000

    /// No links.
    public init() {}

    public static func == (left: ExportSummary, right: ExportSummary) -> Bool {
        left.links == right.links && left.refused == right.refused && left.plainHTTP == right.plainHTTP
            && left.domains == right.domains && left.payloadHosts == right.payloadHosts
            && left.packages == right.packages && left.bundles == right.bundles
            && left.appStoreIDs == right.appStoreIDs && left.customSchemes == right.customSchemes
    }

    /// Reads complete rows, and returns the number of bytes consumed.
    ///
    /// - Parameter isLast: Whether nothing follows `source`.
    public mutating func read(_ source: Span<UInt8>, isLast: Bool) throws(TakeoutLayout.Fault) -> Int {
        var start = 0
        if isAtStart {
            if source.starts(with: "\u{FEFF}") { start = 3 }
            guard let found = CSVDialect.find(in: source.extracting(start...), isLast: isLast) else { return 0 }
            record.dialect = found.dialect
            start += found.preamble
        }
        while start < source.count {
            do throws(CSVFault) {
                guard let end = try record.read(source, from: start, isLast: isLast) else { return start }
                start = end
            } catch {
                refused += 1
                isAtStart = false
                guard let end = source.firstIndex(of: record.dialect.lineEnd, from: start), end < source.count else {
                    return source.count
                }
                start = end + 1
                continue
            }
            isAtStart = false
            try countRecord()
        }
        return start
    }

    /// Counts a row, or determines the columns from the header row.
    private mutating func countRecord() throws(TakeoutLayout.Fault) {
        if record.isEmpty { return }
        if let layout { return countRow(layout) }
        if TakeoutLayout.isRow(record) {
            layout = .untitled
            countRow(.untitled)
        } else {
            layout = try TakeoutLayout(titles: (0..<record.count).map(record.string))
        }
    }

    private mutating func countRow(_ layout: TakeoutLayout) {
        guard record.count == layout.count, let domain = Self.domain(of: record.string(layout.shortLink)) else {
            refused += 1
            return
        }
        links += 1
        Self.count(domain, &domains)
        countPayload(value(.link, layout))
        Self.count(value(.apn, layout), &packages)
        let bundle = value(.ibi, layout)
        guard !bundle.isEmpty else { return }
        Self.count(bundle, &bundles)
        count(value(.isi, layout), of: bundle, \.appStoreIDs)
        count(value(.ius, layout), of: bundle, \.customSchemes)
    }

    private func value(_ parameter: LinkParameter, _ layout: TakeoutLayout) -> String {
        layout[parameter].map(record.string) ?? ""
    }

    private mutating func countPayload(_ link: String) {
        guard let address = Self.address(link) else { return }
        if address.isHTTPS { Self.count(address.host, &payloadHosts) } else { plainHTTP += 1 }
    }

    private mutating func count(
        _ value: String, of bundle: String, _ counts: WritableKeyPath<ExportSummary, [AppleValue: Int]>
    ) {
        guard !value.isEmpty, self[keyPath: counts].count < Self.limit else { return }
        self[keyPath: counts][AppleValue(bundle: bundle, value: value), default: 0] += 1
    }

    private static func count(_ value: String, _ counts: inout Counts) {
        guard !value.isEmpty, counts.count < limit || counts[value] != nil else { return }
        counts[value, default: 0] += 1
    }

    /// The part before the code: `example.page.link`, `links.example.com/go`.
    private static func domain(of shortLink: String) -> String? {
        guard let address = address(shortLink) else { return nil }
        let prefix = address.path.split(separator: "/").dropLast()
        return ([address.host] + prefix.map(String.init)).joined(separator: "/")
    }

    private static func address(_ text: String) -> (isHTTPS: Bool, host: String, path: String)? {
        var arena = ByteArena(capacity: 256)
        let input = arena.append(text)
        guard let address = try? WebAddress.parse(input, in: &arena) else { return nil }
        return (address.scheme == .https, arena.string(address.host), arena.string(address.path))
    }

    /// The sum of two summaries.
    func adding(_ other: ExportSummary) -> ExportSummary {
        var sum = self
        sum.links += other.links
        sum.refused += other.refused
        sum.plainHTTP += other.plainHTTP
        sum.domains.merge(other.domains, uniquingKeysWith: +)
        sum.payloadHosts.merge(other.payloadHosts, uniquingKeysWith: +)
        sum.packages.merge(other.packages, uniquingKeysWith: +)
        sum.bundles.merge(other.bundles, uniquingKeysWith: +)
        sum.appStoreIDs.merge(other.appStoreIDs, uniquingKeysWith: +)
        sum.customSchemes.merge(other.customSchemes, uniquingKeysWith: +)
        return sum
    }

    /// Remarks on the file for users.
    var remarks: [String] {
        var remarks = [
            "\(counted(links, "link")) on \(Self.ranked(domains).map { "\($0.0) (\(grouped($0.1)))" }.prefix(5).joined(separator: ", "))"
        ]
        if refused > 0 {
            remarks.append(
                "\(counted(refused, "row")) can't be read; `fingerpost link import FILE --dry-run` lists them")
        }
        if plainHTTP > 0 {
            remarks.append(
                "\(counted(plainHTTP, "link")) lead to http addresses, which url_patterns does not allow: http is not encrypted"
            )
        }
        return remarks
    }

    /// The values in descending frequency, ties in alphabetical order.
    static func ranked(_ counts: Counts) -> [(String, Int)] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
}
