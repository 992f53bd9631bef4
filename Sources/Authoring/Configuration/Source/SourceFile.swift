/// The text of one configuration file and the ranges of its lines, for messages.
public struct SourceFile: Sendable {
    /// The name as it is printed.
    public let name: String
    private let bytes: [UInt8]
    /// Each line's bytes, without its line end.
    private let ranges: [Range<Int>]

    /// Splits a text into lines, which takes time linear in its length.
    public init(name: String, text: String) {
        self.name = name
        bytes = Array(text.utf8)
        ranges = Self.ranges(of: bytes)
    }

    /// How many lines there are; a text that ends in a line break has an empty one after it.
    public var lineCount: Int { ranges.count }

    /// A line by its number, from 1; nil past the end.
    public func line(_ number: Int) -> String? {
        guard ranges.indices.contains(number - 1) else { return nil }
        return String(decoding: bytes[ranges[number - 1]], as: UTF8.self)
    }

    /// Lines end where YAML 1.1 ends them, since its reader counts them that way: LF, CR, CR LF, and the three Unicode
    /// breaks (NEL, LS, PS).
    private static func ranges(of bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            let count = breakCount(at: index, in: bytes)
            if count > 0 {
                ranges.append(start..<index)
                start = index + count
            }
            index += max(count, 1)
        }
        ranges.append(start..<bytes.count)
        return ranges
    }

    /// The length of the line break at an index; 0 if there is none.
    private static func breakCount(at index: Int, in bytes: [UInt8]) -> Int {
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
