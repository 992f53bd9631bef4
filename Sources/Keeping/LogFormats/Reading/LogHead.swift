import ByteText
import Routing

/// The first lines of a log, from which its format is detected.
enum LogHead {
    /// The lines that some bytes begin with; the last one may be cut off, and is used only if there is no other.
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

    /// How many lines can be read in one of some ways.
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

    /// The names of what a schema reads nothing from, in the order of the alphabet.
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
            // Of an array the first element counts.
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

/// Where a line's text begins.
public enum LineStart {
    /// How many bytes at a line's start are not text: a byte order mark, and zeros that copy-and-truncate rotation or a crash
    /// left. 0 if the line contains nothing else.
    public static func offset(in line: Span<UInt8>) -> Int {
        var start = 0
        while start < line.count, line[start] == 0 { start += 1 }
        if line.count >= start + 3, line[start] == 0xEF, line[start + 1] == 0xBB, line[start + 2] == 0xBF { start += 3 }
        return start == line.count ? 0 : start
    }
}
