/// A message to the author of an expression.
public struct Diagnostic: Sendable, Hashable {
    /// Whether it stops the expression from running.
    public enum Severity: String, Sendable {
        /// The expression does not run.
        case error
        /// It runs, but hardly as meant.
        case warning
    }

    /// Whether it stops the expression from running.
    public var severity: Severity
    /// The piece of the expression it is about.
    public var range: SourceRange
    /// The line within the expression's text, from 1.
    public var line: Int
    /// The column within that line, in Unicode scalars, from 1.
    public var column: Int
    /// What is wrong, as one sentence without a full stop.
    public var message: String
    /// What was expected at this place, if that can be said.
    public var expected: String?
    /// What to do about it: ``did you mean `device.platform`?``.
    public var hint: String?
}

/// The diagnostics of one expression, gathered over all stages so that an author sees them together.
struct DiagnosticList {
    let source: [UInt8]
    private(set) var all: [Diagnostic] = []

    init(source: [UInt8]) { self.source = source }

    var hasErrors: Bool { all.contains { $0.severity == .error } }

    mutating func error(_ range: SourceRange, _ message: String, expected: String? = nil, hint: String? = nil) {
        add(.error, range, message, expected, hint)
    }

    mutating func warning(_ range: SourceRange, _ message: String, hint: String? = nil) {
        add(.warning, range, message, nil, hint)
    }

    /// All of them in the order of the text.
    var sorted: [Diagnostic] { all.sorted { ($0.range.offset, $0.message) < ($1.range.offset, $1.message) } }

    private mutating func add(
        _ severity: Diagnostic.Severity, _ range: SourceRange, _ message: String, _ expected: String?, _ hint: String?
    ) {
        let (line, column) = position(of: range.offset)
        let diagnostic = Diagnostic(
            severity: severity, range: range, line: line, column: column, message: message, expected: expected,
            hint: hint)
        if !all.contains(diagnostic) { all.append(diagnostic) }
    }

    private func position(of offset: Int) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        for byte in source.prefix(offset) {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }
}
