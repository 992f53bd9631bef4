public import ByteText
import Routing

/// Reads the lines of a log that is in memory and decides nothing: for who looks at formats alone.
public enum LogLines {
    /// What came of a line.
    public enum Reading: Sendable {
        case click(LogRecord)
        case bypass(Bypass)
        case fault(LineFault)
    }

    /// The format of a log that begins with these bytes; nil where none fits any line.
    public static func format(of bytes: Span<UInt8>) -> LogFormat? {
        FormatDetection.detect(bytes)
    }

    /// Calls `body` with what came of each line that is not empty, and the arena that holds its texts.
    public static func read(
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
