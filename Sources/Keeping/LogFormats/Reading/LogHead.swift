import ByteText
import Routing

/// The first lines of a log, from which its format is detected.
enum LogHead {
    /// The lines at the beginning of some bytes. The last one may be truncated, and is used only if there is no other.
    static func lines(_ bytes: Span<UInt8>, limit: Int = 500) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = 0
        while start < bytes.count, lines.count < limit {
            let end = bytes.firstIndex(of: 0x0A, from: start)
            if end == nil, !lines.isEmpty { break }
            let stop = end ?? bytes.count
            let first = LineStart.offset(in: bytes.extracting(start..<stop)) + start
            var line: [UInt8] = []
            for index in first..<stop { line.append(bytes[index]) }
            if line.last == 0x0D { line.removeLast() }
            lines.append(line)
            start = stop + 1
        }
        return lines
    }

    /// The number of lines that can be read in one of several ways.
    ///
    /// - Parameter whole: Whether only lines count that have all columns of the first way.
    static func readable(_ lines: [[UInt8]], by ways: [LogReading.Way], whole: Bool = false) -> Int {
        var arena = ByteArena()
        var request = ClickRequest()
        var reader = LogLineReader()
        return lines.count { line in
            ways.prefix(whole ? 1 : ways.count).contains { way in
                arena.reset()
                request.reset()
                var record = LogRecord()
                let text = arena.append(line.span)
                do throws(LineFault) {
                    // A line with `-` for its request fits every format.
                    let bypass = try reader.read(text, by: way.schema, into: &record, &request, &arena)
                    return bypass != .noRequest && !(whole && reader.isShort)
                } catch { return false }
            }
        }
    }

    /// The names of the columns, members or variables that a schema ignores, in alphabetical order.
    static func unread(_ lines: [[UInt8]], by schema: LineSchema) -> [String] {
        switch schema {
        case .pattern(let pattern): return Set(pattern.unread).sorted()
        case .json:
            var names: Set<String> = []
            for line in lines.prefix(50) {
                guard let json = try? JSONValue(parsing: line.span) else { continue }
                add(json, "", to: &names)
            }
            return names.sorted()
        case .wrapped(let wrapper, let inner):
            return unread(lines.compactMap { wrapper.content(of: $0) }, by: inner)
        default: return []
        }
    }

    private static func add(_ json: JSONValue, _ path: String, to names: inout Set<String>) {
        guard let members = json.object else {
            // Of an array the first element is used.
            if let first = json.array?.first { return add(first, path, to: &names) }
            let name = path.utf8.map(FieldNames.normalized)
            if !json.isNull, FieldNames.meaning(of: name) == nil { names.insert(path) }
            return
        }
        for member in members.members {
            add(member.value, path.isEmpty ? member.name : "\(path).\(member.name)", to: &names)
        }
    }
}

/// The start of a line's text.
public enum LineStart {
    /// The number of bytes at a line's start that are not text: a byte order mark, and zeros left by copy-and-truncate
    /// rotation or a crash. 0 if the line contains nothing else.
    public static func offset(in line: Span<UInt8>) -> Int {
        var start = 0
        while start < line.count, line[start] == 0 { start += 1 }
        if line.count >= start + 3, line[start] == 0xEF, line[start + 1] == 0xBB, line[start + 2] == 0xBF { start += 3 }
        return start == line.count ? 0 : start
    }
}
