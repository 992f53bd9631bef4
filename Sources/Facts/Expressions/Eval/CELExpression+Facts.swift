public import ByteText

extension CELExpression {
    /// The result of an expression for a click.
    public enum Answer: Sendable {
        case value(CELValue)
        /// The result depends on these facts, which are unknown for the click.
        case unknown([UInt16])
        /// The evaluation failed, for example on a missing map key or a division by zero.
        case failed(CELError)
    }

    /// The indices of all facts in the expression, in the schema it was compiled with.
    public var facts: [UInt16] {
        var facts: Set<UInt16> = []
        for node in tree.nodes {
            switch node.form {
            case .input(let index), .hasInput(let index): facts.insert(UInt16(index))
            default: break
            }
        }
        return facts.sorted()
    }

    /// Evaluates an expression compiled with the table's schema. Allocates: for interactive use.
    public func evaluate(_ table: borrowing FactTable, _ arena: borrowing ByteArena) -> Answer {
        var inputs: [Input] = []
        for index in scope.names.indices { inputs.append(table.input(index, arena)) }
        var interpreter = Interpreter(tree: tree, inputs: inputs, patterns: nil)
        do {
            return .value(try interpreter.value(tree.root))
        } catch {
            switch error {
            case .error(let error): return .failed(error)
            case .unknown(let indices): return .unknown(indices.map(UInt16.init).sorted())
            }
        }
    }
}
