public import Expressions
public import Routing

/// An expression over the facts of a request, of any type: what `eval` is asked.
public struct FactExpression: Sendable {
    let expression: CELExpression

    /// Why an expression does not compile: its diagnostics, in the order of the text.
    public struct Fault: Error, Sendable {
        /// All errors and warnings.
        public var diagnostics: [Diagnostic]
    }

    /// Compiles an expression as rules compile their conditions, except that it may have any type.
    public init(_ source: String) throws(Fault) {
        let compilation = CELExpression.compile(source, schema: FactName.schema)
        guard let expression = compilation.expression else { throw Fault(diagnostics: compilation.diagnostics) }
        self.expression = expression
    }

    /// The facts that it names: a rule set has to consult them, or it may leave them out.
    public var facts: FactSet {
        expression.facts.compactMap(FactName.init).reduce(into: FactSet()) { $0.insert($1) }
    }
}
