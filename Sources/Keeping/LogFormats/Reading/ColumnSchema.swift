import ByteText

/// A format whose fields follow one another, separated by spaces or tabs, some of them in quotes or brackets.
public struct ColumnSchema: Sendable {
    /// How a field is delimited.
    enum Shape: Sendable {
        /// Up to the next separator.
        case word
        /// In double quotes, with backslash escapes; `-` may appear without quotes.
        case quoted
        /// In brackets.
        case bracketed
        /// In braces: the fields that HAProxy captured.
        case braced
    }

    struct Column: Sendable {
        var role: FieldRole
        var shape: Shape

        init(_ role: FieldRole, _ shape: Shape = .word) {
            self.role = role
            self.shape = shape
        }
    }

    let columns: [Column]
    /// How many columns a line must have; the others may be missing at its end, and more may follow.
    let minimum: Int
    var separator = UInt8(ascii: " ")
    /// Whether words may be separated by several separators in a row.
    var skipsRuns = false

    /// Reads a line from an offset.
    func read(
        _ line: TextRange, into record: inout LogRecord, _ arena: inout ByteArena, _ writer: inout RecordWriter
    ) throws(LineFault) {
        var position = line.start
        for index in columns.indices {
            if skipsRuns { while position < line.end, arena[position] == separator { position += 1 } }
            guard position < line.end else {
                if index >= minimum { return }
                throw .shape
            }
            let column = columns[index]
            let (field, isEscaped) = try field(column.shape, at: position, end: line.end, in: arena)
            position = field.end + (column.shape == .word || arena[position] == UInt8(ascii: "-") ? 0 : 1)
            guard position == line.end || arena[position] == separator else { throw .shape }
            position += 1
            if column.role != .other {
                let text = isEscaped ? BackslashUnescaping.unescape(field, in: &arena) : field
                writer.put(text, as: column.role, into: &record, &arena)
            }
        }
    }

    @inline(__always)
    private func field(
        _ shape: Shape, at start: Int, end: Int, in arena: borrowing ByteArena
    ) throws(LineFault) -> (TextRange, isEscaped: Bool) {
        let bytes = arena.bytes
        switch shape {
        case .word: return (word(bytes, start, end), false)
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
        // Some of a log's columns say nothing in nearly every line, by a hyphen.
        if start + 1 < end, bytes[start + 1] == separator, bytes[start] != separator {
            return TextRange(offset: start, count: 1)
        }
        let stop = bytes.extracting(0..<end).firstIndex(of: separator, from: start) ?? end
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
}
