import ByteText

/// HAProxy's `httplog`: fixed fields, then the captured fields in braces, then the request.
///
/// The captured header fields are defined in HAProxy's configuration and not in the log, so the format must name them:
/// `haproxy:host|user-agent`.
public struct HAProxySchema: Sendable {
    /// The meanings of the captured request header fields, in order.
    let captured: [FieldRole]

    init(captured names: [String] = []) {
        captured = names.map { name in
            var normalized: [UInt8] = []
            for byte in name.utf8 { normalized.append(FieldNames.normalized(byte)) }
            return FieldNames.meaning(of: normalized)?.role ?? .other
        }
    }

    func read(
        _ line: TextRange, into record: inout LogRecord, _ arena: inout ByteArena, _ writer: inout RecordWriter
    ) throws(LineFault) {
        let rest = Self.behindSyslog(line, in: arena)
        guard let open = arena[rest].firstIndex(of: UInt8(ascii: "\"")), open > 0 else { throw .shape }
        // The number of fixed fields is known, so everything between them and the request was captured.
        try ColumnSchema.haproxy.read(rest[0..<open - 1], into: &record, &arena, &writer)
        putCaptured(rest[0..<open], into: &record, &arena, &writer)
        guard let close = Self.lastQuote(rest, in: arena), close > open else { throw .unclosed }
        let request = BackslashUnescaping.unescape(rest[open + 1..<close], in: &arena)
        writer.put(request, as: .request, into: &record, &arena)
    }

    private func putCaptured(
        _ fields: TextRange, into record: inout LogRecord, _ arena: inout ByteArena, _ writer: inout RecordWriter
    ) {
        guard let open = arena[fields].firstIndex(of: UInt8(ascii: "{")),
            let close = arena[fields].firstIndex(of: UInt8(ascii: "}"), from: open)
        else { return }
        if captured.isEmpty {
            // Only empty pieces: nothing was captured.
            let isBlank = (open + 1..<close).allSatisfy { arena[fields.start + $0] == UInt8(ascii: "|") }
            if !isBlank { writer.markRest(fields[open..<close + 1]) }
        }
        var start = open + 1
        for role in captured where start <= close {
            let end = min(close, arena[fields].firstIndex(of: UInt8(ascii: "|"), from: start) ?? close)
            writer.put(fields[start..<end], as: role, into: &record, &arena)
            start = end + 1
        }
    }

    /// The line after `Nov 21 12:00:00 host haproxy[123]: `; all of it if it has no such prefix.
    private static func behindSyslog(_ line: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[line]
        var index = 0
        while let found = bytes.firstIndex(of: UInt8(ascii: "]"), from: index) {
            if found + 2 < bytes.count, bytes[found + 1] == UInt8(ascii: ":"), bytes[found + 2] == 0x20 {
                return line[found + 3..<bytes.count]
            }
            index = found + 1
        }
        return line
    }

    private static func lastQuote(_ line: TextRange, in arena: borrowing ByteArena) -> Int? {
        var index = Int(line.count)
        while index > 0 {
            index -= 1
            if arena[line.start + index] == UInt8(ascii: "\"") { return index }
        }
        return nil
    }
}
