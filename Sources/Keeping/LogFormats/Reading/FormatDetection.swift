import ByteText
import Routing

/// Detects a log's format from its first lines: the one in which most of them can be read.
public enum FormatDetection {
    /// How many lines are tried.
    private static let sampleCount = 50

    /// The formats to try for text without a signature; of two that read equally many lines, the first wins.
    private static let candidates: [LogFormat] = [
        .combined, .virtualHostCombined, .alb, .elb, .s3, .haproxy(captured: []), .common,
    ]

    /// The format of a log that begins with these bytes, which may end within a line; nil if none fits any line.
    public static func detect(_ bytes: Span<UInt8>) -> LogFormat? {
        let lines = sample(bytes)
        for line in lines where !line.isEmpty {
            if beginsObject(line) { return detectJSON(lines.filter(beginsObject)) }
            if directives.contains(where: { line.starts(with: $0.utf8) }) { return .w3c }
        }
        var best: (format: LogFormat, count: Int)?
        for format in candidates {
            guard let schema = try? LineSchema(format) else { continue }
            let count = readable(lines, by: schema)
            if count > best?.count ?? 0 { best = (format, count) }
        }
        return best?.format
    }

    /// What W3C extended log files begin with.
    private static let directives = ["#Version:", "#Fields:", "#Software:", "#Date:"]

    /// Whether a line begins as a JSON object does: a brace alone may be anything.
    private static func beginsObject(_ line: [UInt8]) -> Bool {
        guard line.first == UInt8(ascii: "{") else { return false }
        let next = line.dropFirst().first { $0 != 0x20 && $0 != 0x09 }
        return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
    }

    private static func sample(_ bytes: Span<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = 0
        while start < bytes.count, lines.count < sampleCount {
            let end = bytes.firstIndex(of: 0x0A, from: start)
            // An incomplete line is read only if there is nothing else.
            if end == nil, !lines.isEmpty { break }
            var line: [UInt8] = []
            for index in start..<(end ?? bytes.count) { line.append(bytes[index]) }
            if line.last == 0x0D { line.removeLast() }
            lines.append(line)
            start = (end ?? bytes.count) + 1
        }
        return lines
    }

    private static func detectJSON(_ lines: [[UInt8]]) -> LogFormat {
        for line in lines {
            let text = String(decoding: line, as: UTF8.self)
            if text.contains("\"input\":{"), text.contains("\"decision_id\"") { return .decisions }
            if text.hasPrefix("{\"type\":\"reload\"") { return .decisions }
            if text.contains("\"ClientRequest") || text.contains("\"EdgeStartTimestamp\"") { return .logpush }
        }
        return .json
    }

    private static func readable(_ lines: [[UInt8]], by schema: LineSchema) -> Int {
        var arena = ByteArena()
        var request = ClickRequest()
        var reader = LogLineReader()
        var count = 0
        for line in lines {
            arena.reset()
            request.reset()
            var record = LogRecord()
            let text = arena.append(line.span)
            do throws(LineFault) {
                let bypass = try reader.read(text, by: schema, into: &record, &request, &arena)
                // A line with `-` for its request fits every format.
                if bypass != .noRequest { count += 1 }
            } catch { continue }
        }
        return count
    }
}
