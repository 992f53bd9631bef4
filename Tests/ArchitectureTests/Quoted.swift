import Testing

/// A text whose description fits on one line, for test arguments that contain line ends.
struct Quoted: Sendable, ExpressibleByStringLiteral, CustomTestStringConvertible {
    let text: String

    init(stringLiteral text: String) { self.text = text }

    var testDescription: String { text.debugDescription }
}
