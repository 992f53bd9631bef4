/// An expression over named values. Supports all of CEL; for `eval` and conformance tests.
///
/// ```swift
/// let compiled = CELExpression.compile("x * 2 == 42", variables: [("x", .int)])
/// compiled.expression?.evaluate(["x": .int(21)])  // .success(.bool(true))
/// ```
public struct CELExpression: Sendable {
    let tree: SyntaxTree
    let scope: InputScope
    /// The inferred type; `dyn` if the expression was not checked.
    public let type: CELType

    /// Compiles an expression over variables of known types. Names may contain dots.
    ///
    /// If `isChecked` is false, only the syntax is checked, and type errors are reported during evaluation.
    public static func compile(
        _ source: String, variables: [(name: String, type: CELType)] = [], isChecked: Bool = true
    ) -> ExpressionCompilation {
        compile(source, in: InputScope(variables: variables), isChecked: isChecked)
    }

    /// Compiles an expression of any type over the facts of a schema, checked like a condition.
    public static func compile(_ source: String, schema: FactSchema) -> ExpressionCompilation {
        compile(source, in: InputScope(schema), isChecked: true)
    }

    private static func compile(
        _ source: String, in scope: InputScope, isChecked: Bool
    ) -> ExpressionCompilation {
        let bytes = Array(source.utf8)
        var diagnostics = DiagnosticList(source: bytes)
        guard let parsed = parsed(bytes, &diagnostics) else {
            return ExpressionCompilation(expression: nil, diagnostics: diagnostics.sorted)
        }
        var findings = DiagnosticList(source: bytes)
        let tree = Resolver.resolve(parsed, in: scope, &findings)
        var type = CELType.dyn
        if isChecked {
            type = Checker.check(tree, in: scope, &findings)
            diagnostics = findings
        }
        guard !diagnostics.hasErrors else {
            return ExpressionCompilation(expression: nil, diagnostics: diagnostics.sorted)
        }
        return ExpressionCompilation(
            expression: CELExpression(tree: tree, scope: scope, type: type), diagnostics: diagnostics.sorted)
    }

    /// Evaluates the expression. Fails if the result depends on a variable without a value.
    public func evaluate(_ bindings: [String: CELValue] = [:]) -> Result<CELValue, CELError> {
        let inputs = scope.names.map { bindings[$0].map(Input.value) ?? .unknown }
        var interpreter = Interpreter(tree: tree, inputs: inputs, patterns: nil)
        do {
            return .success(try interpreter.value(tree.root))
        } catch {
            switch error {
            case .error(let error): return .failure(error)
            case .unknown(let indices):
                let names = indices.map { "`\(scope.names[$0])`" }.joined(separator: ", ")
                return .failure(CELError(.noSuchName, "no value is given for \(names)"))
            }
        }
    }
}

/// The result of compiling an expression.
public struct ExpressionCompilation: Sendable {
    /// The expression, or `nil` if there are errors.
    public var expression: CELExpression?
    /// All errors and warnings, in source order.
    public var diagnostics: [Diagnostic]
}
