/// A JSON syntax error: its position, and the syntax expected there.
public struct JSONFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The byte offset in the text.
    public let offset: Int
    /// The line number, counted from 1; lines end in LF.
    public let line: Int
    /// The column in Unicode scalars, counted from 1.
    public let column: Int
    /// The expected syntax, to be read after "expected". Never quotes the text.
    public let expected: StaticString

    init(_ expected: StaticString, at offset: Int, in bytes: Span<UInt8>) {
        var line = 1
        var column = 1
        // Editors do not count a byte order mark.
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
