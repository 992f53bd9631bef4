extension Condition {
    /// The words of a closed list under which the condition may say anything but no, one bit each in the list's order;
    /// of a bool, bit 0 for false and bit 1 for true.
    ///
    /// An index over rules needs no more: a rule that is looked up by a word outside of this set cannot match and cannot
    /// be undecided. May name words too many, never too few. Of facts of other types nothing is known: all bits are set.
    public func possibleWords(of fact: UInt16) -> UInt64 {
        Reach(tree: program.tree, fact: Int(fact), program: program).words(of: program.tree.root).notNo
    }
}

/// Follows one fact through a condition.
private struct Reach {
    let tree: SyntaxTree
    let fact: Int
    let program: ConditionProgram

    /// The words under which a part may be other than no, and other than yes.
    struct Words {
        var notNo: UInt64 = .max
        var notYes: UInt64 = .max
    }

    func words(of id: Node.ID) -> Words {
        switch tree[id].form {
        case .constant(.bool(let bool)): return Words(notNo: bool ? .max : 0, notYes: bool ? 0 : .max)
        case .unary(.not, let operand):
            let inner = words(of: operand)
            return Words(notNo: inner.notYes, notYes: inner.notNo)
        case .logic(let operation, let operands):
            return operands.map { words(of: $0) }.reduce(operation == .and ? Words(notYes: 0) : Words(notNo: 0)) {
                operation == .and
                    ? Words(notNo: $0.notNo & $1.notNo, notYes: $0.notYes | $1.notYes)
                    : Words(notNo: $0.notNo | $1.notNo, notYes: $0.notYes & $1.notYes)
            }
        case .conditional(let condition, let yes, let no):
            let (condition, yes, no) = (words(of: condition), words(of: yes), words(of: no))
            // Where the condition may be neither, so may the whole.
            let open = condition.notNo & condition.notYes
            return Words(
                notNo: condition.notNo & yes.notNo | condition.notYes & no.notNo | open,
                notYes: condition.notNo & yes.notYes | condition.notYes & no.notYes | open)
        default: return test(id)
        }
    }

    private func test(_ id: Node.ID) -> Words {
        guard let test = program.tests.first(where: { $0.node == id }) else { return Words() }
        let instruction = program.instructions[test.instruction]
        guard Int(instruction.fact) == fact else { return Words() }
        var words: UInt64
        switch instruction.operation {
        case .symbolIn: words = instruction.payload
        case .bool: words = 0b10
        default: return Words()
        }
        if test.isNegated { words = ~words }
        return Words(notNo: words, notYes: ~words)
    }
}
