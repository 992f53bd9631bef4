public import ByteText

extension CELExpression {
    /// What an expression says about a click.
    public enum Answer: Sendable {
        case value(CELValue)
        /// It depends on these facts, which the click leaves open.
        case unknown([UInt16])
        /// It failed: a key that a map does not have, a division by zero.
        case failed(CELError)
    }

    /// All facts that the expression names, by their indices in the schema that it was compiled with.
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

    /// Evaluates an expression that was compiled with the table's schema. Allocates: for questions of people.
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
