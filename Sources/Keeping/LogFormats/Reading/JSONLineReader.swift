import ByteText

/// Reads logs with a JSON object per line, and finds the known members at any depth.
///
/// It reads in one pass and builds no tree. It is not strict: other members only need to be balanced.
struct JSONLineReader {
    private var choice = FieldChoice()
    /// The name of the current member, prefixed with those of the enclosing objects.
    private var name: [UInt8] = []
    private var position = 0
    private var end = 0
    /// Whether the target is null: the line is not about a request.
    private var namesNoTarget = false

    private static let deepestNesting = 32

    mutating func read(
        _ line: TextRange, into record: inout LogRecord, _ arena: inout ByteArena, _ writer: inout RecordWriter
    ) throws(LineFault) {
        choice.reset()
        name.removeAll(keepingCapacity: true)
        namesNoTarget = false
        position = line.start
        end = line.end
        skipSpace(arena.bytes)
        guard peek(arena.bytes) == UInt8(ascii: "{") else { throw .json }
        try value(arena.bytes, depth: 0, isFirst: true)
        skipSpace(arena.bytes)
        guard position == end else { throw .json }
        choice.put(into: &record, &arena, &writer)
        if namesNoTarget, record.target == nil { writer.markNoRequest() }
    }

    /// Reads a value.
    ///
    /// - Parameter isFirst: Whether the value is used; of an array only the first element is.
    private mutating func value(_ bytes: Span<UInt8>, depth: Int, isFirst: Bool) throws(LineFault) {
        skipSpace(bytes)
        guard depth <= Self.deepestNesting, let byte = peek(bytes) else { throw .json }
        switch byte {
        case UInt8(ascii: "{"): try object(bytes, depth: depth, isFirst: isFirst)
        case UInt8(ascii: "["): try array(bytes, depth: depth, isFirst: isFirst)
        case UInt8(ascii: "\""):
            let (text, isEscaped) = try string(bytes)
            if isFirst { add(text, isEscaped: isEscaped) }
        default:
            let start = position
            while let byte = peek(bytes), byte > 0x20, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}"),
                byte != UInt8(ascii: "]")
            { position += 1 }
            let text = TextRange(offset: start, count: position - start)
            guard !text.isEmpty else { throw .json }
            guard isFirst else { return }
            if bytes[start] == UInt8(ascii: "-") || bytes[start].isDigit {
                add(text, isEscaped: false)
            } else if FieldNames.meaning(of: name)?.role == .target {
                namesNoTarget = true
            }
        }
    }

    private mutating func add(_ text: TextRange, isEscaped: Bool) {
        guard !text.isEmpty, let meaning = FieldNames.meaning(of: name) else { return }
        choice.add(meaning, text, isEscaped: isEscaped)
    }

    private mutating func object(_ bytes: Span<UInt8>, depth: Int, isFirst: Bool) throws(LineFault) {
        let mark = name.count
        position += 1
        skipSpace(bytes)
        if consume(UInt8(ascii: "}"), bytes) { return }
        while true {
            guard peek(bytes) == UInt8(ascii: "\"") else { throw .json }
            let (key, _) = try string(bytes)
            if !name.isEmpty { name.append(UInt8(ascii: ".")) }
            for index in key.indices { name.append(FieldNames.normalized(bytes[index])) }
            skipSpace(bytes)
            guard consume(UInt8(ascii: ":"), bytes) else { throw .json }
            try value(bytes, depth: depth + 1, isFirst: isFirst)
            name.removeLast(name.count - mark)
            skipSpace(bytes)
            if consume(UInt8(ascii: "}"), bytes) { return }
            guard consume(UInt8(ascii: ","), bytes) else { throw .json }
            skipSpace(bytes)
        }
    }

    private mutating func array(_ bytes: Span<UInt8>, depth: Int, isFirst: Bool) throws(LineFault) {
        position += 1
        skipSpace(bytes)
        if consume(UInt8(ascii: "]"), bytes) { return }
        var isFirst = isFirst
        while true {
            try value(bytes, depth: depth + 1, isFirst: isFirst)
            isFirst = false
            skipSpace(bytes)
            if consume(UInt8(ascii: "]"), bytes) { return }
            guard consume(UInt8(ascii: ","), bytes) else { throw .json }
        }
    }

    private mutating func string(_ bytes: Span<UInt8>) throws(LineFault) -> (TextRange, isEscaped: Bool) {
        let start = position + 1
        let line = bytes.extracting(0..<end)
        var index = start
        var isEscaped = false
        while let found = line.firstIndex(of: UInt8(ascii: "\""), or: UInt8(ascii: "\\"), from: index) {
            if line[found] == UInt8(ascii: "\"") {
                position = found + 1
                return (TextRange(offset: start, count: found - start), isEscaped)
            }
            isEscaped = true
            index = found + 2
        }
        throw .json
    }

    private func peek(_ bytes: Span<UInt8>) -> UInt8? { position < end ? bytes[position] : nil }

    private mutating func consume(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard peek(bytes) == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>) {
        while let byte = peek(bytes), byte == 0x20 || byte == 0x09 || byte == 0x0D { position += 1 }
    }
}
