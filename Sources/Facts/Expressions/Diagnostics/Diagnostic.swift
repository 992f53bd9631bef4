/// A message to the author of an expression.
public struct Diagnostic: Sendable, Hashable {
    /// The severity of a diagnostic.
    public enum Severity: String, Sendable {
        /// The expression cannot be evaluated.
        case error
        /// The expression can be evaluated, but probably does not do what its author intended.
        case warning
    }

    /// The severity.
    public var severity: Severity
    /// The source range the message refers to.
    public var range: SourceRange
    /// The line within the expression's text, counted from 1.
    public var line: Int
    /// The column within that line in Unicode scalars, counted from 1.
    public var column: Int
    /// The message, as one sentence without a full stop.
    public var message: String
    /// The expected input at this position, if known.
    public var expected: String?
    /// A suggested fix: ``did you mean `device.platform`?``.
    public var hint: String?
}

/// The diagnostics of one expression, collected over all stages and reported together.
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

    /// All diagnostics in source order.
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
