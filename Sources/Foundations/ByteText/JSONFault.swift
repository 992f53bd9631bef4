/// Where a JSON text goes wrong, and what was expected there.
public struct JSONFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The place in bytes from the start of the text.
    public let offset: Int
    /// The line, counted from 1; lines end in a line feed.
    public let line: Int
    /// The column in characters (Unicode scalars), counted from 1.
    public let column: Int
    /// What was expected, to be read after "expected". It never repeats the text.
    public let expected: StaticString

    init(_ expected: StaticString, at offset: Int, in bytes: Span<UInt8>) {
        var line = 1
        var column = 1
        // Editors don't count a byte order mark.
        let start = bytes.textStart
        for index in start..<max(start, min(offset, bytes.count)) {
            let byte = bytes[index]
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.offset = offset
        self.line = line
        self.column = column
        self.expected = expected
    }

    public static func == (left: JSONFault, right: JSONFault) -> Bool {
        left.offset == right.offset && left.line == right.line && left.column == right.column
            && left.expected.description == right.expected.description
    }

    /// `2:14: expected a comma or ]`.
    public var description: String { "\(line):\(column): expected \(expected)" }
}
