import ByteText
public import Links

/// Refused lines, counted by reason.
public struct RefusalGroups: Sendable {
    /// The lines that were refused for one reason.
    public struct Group: Sendable, Equatable {
        /// The fault of the first line.
        public var fault: ShortLinkFault
        /// The number of lines.
        public var rows = 0
        /// The first line's number, from 1.
        public var firstLine: Int
        /// The first line's short link; `nil` if it has none.
        public var firstLink: String?
        /// The site of the first line's link.
        public var site: String?
    }

    /// The maximum number of distinct reasons; lines with further reasons are counted together.
    static let mostGroups = 256

    private var groups: [String: Group] = [:]
    private var others = 0

    /// Creates an empty collection.
    public init() {}

    /// Counts a line.
    public mutating func add(_ refusal: borrowing ImportRefusal) {
        let summary = refusal.fault.summary
        guard groups.count < Self.mostGroups || groups[summary] != nil else {
            others += 1
            return
        }
        let line = refusal.line
        var group = groups[summary] ?? Group(fault: refusal.fault, firstLine: Int.max)
        group.rows += 1
        if line < group.firstLine {
            group.fault = refusal.fault
            (group.firstLine, group.firstLink, group.site) = (line, refusal.link, refusal.site)
        }
        groups[summary] = group
    }

    /// The groups, largest first.
    public var ranked: [Group] {
        groups.values.sorted { ($1.rows, $0.firstLine) < ($0.rows, $1.firstLine) }
    }

    /// The reasons as lines of text: the row count, an example, and the remedy.
    ///
    /// - Parameters:
    ///   - advice: The remedy for a reason; `nil` if there is no general one.
    ///   - shown: The maximum number of reasons shown; the rest is counted.
    public func lines(shown: Int = 8, advice: (Group) -> String?) -> [String] {
        let ranked = ranked
        var lines: [String] = []
        for group in ranked.prefix(shown) {
            lines += Self.lines(group, advice: advice(group))
        }
        let rest = ranked.dropFirst(shown)
        let rows = rest.reduce(others) { $0 + $1.rows }
        if rows > 0 {
            let reasons = others > 0 ? "many other reasons" : counted(rest.count, "other reason")
            lines.append("\(counted(rows, "row")) for \(reasons); --report FILE has the reason of every line")
        }
        return lines
    }

    /// The reason, the first row, and the remedy, or the first row's fault if no remedy is known.
    private static func lines(_ group: Group, advice: String?) -> [String] {
        let isOne = group.rows == 1
        let fault = group.fault
        var lines = ["\(counted(group.rows, "row")): \(isOne && advice == nil ? fault.message : fault.summary)"]
        let link = group.firstLink.map { ": https://\($0)" } ?? ""
        lines.append("  \(isOne ? "" : "the first ")in line \(grouped(group.firstLine))\(link)")
        if let advice {
            lines += advice.split(separator: "\n").map { "  \($0)" }
        } else if !isOne, fault.message != fault.summary {
            lines.append("  there: \(fault.message)")
        }
        return lines
    }
}
