/// A user agent with its labels: a row of a TSV file whose first row contains the column names.
///
/// `known` has a letter for each field that may be scored: `p` platform, `v` version, `f` form factor, `b` bot, `i`
/// in-app. `bot_votes` is the number of sources that label the agent as a bot. `source`, `browser`, `browser_version`
/// and `store` are optional.
public struct LabelledAgent: Sendable {
    /// Why a table is rejected.
    public struct Fault: Error, CustomStringConvertible {
        public var description: String
    }

    /// The user agent as sent.
    public let agent: [UInt8]
    let platform, version, formFactor, inApp, botKind, note: String
    /// Empty if the table has no label. A browser that the classifier does not distinguish is `other`.
    let browser, browserVersion, store: String
    let isBot: Bool
    let botVotes: Int
    /// The agent lists that contain the row; empty if the table does not name them.
    public let sources: Set<String>
    private let known: String

    /// Whether a field may be scored, by its letter.
    func knows(_ letter: Character) -> Bool { known.contains(letter) }

    /// Parses a table: tab-separated lines. Empty lines are skipped.
    public static func parse(_ table: [UInt8]) throws(Fault) -> [LabelledAgent] {
        let rows = table.split(separator: UInt8(ascii: "\n")).map { line in
            line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        }
        guard let header = rows.first.map({ $0.map(text) }) else { throw Fault(description: "a table without labels") }
        let columns = ["ua", "platform", "os_version", "form_factor", "bot", "inapp", "known", "bot_kind", "bot_votes"]
        var places: [Int] = []
        for name in columns + ["note"] {
            guard let place = header.firstIndex(of: name) else {
                throw Fault(description: "the first row of the labels names no column `\(name)`")
            }
            places.append(place)
        }
        // The optional columns.
        for name in ["source", "browser", "browser_version", "store"] {
            places.append(header.firstIndex(of: name) ?? .max)
        }
        return rows.dropFirst().map { row in LabelledAgent(places.map { $0 < row.count ? row[$0] : [] }) }
    }

    private init(_ fields: [ArraySlice<UInt8>]) {
        agent = Array(fields[0])
        platform = Self.text(fields[1])
        version = Self.text(fields[2])
        formFactor = Self.text(fields[3])
        isBot = Self.text(fields[4]) == "1"
        let app = Self.text(fields[5])
        inApp = app.isEmpty ? "none" : app.hasPrefix("other:") ? "other" : app
        known = Self.text(fields[6])
        botKind = Self.text(fields[7])
        botVotes = Int(Self.text(fields[8])) ?? 0
        note = Self.text(fields[9])
        sources = Set(fields[10].split(separator: UInt8(ascii: ",")).map(Self.text))
        browser = Self.text(fields[11])
        browserVersion = Self.text(fields[12])
        store = Self.text(fields[13])
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field, as: UTF8.self)
    }

    /// Whether a version agrees with the labeled one in their common components. Sources truncate versions differently.
    func agrees(withVersion other: String) -> Bool { Self.agree(version, other) }

    /// Whether two versions agree in their common components.
    static func agree(_ version: String, _ other: String) -> Bool {
        let pair = (version.split(separator: "."), other.split(separator: "."))
        guard !pair.0.isEmpty && !pair.1.isEmpty else { return false }
        return zip(pair.0, pair.1).allSatisfy { $0 == $1 }
    }
}
