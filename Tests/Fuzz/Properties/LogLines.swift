import ByteText
import LogFormats
import Routing

/// Reads the lines of a log in memory without deciding the clicks.
enum LogLines {
    /// The result of reading a line.
    enum Reading: Sendable {
        case click(LogRecord)
        case bypass(Bypass)
        case fault(LineFault)
    }

    /// The format of a log that begins with these bytes; `nil` if no line fits any.
    static func format(of bytes: Span<UInt8>) -> LogFormat? {
        LogReading(detecting: bytes)?.format
    }

    /// Calls `body` with the result of each nonempty line, and the arena that contains its texts.
    static func read(
        _ bytes: Span<UInt8>, as format: LogFormat, _ body: (Reading, borrowing ByteArena) -> Void
    ) throws(LogFormatFault) {
        var schema = try LineSchema(format)
        var reader = LogLineReader()
        var arena = ByteArena()
        var request = ClickRequest()
        var start = 0
        while start < bytes.count {
            let end = bytes.firstIndex(of: 0x0A, from: start) ?? bytes.count
            let line = bytes.extracting(start..<end)
            start = end + 1
            if line.isEmpty { continue }
            if schema.isStateful, line[0] == UInt8(ascii: "#") {
                if let header = W3CSchema(header: line) { schema = .w3c(header) }
                continue
            }
            arena.reset()
            request.reset()
            let text = arena.append(line)
            body(read(text, by: schema, &reader, &request, &arena), arena)
        }
    }

    private static func read(
        _ line: TextRange, by schema: LineSchema, _ reader: inout LogLineReader, _ request: inout ClickRequest,
        _ arena: inout ByteArena
    ) -> Reading {
        var record = LogRecord()
        record.line = line
        do throws(LineFault) {
            let bypass = try reader.read(line, by: schema, into: &record, &request, &arena)
            return bypass.map { .bypass($0) } ?? .click(record)
        } catch {
            return .fault(error)
        }
    }
}
