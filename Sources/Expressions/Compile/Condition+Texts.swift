extension Condition {
    /// The texts, or the beginnings of texts, without which the condition is no.
    public struct RequiredTexts: Sendable, Equatable {
        /// The bytes of each.
        public var texts: [[UInt8]]
        /// Whether the fact must begin with one of them; it must be one of them otherwise.
        public var arePrefixes: Bool
    }

    /// What a text fact must be for the condition to say anything but no; nil where it may be anything.
    ///
    /// An index over rules looks rules up by these. May allow too much, never too little: a rule that is not found cannot
    /// match and cannot be undecided, as long as the fact is known.
    public func requiredTexts(of fact: UInt16) -> RequiredTexts? {
        TextReach(tree: program.tree, fact: fact, program: program).required(program.tree.root, negated: false)
    }
}

/// Follows one text fact through a condition.
private struct TextReach {
    let tree: SyntaxTree
    let fact: UInt16
    let program: ConditionProgram

    /// What the fact must be for a part to be anything but no (or, negated, anything but yes).
    func required(_ id: Node.ID, negated: Bool) -> Condition.RequiredTexts? {
        switch tree[id].form {
        case .unary(.not, let operand):
            return required(operand, negated: !negated)
        case .logic(let operation, let operands):
            let parts = operands.map { required($0, negated: negated) }
            let isAnd = (operation == .and) != negated
            return isAnd ? Self.tightest(parts) : Self.union(parts)
        default:
            return test(id, negated: negated)
        }
    }

    private func test(_ id: Node.ID, negated: Bool) -> Condition.RequiredTexts? {
        guard let test = program.tests.first(where: { $0.node == id }), test.isNegated == negated else { return nil }
        let instruction = program.instructions[test.instruction]
        guard instruction.fact == fact else { return nil }
        switch instruction.operation {
        case .textEquals: return .init(texts: [text(PoolRange(instruction.payload))], arePrefixes: false)
        case .textHasPrefix: return .init(texts: [text(PoolRange(instruction.payload))], arePrefixes: true)
        case .textIn:
            let list = PoolRange(instruction.payload)
            return .init(texts: list.indices.map { text(program.constants.ranges[$0]) }, arePrefixes: false)
        default: return nil
        }
    }

    private func text(_ range: PoolRange) -> [UInt8] {
        Array(program.constants.pool[range.indices])
    }

    /// Of several demands that all must be met the one with the fewest texts; exact ones before prefixes.
    private static func tightest(_ parts: [Condition.RequiredTexts?]) -> Condition.RequiredTexts? {
        parts.compactMap { $0 }.min {
            $0.arePrefixes == $1.arePrefixes ? $0.texts.count < $1.texts.count : !$0.arePrefixes
        }
    }

    /// Of several demands one of which must be met all together, if all are of one kind.
    private static func union(_ parts: [Condition.RequiredTexts?]) -> Condition.RequiredTexts? {
        let known = parts.compactMap { $0 }
        guard known.count == parts.count, let first = known.first,
            known.allSatisfy({ $0.arePrefixes == first.arePrefixes })
        else { return nil }
        return .init(texts: known.flatMap(\.texts), arePrefixes: first.arePrefixes)
    }
}
