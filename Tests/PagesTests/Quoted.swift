import Testing

/// A text whose description is one line, for arguments of tests that hold line ends.
struct Quoted: Sendable, ExpressibleByStringLiteral, CustomTestStringConvertible {
    let text: String

    init(stringLiteral text: String) { self.text = text }

    var testDescription: String { text.debugDescription }
}
