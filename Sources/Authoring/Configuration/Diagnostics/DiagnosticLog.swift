/// Collects the diagnostics of one file, so that its author sees all of them together.
///
/// A class, since all decoders of a file append to the same log. It is confined to the load.
public final class DiagnosticLog {
    /// The file; `nil` for JSON, which has no positions.
    public let file: SourceFile?
    /// The root of paths if there is no file: `site`.
    public let root: String
    /// The diagnostics in the order in which they were reported, without duplicates.
    public private(set) var diagnostics: [FileDiagnostic] = []
    private var reported: Set<FileDiagnostic> = []

    /// A log for a file; its diagnostics have locations and lines.
    public init(file: SourceFile) {
        self.file = file
        root = file.name
    }

    /// A log for a file some of whose diagnostics have already been reported elsewhere or on another thread.
    public init(file: SourceFile, reported: [FileDiagnostic]) {
        self.file = file
        root = file.name
        for diagnostic in reported { add(diagnostic) }
    }

    /// A log for a tree without a file. Paths in its diagnostics begin with `root`.
    public init(root: String) {
        file = nil
        self.root = root
    }

    /// Whether one of the diagnostics is an error.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The diagnostics in the order of the file.
    public var sorted: [FileDiagnostic] {
        diagnostics.enumerated().sorted { one, other in
            let (left, right) = (one.element.location, other.element.location)
            return (left?.line ?? 0, left?.column ?? 0, one.offset) < (
                right?.line ?? 0, right?.column ?? 0, other.offset
            )
        }.map(\.element)
    }

    /// Reports an error at a node. The message is one sentence without a full stop and must not contain secrets.
    public func error(
        _ code: FileDiagnostic.Code, _ node: ConfigurationNode, _ message: String, expected: String? = nil,
        hint: String? = nil
    ) {
        add(.error, code, node.mark, node.path, node.width, message, expected, hint)
    }

    /// Reports a warning at a node. The message is one sentence without a full stop and must not contain secrets.
    public func warning(_ code: FileDiagnostic.Code, _ node: ConfigurationNode, _ message: String, hint: String? = nil)
    {
        add(.warning, code, node.mark, node.path, node.width, message, nil, hint)
    }

    /// Reports a part of a scalar: `count` bytes from `offset` of its value.
    public func add(
        _ severity: FileDiagnostic.Severity, _ code: FileDiagnostic.Code, in node: ConfigurationNode, offset: Int,
        count: Int, _ message: String, expected: String? = nil, hint: String? = nil
    ) {
        guard let file, let mark = ScalarPositions(of: node, in: file)?.mark(at: offset) else {
            return add(severity, code, node.mark, node.path, node.width, message, expected, hint)
        }
        let piece = (node.textValue ?? "").utf8.dropFirst(offset).prefix(count)
        let width = max(1, Substring(piece).unicodeScalars.count)
        add(severity, code, mark, node.path, width, message, expected, hint)
    }

    /// Reports an error at a position in the file, whatever is there.
    public func syntaxError(
        at mark: SourceMark, _ message: String, hint: String? = nil, code: FileDiagnostic.Code = .syntax, width: Int = 1
    ) {
        add(.error, code, mark, "", width, message, nil, hint)
    }

    private func add(
        _ severity: FileDiagnostic.Severity, _ code: FileDiagnostic.Code, _ mark: SourceMark?, _ path: String,
        _ width: Int, _ message: String, _ expected: String?, _ hint: String?
    ) {
        let location = file.flatMap { file in
            mark.map { SourceLocation(file: file.name, line: $0.line, column: $0.column) }
        }
        let diagnostic = FileDiagnostic(
            severity, code, message, at: location,
            path: path.isEmpty ? root : path.hasPrefix("[") ? root + path : "\(root).\(path)",
            sourceLine: location.flatMap { file?.line($0.line) }, width: width, expected: expected, hint: hint)
        add(diagnostic)
    }

    private func add(_ diagnostic: FileDiagnostic) {
        // A node that is read in two ways is reported once, regardless of the path that led to it.
        var place = diagnostic
        if place.location != nil { place.path = "" }
        if reported.insert(place).inserted { diagnostics.append(diagnostic) }
    }
}
