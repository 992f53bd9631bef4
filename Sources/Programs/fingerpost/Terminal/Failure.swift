/// Why the program can't do what it was asked to do; printed, with exit code 2.
struct Failure: Error {
    /// One line, or several.
    let message: String

    /// One line, whatever the message quotes: a line feed in it is written out.
    init(_ message: String) { self.init(lines: [message]) }

    /// Several lines.
    init(lines: [String]) { message = lines.joinedLines }
}

/// A link that is not made, found or changed as asked for: printed, with exit code 1.
struct Refusal: Error {
    /// One line, or several.
    let message: String

    /// One line, whatever the message quotes: a line feed in it is written out.
    init(_ message: String) { self.init(lines: [message]) }

    /// Several lines.
    init(lines: [String]) { message = lines.joinedLines }
}

extension [String] {
    fileprivate var joinedLines: String { map { $0.replacing("\n", with: "\\n") }.joined(separator: "\n") }
}
