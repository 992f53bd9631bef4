import ByteText
import Routing

@testable import LogFormats

/// The readings of lines, as text.
enum LineReadings {
    /// The target, address and status of each line, and its unread rest; or the fault of an unreadable line.
    static func of(_ lines: [String], _ format: String) throws -> [String] {
        let schema = try LineSchema(try LogFormat.parse(format) ?? .combined)
        var reader = LogLineReader()
        var arena = ByteArena()
        var request = ClickRequest()
        return lines.map { line in
            arena.reset()
            var record = LogRecord()
            let text = arena.append(line)
            do throws(LineFault) {
                _ = try reader.read(text, by: schema, into: &record, &request, &arena)
            } catch {
                return error.name.description
            }
            var parts = [record.target, record.ip].compactMap(\.self).map { arena.string($0) }
            if let status = record.status { parts.append("\(status)") }
            if let rest = reader.rest { parts.append("and then \(arena.string(rest))") }
            return parts.joined(separator: " ")
        }
    }
}
