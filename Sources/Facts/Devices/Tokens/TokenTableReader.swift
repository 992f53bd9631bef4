import ByteText

/// Reads a token table, whose first lines describe its form, and checks it. Every program start pays for it.
struct TokenTableReader: ~Escapable {
    /// A row that is not a comment. Its texts are not copied, since only tests need most of them.
    enum Entry {
        /// The heading of a group: one column for a class of programs, three for a document.
        case heading(Range<Int>)
        case token(text: Range<Int>, DeviceToken.Place, DeviceToken.Meaning, example: Range<Int>)
    }

    private let table: Span<UInt8>
    private var position = 0
    /// The number of the current line.
    private var line = 0
    private var hasGroup = false
    /// The place and meaning of the last token, with the tabs around them in the table: most rows repeat them.
    private var last: (text: Range<Int>, place: DeviceToken.Place, meaning: DeviceToken.Meaning)?

    @_lifetime(copy table)
    init(_ table: Span<UInt8>) { self.table = table }

    /// The next heading or token, or `nil` at the end.
    mutating func next() throws(TokenTableFault) -> Entry? {
        while position < table.count {
            line += 1
            switch table[position] {
            case UInt8(ascii: "\n"): position += 1
            case UInt8(ascii: "#"):
                position = (table.firstIndex(of: UInt8(ascii: "\n"), from: position) ?? table.count) + 1
            case UInt8(ascii: ">"): return try heading()
            default: return try token()
            }
        }
        return nil
    }

    private mutating func heading() throws(TokenTableFault) -> Entry {
        let start = min(position + 2, table.count)
        let hasMark = table.extracting(position..<start).equals("> ")
        position = start
        var (columns, end) = (0, start)
        repeat {
            let column = column()
            if column.isEmpty || !hasMark { columns = 4 }
            (columns, end) = (columns + 1, column.upperBound)
        } while !isAtRowEnd
        guard columns == 1 || columns == 3 else {
            throw fault("a heading is `> ` with a class of programs, or with a vendor, title and URL")
        }
        hasGroup = true
        return .heading(start..<end)
    }

    private mutating func token() throws(TokenTableFault) -> Entry {
        guard hasGroup else { throw fault("a token needs a group") }
        let text = try innerColumn()
        let (place, meaning) = try placeAndMeaning()
        let example = column()
        guard !example.isEmpty, isAtRowEnd else { throw columnFault }
        return .token(text: text, place, meaning, example: example)
    }

    private mutating func placeAndMeaning() throws(TokenTableFault) -> (DeviceToken.Place, DeviceToken.Meaning) {
        let start = position - 1
        if let last, last.text.count <= table.count - start,
            table.extracting(start..<start + last.text.count).equals(table.extracting(last.text))
        {
            position = start + last.text.count
            return (last.place, last.meaning)
        }
        guard let place = DeviceToken.Place.named(table.extracting(try innerColumn())) else {
            throw fault("unknown place")
        }
        guard let meaning = DeviceToken.Meaning(table.extracting(try innerColumn())) else {
            throw fault("unknown meaning")
        }
        last = (start..<position, place, meaning)
        return (place, meaning)
    }

    /// Reads a column before the last one.
    private mutating func innerColumn() throws(TokenTableFault) -> Range<Int> {
        let column = column()
        guard !column.isEmpty, !isAtRowEnd else { throw columnFault }
        return column
    }

    /// Reads a column with the tab or line end after it.
    private mutating func column() -> Range<Int> {
        let start = position
        let end = table.firstIndex(of: UInt8(ascii: "\t"), or: UInt8(ascii: "\n"), from: start) ?? table.count
        position = end + 1
        return start..<end
    }

    /// Whether the last column was the last of its row.
    private var isAtRowEnd: Bool { position > table.count || table[position - 1] == UInt8(ascii: "\n") }

    private var columnFault: TokenTableFault {
        fault("a row has the columns text, place, meaning and example, separated by tabs")
    }

    private func fault(_ sentence: StaticString) -> TokenTableFault {
        TokenTableFault(line: line, sentence: "\(sentence)")
    }
}

/// A malformed row of the token table.
struct TokenTableFault: Error, Hashable, CustomStringConvertible {
    let line: Int
    let sentence: String

    var description: String { "tokens.tsv:\(line): \(sentence)" }
}
