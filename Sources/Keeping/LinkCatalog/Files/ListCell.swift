import ByteText

/// A cell that contains a list, as in exports of APIs and databases.
enum ListCell {
    /// The elements of a JSON array, of a Python list (`['a', 'b']`), or of a PostgreSQL array (`{a,b}`); `nil` if the
    /// cell is not such a list.
    ///
    /// For an object in a JSON array, its name is used: Dub's tags are objects.
    static func elements(_ text: String) -> [String]? {
        let text = text.utf8.span.withoutBlanksAround
        guard text.count > 1 else { return nil }
        switch (text[0], text[text.count - 1]) {
        case (UInt8(ascii: "["), UInt8(ascii: "]")):
            if let json = try? JSONValue(parsing: text) { return json.array.map(names) }
        case (UInt8(ascii: "{"), UInt8(ascii: "}")):
            if text.count > 2, (try? JSONValue(parsing: text)) != nil { return nil }
        default: return nil
        }
        return pieces(text.extracting(1..<(text.count - 1)))
    }

    /// The strings of a JSON array.
    static func names(_ array: [JSONValue]) -> [String] {
        array.compactMap { element in
            switch element {
            case .string(let text): text
            case .number(let number): number.text
            case .object(let object):
                ["name", "tag", "title", "link", "shortUrl", "id"].lazy.compactMap { object[$0]?.string }.first
            default: nil
            }
        }.filter { !$0.isEmpty }
    }

    /// The elements between commas, quoted or not; `nil` if a quote is not closed.
    private static func pieces(_ text: Span<UInt8>) -> [String]? {
        var pieces: [String] = []
        var piece: [UInt8] = []
        var quote: UInt8?
        var isEscaped = false
        func add(_ piece: [UInt8]) {
            let text = String(piece.span.withoutBlanksAround)
            if !text.isEmpty, text != "NULL" { pieces.append(text) }
        }
        for index in text.indices {
            let byte = text[index]
            if isEscaped {
                piece.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if let open = quote {
                if byte == open { quote = nil } else { piece.append(byte) }
            } else if byte == UInt8(ascii: ",") {
                add(piece)
                piece = []
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), piece.allSatisfy({ $0 == 0x20 }) {
                quote = byte
            } else {
                piece.append(byte)
            }
        }
        guard quote == nil else { return nil }
        add(piece)
        return pieces
    }
}
