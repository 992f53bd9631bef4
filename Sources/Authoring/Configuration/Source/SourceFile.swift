import ByteText

/// The text of one configuration file and where its lines begin, for messages.
public struct SourceFile: Sendable {
    /// The name as it is printed.
    public let name: String
    private let bytes: [UInt8]
    /// Where each line begins, and the end of the text behind the last.
    private let starts: [UInt32]

    /// Splits a text into lines, which takes time linear in its length.
    public init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }

    /// Splits a text in UTF-8 into lines. The bytes are shared and not copied; there must be fewer than 4 GB of them.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        starts = Self.starts(in: bytes.span)
    }

    /// How many lines there are; a text that ends in a line break has an empty one after it.
    public var lineCount: Int { starts.count - 1 }

    /// A line by its number, from 1, without its line end; nil past the end.
    public func line(_ number: Int) -> String? {
        guard (1...lineCount).contains(number) else { return nil }
        let start = Int(starts[number - 1])
        var end = start
        while end < bytes.count, Self.breakCount(at: end, in: bytes.span) == 0 { end += 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Lines end where YAML 1.1 ends them, since its reader counts them that way: LF, CR, CR LF, and the three Unicode
    /// breaks (NEL, LS, PS).
    private static func starts(in bytes: Span<UInt8>) -> [UInt32] {
        var starts: [UInt32] = [0]
        var index = 0
        while index < bytes.count {
            if index + 8 <= bytes.count, !mayHaveBreak(bytes.word(at: index)) {
                index += 8
                continue
            }
            let count = breakCount(at: index, in: bytes)
            index += max(count, 1)
            if count > 0 { starts.append(UInt32(index)) }
        }
        starts.append(UInt32(bytes.count))
        return starts
    }

    /// Whether one of eight bytes is below a space, or not ASCII: in most texts few are.
    private static func mayHaveBreak(_ word: UInt64) -> Bool {
        (word | word &- 0x2020_2020_2020_2020) & 0x8080_8080_8080_8080 != 0
    }

    /// The length of the line break at an index; 0 if there is none.
    private static func breakCount(at index: Int, in bytes: Span<UInt8>) -> Int {
        func byte(_ ahead: Int) -> UInt8 { index + ahead < bytes.count ? bytes[index + ahead] : 0 }
        switch bytes[index] {
        case 0x0A: return 1
        case 0x0D: return byte(1) == 0x0A ? 2 : 1
        case 0xC2: return byte(1) == 0x85 ? 2 : 0
        case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
        default: return 0
        }
    }
}
