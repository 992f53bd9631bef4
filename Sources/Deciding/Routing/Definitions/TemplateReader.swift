/// Parses the text of a ``Template`` into its segments.
struct TemplateReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func read() throws(TemplateFault) -> [Template.Segment] {
        var segments: [Template.Segment] = []
        var literal: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
                literal.append(byte)
                position += 1
                continue
            }
            if position + 1 < bytes.count, bytes[position + 1] == byte {
                literal.append(byte)
                position += 2
                continue
            }
            guard byte == UInt8(ascii: "{") else { throw TemplateFault(kind: .strayBrace, offset: position) }
            if !literal.isEmpty { segments.append(.literal(String(decoding: literal, as: UTF8.self))) }
            literal.removeAll()
            segments.append(.fact(try readFact()))
        }
        if !literal.isEmpty { segments.append(.literal(String(decoding: literal, as: UTF8.self))) }
        return segments
    }

    private mutating func readFact() throws(TemplateFault) -> FactName {
        let open = position
        guard let close = bytes[open...].firstIndex(of: UInt8(ascii: "}")) else {
            throw TemplateFault(kind: .unclosedBrace, offset: open)
        }
        let name = String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
        position = close + 1
        guard let fact = FactName.named(name) else {
            throw TemplateFault(kind: .unknownFact(name), offset: open + 1)
        }
        guard fact.isText else { throw TemplateFault(kind: .notText(name), offset: open + 1) }
        return fact
    }
}
