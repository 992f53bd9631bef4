/// An error that prevents the program from doing its work. Printed, with exit code 2.
package struct Failure: Error {
    /// One or more lines.
    package let message: String

    /// A single line: line feeds in quoted text are escaped.
    package init(_ message: String) { self.init(lines: [message]) }

    /// Several lines.
    package init(lines: [String]) { message = lines.joinedLines }
}

/// A link that could not be created, found or changed as requested. Printed, with exit code 1.
package struct Refusal: Error {
    /// One or more lines.
    package let message: String

    /// A single line: line feeds in quoted text are escaped.
    package init(_ message: String) { self.init(lines: [message]) }

    /// Several lines.
    package init(lines: [String]) { message = lines.joinedLines }
}

extension [String] {
    fileprivate var joinedLines: String { map { $0.replacing("\n", with: "\\n") }.joined(separator: "\n") }
}
