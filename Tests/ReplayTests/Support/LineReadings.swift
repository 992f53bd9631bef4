import ByteText
import Routing

@testable import LogFormats

/// What is read of lines, in words.
enum LineReadings {
    /// The target, the address and the status of each line, and the end of it that is not read; the fault of one that can't be
    /// read.
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
