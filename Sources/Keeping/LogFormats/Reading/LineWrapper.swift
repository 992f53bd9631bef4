import ByteText

/// The record that a log collector wraps each line in.
public enum LineWrapper: String, Sendable, CaseIterable {
    /// A JSON object with the line as its `log`, `message` or `textPayload`: Docker's json-file, Fluent Bit, Filebeat,
    /// journald, Google Cloud.
    case docker
    /// A time, a stream and a tag: Kubernetes' container runtimes. Without the latter two, the output of
    /// `--timestamps`.
    case cri
    /// The header of a syslog message (RFC 3164, RFC 5424, or with an ISO time), as in files and journald.
    case syslog

    /// The line in a record; `nil` if there is none.
    func content(of line: [UInt8]) -> [UInt8]? {
        guard self == .docker else { return start(of: line.span).map { Array(line[$0...]) } }
        guard let json = try? JSONValue(parsing: line.span), let members = json.object else { return nil }
        for member in members.members {
            guard FieldNames.meaning(of: member.name.utf8.map(FieldNames.normalized))?.role == .wrapped else {
                continue
            }
            if let text = member.value.string { return Array(text.utf8.prefix { $0 != 0x0A && $0 != 0x0D }) }
        }
        return nil
    }

    /// The start of the line after a text header; `nil` if there is none.
    func start(of line: Span<UInt8>) -> Int? {
        switch self {
        case .docker: nil
        case .cri: Self.behindStream(line)
        case .syslog: Self.behindSyslog(line)
        }
    }

    /// After `2026-11-21T06:15:00.1Z stdout F `.
    private static func behindStream(_ line: Span<UInt8>) -> Int? {
        guard let first = line.firstIndex(of: 0x20), first >= 20, line[4] == UInt8(ascii: "-"),
            line[10] == UInt8(ascii: "T")
        else { return nil }
        let rest = line.extracting(first + 1..<line.count)
        guard rest.starts(with: "stdout ") || rest.starts(with: "stderr ") else { return first + 1 }
        return rest.firstIndex(of: 0x20, from: 7).map { first + 1 + $0 + 1 }
    }

    /// After `Nov 21 06:15:00 host nginx[123]: `, or after the six fields and the structured data of RFC 5424.
    private static func behindSyslog(_ line: Span<UInt8>) -> Int? {
        var start = 0
        if line.first == UInt8(ascii: "<") {
            guard let close = line.firstIndex(of: UInt8(ascii: ">")), close < 5 else { return nil }
            start = close + 1
            if line.extracting(start..<line.count).starts(with: "1 ") { return behindStructuredData(line, from: start) }
        }
        // The tag is the first word that ends in a colon: the fifth, or the third after an ISO time.
        var words = 0
        while words < 7, let end = line.firstIndex(of: 0x20, from: start) {
            if end > start {
                words += 1
                if line[end - 1] == UInt8(ascii: ":") { return words >= 3 ? end + 1 : nil }
            }
            start = end + 1
        }
        return nil
    }

    private static func behindStructuredData(_ line: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        for _ in 0..<6 {
            guard let end = line.firstIndex(of: 0x20, from: index) else { return nil }
            index = end + 1
        }
        guard index < line.count else { return nil }
        if line[index] == UInt8(ascii: "-") { return min(index + 2, line.count) }
        while index < line.count, line[index] == UInt8(ascii: "[") {
            guard let close = line.firstIndex(of: UInt8(ascii: "]"), from: index) else { return nil }
            index = close + 1
        }
        return min(index + 1, line.count)
    }
}

extension Span<UInt8> {
    fileprivate var first: UInt8? { isEmpty ? nil : self[0] }
}
