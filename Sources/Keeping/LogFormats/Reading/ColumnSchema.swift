import ByteText

/// A format with a sequence of fields separated by spaces or tabs, some of them in quotes or brackets.
public struct ColumnSchema: Sendable {
    /// How a field is delimited.
    enum Shape: Sendable {
        /// Up to the next separator.
        case word
        /// A word that may be a host and its port, rather than the first address of a list or a time.
        case host
        /// An address, or a list of them with a comma after each but the last; may be quoted.
        case list
        /// A word, or text in double quotes, in which quotes are doubled.
        case value
        /// In double quotes, with backslash escapes; `-` may appear without quotes.
        case quoted
        /// In brackets.
        case bracketed
        /// In braces: the fields that HAProxy captured.
        case braced
    }

    /// The treatment of text after the last column.
    enum Rest: Sendable {
        /// It is known: services document the columns that they append.
        case ignored
        /// It is reported as unread.
        case reported
        /// The line is refused: some column contains a separator, which shifts the following ones.
        case refused
    }

    struct Column: Sendable {
        var role: FieldRole
        var shape: Shape

        /// The byte that opens a delimited field; for other fields a line feed, which no line contains.
        fileprivate let opener: UInt8

        init(_ role: FieldRole, _ shape: Shape = .word) {
            self.role = role
            self.shape = shape
            opener =
                switch shape {
                case .word, .host: 0x0A
                case .list, .value, .quoted: UInt8(ascii: "\"")
                case .bracketed: UInt8(ascii: "[")
                case .braced: UInt8(ascii: "{")
                }
        }
    }

    let columns: [Column]
    /// The minimum number of columns; others may be missing at the end, and more may follow.
    let minimum: Int
    /// An alternative number of columns: all that a shorter format has.
    var shorterCount = Int.max
    var separator = UInt8(ascii: " ")
    /// Whether words may be separated by several separators in a row.
    var skipsRuns = false
    /// The treatment of text after the last column.
    var rest = Rest.ignored
    /// Whether the columns are those of the combined format, most of whose lines are split in one pass.
    var isCombined = false

    /// Reads a line from an offset.
    func read(
        _ line: TextRange, into record: inout LogRecord, _ arena: inout ByteArena, _ writer: inout RecordWriter
    ) throws(LineFault) {
        if isCombined, let fields = arena[line].combinedLine {
            return read(fields, of: line, into: &record, &arena, &writer)
        }
        var position = line.start
        for index in columns.indices {
            if skipsRuns { while position < line.end, arena[position] == separator { position += 1 } }
            guard position < line.end else {
                guard index >= minimum || index == shorterCount else { throw .shape }
                return writer.markShort()
            }
            let column = columns[index]
            let (field, isEscaped) = try field(column.shape, at: position, end: line.end, in: arena)
            // A delimited field excludes its delimiters.
            position = field.end + (arena[position] == column.opener && field.start > position ? 1 : 0)
            guard position == line.end || arena[position] == separator else { throw .shape }
            position += 1
            if column.role != .other {
                let text = isEscaped ? unescaped(field, column.shape, in: &arena) : field
                writer.put(text, as: column.role, into: &record, &arena)
            }
        }
        if rest != .ignored, position < line.end {
            try end(TextRange(offset: position, count: line.end - position), in: arena, &writer)
        }
    }

    /// Reads a line of the combined format.
    private func read(
        _ fields: CombinedLine, of line: TextRange, into record: inout LogRecord, _ arena: inout ByteArena,
        _ writer: inout RecordWriter
    ) {
        writer.put(line[fields.address], as: .ip, into: &record, &arena)
        writer.put(line[fields.time], as: .time, into: &record, &arena)
        writer.put(line[fields.request], as: .request, into: &record, &arena)
        writer.put(line[fields.status], as: .status, into: &record, &arena)
        writer.put(line[fields.referer], as: .referer, into: &record, &arena)
        writer.put(line[fields.userAgent], as: .userAgent, into: &record, &arena)
    }

    private func end(
        _ text: TextRange, in arena: borrowing ByteArena, _ writer: inout RecordWriter
    ) throws(LineFault) {
        guard text.indices.contains(where: { arena[$0] != separator }) else { return }
        if rest == .refused { throw .shape }
        writer.markRest(text)
    }

    private func unescaped(_ field: TextRange, _ shape: Shape, in arena: inout ByteArena) -> TextRange {
        guard shape == .value else { return BackslashUnescaping.unescape(field, in: &arena) }
        let mark = arena.count
        var index = field.start
        while index < field.end {
            arena.append(arena[index])
            index += arena[index] == UInt8(ascii: "\"") ? 2 : 1
        }
        return arena.piece(from: mark)
    }

    @inline(__always)
    private func field(
        _ shape: Shape, at start: Int, end: Int, in arena: borrowing ByteArena
    ) throws(LineFault) -> (TextRange, isEscaped: Bool) {
        let bytes = arena.bytes
        switch shape {
        case .word: return (word(bytes, start, end), false)
        case .host:
            let word = word(bytes, start, end)
            guard Self.isHost(bytes.extracting(word.indices)) else { throw .shape }
            return (word, false)
        case .list:
            guard bytes[start] != UInt8(ascii: "\"") else { return try quoted(bytes, start + 1, end) }
            return (list(bytes, start, end), false)
        case .value:
            guard bytes[start] == UInt8(ascii: "\"") else { return (word(bytes, start, end), false) }
            return doublyQuoted(bytes, start + 1, end)
        case .quoted:
            guard bytes[start] == UInt8(ascii: "\"") else { return (try dash(bytes, start, end), false) }
            return try quoted(bytes, start + 1, end)
        case .bracketed:
            guard bytes[start] == UInt8(ascii: "[") else { return (try dash(bytes, start, end), false) }
            return (try closed(bytes, start + 1, end, by: UInt8(ascii: "]")), false)
        case .braced:
            guard bytes[start] == UInt8(ascii: "{") else { return (try dash(bytes, start, end), false) }
            return (try closed(bytes, start + 1, end, by: UInt8(ascii: "}")), false)
        }
    }

    private func word(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> TextRange {
        // Some columns of a log are nearly always empty, written as a hyphen.
        if start + 1 < end, bytes[start + 1] == separator, bytes[start] != separator {
            return TextRange(offset: start, count: 1)
        }
        let stop = bytes.extracting(0..<end).firstIndex(of: separator, from: start) ?? end
        return TextRange(offset: start, count: stop - start)
    }

    /// Whether a word has no comma at its end, and no second colon outside of brackets.
    private static func isHost(_ word: Span<UInt8>) -> Bool {
        guard word.count > 1 else { return true }
        guard word[word.count - 1] != UInt8(ascii: ",") else { return false }
        guard word[0] != UInt8(ascii: "["), let colon = word.firstIndex(of: UInt8(ascii: ":")) else { return true }
        return word.firstIndex(of: UInt8(ascii: ":"), from: colon + 1) == nil
    }

    /// Several words, if each but the last ends in a comma.
    private func list(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> TextRange {
        var stop = word(bytes, start, end).end
        while stop > start, stop < end, bytes[stop - 1] == UInt8(ascii: ",") {
            stop = word(bytes, stop + 1, end).end
        }
        return TextRange(offset: start, count: stop - start)
    }

    /// A missing field, without the quotes or brackets that it would have.
    private func dash(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(LineFault) -> TextRange {
        let word = word(bytes, start, end)
        guard word.count == 1, bytes[start] == UInt8(ascii: "-") else { throw .shape }
        return word
    }

    private func closed(
        _ bytes: Span<UInt8>, _ start: Int, _ end: Int, by close: UInt8
    ) throws(LineFault) -> TextRange {
        guard let stop = bytes.extracting(0..<end).firstIndex(of: close, from: start) else { throw .unclosed }
        return TextRange(offset: start, count: stop - start)
    }

    /// Up to the closing quote. A quote after a backslash does not close, unless that backslash is itself escaped.
    private func quoted(
        _ bytes: Span<UInt8>, _ start: Int, _ end: Int
    ) throws(LineFault) -> (TextRange, isEscaped: Bool) {
        let line = bytes.extracting(0..<end)
        var index = start
        var isEscaped = false
        while let found = line.firstIndex(of: UInt8(ascii: "\""), or: UInt8(ascii: "\\"), from: index) {
            if bytes[found] == UInt8(ascii: "\"") {
                return (TextRange(offset: start, count: found - start), isEscaped)
            }
            isEscaped = true
            index = found + 2
        }
        throw .unclosed
    }

    /// Up to the closing quote, which a separator follows; a quote within is doubled. A text that is not quoted this
    /// way is a word.
    private func doublyQuoted(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> (TextRange, isEscaped: Bool) {
        let line = bytes.extracting(0..<end)
        var index = start
        var isEscaped = false
        while let found = line.firstIndex(of: UInt8(ascii: "\""), from: index) {
            if found + 1 == end || bytes[found + 1] == separator {
                return (TextRange(offset: start, count: found - start), isEscaped)
            }
            guard bytes[found + 1] == UInt8(ascii: "\"") else { break }
            isEscaped = true
            index = found + 2
        }
        return (word(bytes, start - 1, end), false)
    }
}
