import ByteText
import LogFormats

/// Messages about the log formats.
extension ReplaySums {
    /// The formats: `combined`, or several with their line counts.
    var formatLine: String? {
        let rows = formats.rows
        guard rows.count > 1 else { return rows.first.map { "log format: \($0.name)" } }
        return "log formats: " + rows.map { "\($0.name) (\(counted($0.sums.lines, "line")))" }.joined(separator: ", ")
    }

    /// The unread columns, by their names in the log.
    var unreadLines: [String] {
        formats.rows.filter { !$0.sums.unread.isEmpty }.map { name, sums in
            let names = sums.unread.sorted()
            let more = names.count > Self.unreadLimit ? " and \(names.count - Self.unreadLimit) more" : ""
            let place = formats.rows.count > 1 ? " of \(name)" : ""
            return "not read\(place): \(names.prefix(Self.unreadLimit).joined(separator: ", "))\(more)"
        }
    }

    private static let unreadLimit = 12

    /// Warnings about lines that were read in a format with fewer columns or whose end was not read. Both may hide a
    /// column that decisions depend on.
    var formatWarnings: [String] {
        formats.rows.flatMap { name, sums in
            sums.fellBack.sorted { $0.key < $1.key }.map { Self.shorter($0.value, name, $0.key) } + longer(name, sums)
        }
    }

    private static func shorter(_ count: Int, _ name: String, _ other: String) -> String {
        let (does, was) = count == 1 ? ("does", "was") : ("do", "were")
        return "\(counted(count, "line")) \(does) not have all columns of \(name) and \(was) read as \(other)."
    }

    private func longer(_ name: String, _ sums: FormatSums) -> [String] {
        guard let sample = sums.longerSamples.elements.first else { return [] }
        let help =
            name.hasSuffix("haproxy")
            ? "--format haproxy:host|user-agent names captured fields"
            : "--format takes the log's own log_format or LogFormat"
        return [
            "\(counted(sums.longer, "line")) \(sums.longer == 1 ? "has" : "have") columns that \(name) does not; they are not "
                + "read (\(help)). The first is \(sample.place): \(sample.text)"
        ]
    }

    /// The reason why no line led to a decision, and the remedy; `nil` if one did or if there are no lines.
    ///
    /// Lines about candidate rules are valid but do not lead to decisions.
    public var emptiness: String? {
        guard counts.isEmptyHanded else { return nil }
        return counts.emptiness(format: formats.rows.map(\.name).joined(separator: ", "))
    }
}

extension ReplayResult {
    /// A sentence for each log of which nothing could be read, or the reason why no line of any log led to a decision.
    ///
    /// - Parameter isPart: Whether other machines read other logs, so that only the total can lack decisions.
    public func emptiness(of inputs: [LogInput], isPart: Bool = false) -> [String] {
        let unreadable = zip(readings, inputs).filter { $0.0.isUnreadable }
        if unreadable.isEmpty {
            guard !isPart, counts.isEmptyHanded else { return [] }
            let names = Set(readings.compactMap { $0.format?.name }).sorted().joined(separator: ", ")
            return [(inputs.count == 1 ? "\(inputs[0].name): " : "") + counts.emptiness(format: names)]
        }
        return unreadable.map { "\($1.name): \($0.counts.emptiness(format: $0.format?.name ?? "a log"))" }
    }
}

extension LineCounts {
    /// Whether there are lines and none led to a decision, for other reasons than a truncated log.
    var isEmptyHanded: Bool { lines > 0 && decided == 0 && self[.shadow] == 0 && self[.damaged] == 0 }

    /// The reason why lines led to no decision, and the remedy.
    func emptiness(format: String) -> String {
        var reasons: [String] = []
        for fault in LineFault.allCases where self[fault] > 0 {
            reasons.append("\(Numbers.grouped(self[fault])) × \(fault.message)")
        }
        for reason in Bypass.allCases where self[reason] > 0 {
            reasons.append("\(reason.name) \(Numbers.grouped(self[reason]))")
        }
        for reason in Omission.allCases where self[reason] > 0 {
            reasons.append("left out: \(reason.name) \(Numbers.grouped(self[reason]))")
        }
        let why = reasons.joined(separator: ", ")
        if faulty == lines, format == LogFormat.w3c.name {
            return
                "nothing could be read as \(format): \(counted(lines, "line")) (\(why)); the log needs the #Fields: line that names its "
                + "columns"
        }
        if faulty == lines {
            return
                "nothing could be read as \(format): \(counted(lines, "line")) (\(why)); set --format to the log's format, or to its "
                + "log_format or LogFormat directive"
        }
        let hint = self[.unknownHost] > 0 ? "; set the requested host with --host" : ""
        return "nothing was decided: \(counted(lines, "line")) (\(why))\(hint)"
    }
}
