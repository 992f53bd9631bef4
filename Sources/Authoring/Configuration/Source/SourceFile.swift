import ByteText

/// The text of a configuration file and the offsets of its lines, for messages.
public struct SourceFile: Sendable {
    /// The file's name as printed.
    public let name: String
    private let bytes: [UInt8]
    /// The offset of each line, and the end of the text as the last element.
    private let starts: [UInt32]

    /// Splits a text into lines in linear time.
    public init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }

    /// Splits UTF-8 text into lines. The bytes are shared, not copied, and must be fewer than 4 GB.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        starts = Self.starts(in: bytes.span)
    }

    /// The number of lines. Text that ends with a line break has an empty last line.
    public var lineCount: Int { starts.count - 1 }

    /// A line by its number, from 1, without its line break, or `nil` past the end.
    public func line(_ number: Int) -> String? {
        guard (1...lineCount).contains(number) else { return nil }
        let start = Int(starts[number - 1])
        var end = start
        while end < bytes.count, Self.breakCount(at: end, in: bytes.span) == 0 { end += 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Line breaks are those of YAML 1.1, as counted by its reader: LF, CR, CR LF, and the three Unicode breaks (NEL, LS, PS).
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

    /// Whether one of eight bytes is below a space or not ASCII, which is rare in most texts.
    private static func mayHaveBreak(_ word: UInt64) -> Bool {
        (word | word &- 0x2020_2020_2020_2020) & 0x8080_8080_8080_8080 != 0
    }

    /// The length of the line break at an index, or 0 if there is none.
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
