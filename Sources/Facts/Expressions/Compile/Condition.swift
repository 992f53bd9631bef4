public import Threads

/// A compiled condition over the facts of a click: a flat program, shared by any number of workers.
///
/// Immutable. Tests of facts run without allocating; anything without an instruction of its own runs in the interpreter.
public final class Condition: Sendable {
    /// The expression as written.
    public var source: String { program.source }
    /// The demands of the condition, at most one per fact; `nil` if it is always false.
    public let demands: [FactDemand]?
    let program: ConditionProgram

    init(_ program: ConditionProgram, demands: [FactDemand]?) {
        self.program = program
        self.demands = demands
    }

    /// All facts that the condition reads, without duplicates, in source order.
    public var facts: [UInt16] {
        var facts: [UInt16] = []
        for test in program.tests { for fact in test.facts where !facts.contains(fact) { facts.append(fact) } }
        return facts
    }

    /// The source text of the tests without an instruction of their own, which therefore allocate.
    public var generalTests: [String] {
        program.instructions.filter { $0.operation == .general }.map { text(of: $0.index) }
    }

    /// The verdict of the condition if it does not depend on the click, otherwise `nil`.
    public var constantVerdict: Verdict? {
        // Only a condition without tests has one, and those keep their tree.
        guard let tree = program.keptTree, case .constant(.bool(let bool)) = tree[tree.root].form else { return nil }
        return bool ? .yes : .no
    }

    /// The source text of a node.
    func text(of id: Node.ID) -> String {
        text(at: program.tree[id].range)
    }

    /// The source text in a range.
    func text(at range: SourceRange) -> String {
        String(decoding: Array(source.utf8)[range.offset..<range.end], as: UTF8.self)
    }
}

/// The names available to conditions, indexed once per schema for any number of conditions.
public struct ConditionScope: Sendable {
    let names: ConditionNames

    /// Indexes the names of a schema. Allocates; for load time.
    public init(_ schema: FactSchema) {
        names = ConditionNames(InputScope(schema))
    }
}

/// The result of compiling a condition.
public struct ConditionCompilation: Sendable {
    /// The condition, or `nil` if there are errors.
    public var condition: Condition?
    /// All errors and warnings, in source order.
    public var diagnostics: [Diagnostic]
}

extension Condition {
    /// The maximum length of a condition in bytes, which ensures that instruction indices fit in the 16 bits of a jump.
    public static let maximumLength = 32_768

    /// Compiles an expression over the facts of a schema, for callers with few conditions.
    public static func compile(
        _ source: String, schema: FactSchema, patterns: inout PatternList
    ) -> ConditionCompilation {
        compile(source, in: ConditionScope(schema), patterns: &patterns)
    }

    /// Compiles an expression over the facts of a scope.
    ///
    /// Reports all errors, not only the first. An expression whose type cannot be bool is an error. Patterns of `matches`
    /// are added to `patterns`, from which each worker creates the set used for evaluation.
    ///
    /// - Parameter limit: A limit shared by several compilations. A condition that exceeds it is an error.
    public static func compile(
        _ source: String, in scope: ConditionScope, patterns: inout PatternList, limit: WorkLimit? = nil
    ) -> ConditionCompilation {
        let bytes = Array(source.utf8)
        var diagnostics = DiagnosticList(source: bytes)
        let names = scope.names
        let scope = names.scope
        if limit?.isReached == true {
            diagnostics.error(SourceRange(offset: 0, count: 0), "not checked: the files take too long to check")
            return ConditionCompilation(condition: nil, diagnostics: diagnostics.sorted)
        }
        guard bytes.count <= maximumLength else {
            diagnostics.error(SourceRange(offset: 0, count: 0), "the condition is longer than \(maximumLength) bytes")
            return ConditionCompilation(condition: nil, diagnostics: diagnostics.sorted)
        }
        guard var tree = parsed(bytes, &diagnostics) else {
            return ConditionCompilation(condition: nil, diagnostics: diagnostics.sorted)
        }
        tree = Resolver.resolve(tree, in: scope, &diagnostics)
        let type = Checker.check(tree, in: scope, &diagnostics)
        if !type.fits(.bool) {
            diagnostics.error(tree[tree.root].range, "a condition must be a bool, not \(type)")
        }
        if !diagnostics.hasErrors {
            tree = ConstantFolder.fold(tree, &diagnostics, limit: limit)
            tree = PatternCollector.collect(tree, into: &patterns, allowsComputedPatterns: false, &diagnostics)
        }
        guard !diagnostics.hasErrors else {
            return ConditionCompilation(condition: nil, diagnostics: diagnostics.sorted)
        }
        var compiler = ConditionCompiler(tree: tree.compacted, scope: scope)
        compiler.compile()
        let program = compiler.program(source, names)
        let condition = Condition(program.kept, demands: program.demands)
        if let verdict = condition.constantVerdict, !source.isPlainBool {
            diagnostics.warning(tree[tree.root].range, "this is always \(verdict == .yes)")
        }
        return ConditionCompilation(condition: condition, diagnostics: diagnostics.sorted)
    }
}

/// Parses the source, and converts a syntax error to a diagnostic. There is at most one.
func parsed(_ source: [UInt8], _ diagnostics: inout DiagnosticList) -> SyntaxTree? {
    do {
        return try Parser.parse(source)
    } catch {
        diagnostics.error(error.range, error.message, expected: error.expected, hint: error.hint)
        return nil
    }
}

extension String {
    /// Whether the source is literally `true` or `false`, so a constant condition is intended.
    fileprivate var isPlainBool: Bool { self == "true" || self == "false" }
}
