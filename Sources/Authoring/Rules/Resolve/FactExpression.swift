public import Expressions
public import Routing

/// An expression of any type over the facts of a request, as evaluated by `eval`.
public struct FactExpression: Sendable {
    let expression: CELExpression

    /// Why an expression does not compile: its diagnostics, in source order.
    public struct Fault: Error, Sendable {
        /// All errors and warnings.
        public var diagnostics: [Diagnostic]
    }

    /// Compiles an expression like the condition of a rule, except that it may have any type.
    public init(_ source: String) throws(Fault) {
        let compilation = CELExpression.compile(source, schema: FactName.schema)
        guard let expression = compilation.expression else { throw Fault(diagnostics: compilation.diagnostics) }
        self.expression = expression
    }

    /// The facts that the expression refers to. A rule set must be asked to consult them, or it may skip them.
    public var facts: FactSet {
        expression.facts.compactMap(FactName.init).reduce(into: FactSet()) { $0.insert($1) }
    }
}
