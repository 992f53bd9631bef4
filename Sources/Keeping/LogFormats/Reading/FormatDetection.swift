import ByteText

/// Detects a log's format from its first lines: the one in which most of them can be read.
enum FormatDetection {
    /// The formats to try for text without a signature, of each kind the one with the most columns first. If two can
    /// read equally many lines, the first is used.
    private static let candidates: [LogFormat] = [
        .combined, .virtualHostCombined, .alb, .elb, .s3, .haproxy(captured: []),
    ]

    /// The first lines of W3C extended log files.
    private static let directives = ["#Version:", "#Fields:", "#Software:", "#Date:"]

    /// The ways to read a log that begins with these lines; `nil` if none fits any line.
    static func ways(for lines: [[UInt8]]) -> [LogReading.Way]? {
        if lines.contains(where: { line in directives.contains { line.starts(with: $0.utf8) } }) {
            return ways(.w3c)
        }
        let objects = lines.filter(beginsObject)
        var best = (ways: nil as [LogReading.Way]?, count: 0)
        for format in candidates {
            let ways = ways(format)
            let count = LogHead.readable(lines, by: ways + ways.compactMap(\.lenient))
            if count > best.count { best = (ways, count) }
        }
        if best.count > objects.count { return best.ways }
        return objects.isEmpty ? wrapped(lines, in: [.cri, .syslog]) : ways(ofObjects: objects)
    }

    private static func ways(ofObjects objects: [[UInt8]]) -> [LogReading.Way]? {
        let ways = ways(format(ofObjects: objects))
        guard case .json = ways[0].format, LogHead.readable(objects, by: ways) == 0 else { return ways }
        return wrapped(objects, in: [.docker]) ?? ways
    }

    /// The ways to read wrapped lines.
    private static func wrapped(_ lines: [[UInt8]], in wrappers: [LineWrapper]) -> [LogReading.Way]? {
        for wrapper in wrappers {
            let inner = lines.compactMap { wrapper.content(of: $0) }
            guard !inner.isEmpty, let ways = ways(for: inner), ways[0].format != .w3c,
                LogHead.readable(inner, by: ways + ways.compactMap(\.lenient)) > 0
            else { continue }
            return ways.map { way in
                LogReading.Way(
                    schema: .wrapped(wrapper, way.schema), format: .wrapped(wrapper, way.format),
                    shorter: way.shorter.map { .wrapped(wrapper, $0) })
            }
        }
        return nil
    }

    /// The ways to read a format's lines. A line may have the columns of the shorter format; if it has others after
    /// them, it is read in the shorter format, and its end is ignored.
    private static func ways(_ format: LogFormat) -> [LogReading.Way] {
        // Only patterns can be invalid.
        guard let schema = try? LineSchema(format) else { return [] }
        guard let shorter = format.shorter, let short = try? LineSchema(shorter) else {
            return [LogReading.Way(schema: schema, format: format)]
        }
        return [
            LogReading.Way(schema: schema.orEnding(as: short), format: format, shorter: shorter),
            LogReading.Way(schema: short, format: shorter),
        ]
    }

    /// Whether a line begins like a JSON object: a brace alone may be anything.
    private static func beginsObject(_ line: [UInt8]) -> Bool {
        guard line.first == UInt8(ascii: "{") else { return false }
        let next = line.dropFirst().first { $0 != 0x20 && $0 != 0x09 }
        return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
    }

    private static func format(ofObjects lines: [[UInt8]]) -> LogFormat {
        for line in lines {
            let text = String(decoding: line, as: UTF8.self)
            if text.contains("\"input\":{"), text.contains("\"decision_id\"") { return .decisions }
            if text.hasPrefix("{\"type\":\"reload\"") { return .decisions }
            if text.contains("\"ClientRequest") || text.contains("\"EdgeStartTimestamp\"") { return .logpush }
        }
        return .json
    }
}
