public import Threads

/// A compiled condition over the facts of a click: a flat program that any number of workers run.
///
/// Immutable. Tests of facts run without allocating; what has no instruction of its own is run by the interpreter.
public final class Condition: Sendable {
    /// The expression as it was written.
    public var source: String { program.source }
    /// What the condition demands of facts, each fact once; nil where it always says no.
    public let demands: [FactDemand]?
    let program: ConditionProgram

    init(_ program: ConditionProgram, demands: [FactDemand]?) {
        self.program = program
        self.demands = demands
    }

    /// All facts that the condition reads, each once, in the order of the text.
    public var facts: [UInt16] {
        var facts: [UInt16] = []
        for test in program.tests { for fact in test.facts where !facts.contains(fact) { facts.append(fact) } }
        return facts
    }

    /// The tests that have no instruction of their own and so cost allocations, as they were written.
    public var generalTests: [String] {
        program.instructions.filter { $0.operation == .general }.map { text(of: $0.index) }
    }

    /// The verdict that the condition has whatever the click is, if it has one.
    public var constantVerdict: Verdict? {
        // Only a condition without tests has one, and such a one keeps its tree.
        guard let tree = program.keptTree, case .constant(.bool(let bool)) = tree[tree.root].form else { return nil }
        return bool ? .yes : .no
    }

    /// The source of a node.
    func text(of id: Node.ID) -> String {
        text(at: program.tree[id].range)
    }

    /// A piece of the source.
    func text(at range: SourceRange) -> String {
        String(decoding: Array(source.utf8)[range.offset..<range.end], as: UTF8.self)
    }
}

/// The names that conditions may use, looked up from a schema once for any number of conditions.
public struct ConditionScope: Sendable {
    let names: ConditionNames

    /// Indexes the names of a schema. Allocates; for load time.
    public init(_ schema: FactSchema) {
        names = ConditionNames(InputScope(schema))
    }
}

/// What came of compiling a condition.
public struct ConditionCompilation: Sendable {
    /// The condition, or nil when there are errors.
    public var condition: Condition?
    /// All errors and warnings, in the order of the text.
    public var diagnostics: [Diagnostic]
}

extension Condition {
    /// How long a condition may be, in bytes. Its instructions then fit the 16 bits that jumps have.
    public static let maximumLength = 32_768

    /// Compiles an expression over the facts of a schema, for callers with few of them.
    public static func compile(
        _ source: String, schema: FactSchema, patterns: inout PatternList
    ) -> ConditionCompilation {
        compile(source, in: ConditionScope(schema), patterns: &patterns)
    }

    /// Compiles an expression over the facts of a scope.
    ///
    /// Reports everything that is wrong with it and not only the first fault. An expression that cannot be a bool is an
    /// error. Patterns of `matches` are added to `patterns`, from which each worker makes a set to evaluate with.
    ///
    /// - Parameter limit: How much work may be done on all that it is shared with; beyond that the condition is an error.
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

/// Parses, and makes a diagnostic of a syntax error: there is never more than one of them.
func parsed(_ source: [UInt8], _ diagnostics: inout DiagnosticList) -> SyntaxTree? {
    do {
        return try Parser.parse(source)
    } catch {
        diagnostics.error(error.range, error.message, expected: error.expected, hint: error.hint)
        return nil
    }
}

extension String {
    /// Whether the author wrote `true` or `false` and meant it.
    fileprivate var isPlainBool: Bool { self == "true" || self == "false" }
}
