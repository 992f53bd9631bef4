extension Condition {
    /// The condition without its necessary enumeration and boolean tests of some facts, or `nil` if nothing remains. For
    /// clicks that pass these tests it has the verdict of the whole condition. Allocates; for load time.
    ///
    /// These are the tests that ``demands`` turns into words: operands of the outermost `&&`, in whatever notation.
    public func omittingWords(of facts: Set<UInt16>) -> Condition? {
        let tree = program.tree
        var reader = NecessaryTests(program: program, tree: tree, facts: facts)
        reader.visit(tree.root, says: true)
        if reader.areAll { return nil }
        guard !reader.instructions.isEmpty else { return self }
        return Condition(program.omitting(reader.instructions), demands: demands)
    }
}

/// Finds the tests that must hold for a condition to be true, in source order.
private struct NecessaryTests {
    let program: ConditionProgram
    let tree: SyntaxTree
    let facts: Set<UInt16>
    /// The instructions of necessary enumeration and boolean tests of the given facts.
    var instructions: Set<Int> = []
    /// Whether the condition has no other tests.
    var areAll = true

    mutating func visit(_ id: Node.ID, says wanted: Bool) {
        switch tree[id].form {
        case .unary(.not, let operand): visit(operand, says: !wanted)
        case .logic(let operation, let operands) where (operation == .and) == wanted:
            for operand in operands { visit(operand, says: wanted) }
        default:
            if let test = program.tests.first(where: { $0.node == id }), asksForWord(test) {
                instructions.insert(test.instruction)
            } else {
                areAll = false
            }
        }
    }

    private func asksForWord(_ test: ConditionProgram.Test) -> Bool {
        let instruction = program.instructions[test.instruction]
        let asks = instruction.operation == .symbolIn || instruction.operation == .bool
        return asks && facts.contains(instruction.fact)
    }
}

extension ConditionProgram {
    /// The program without some tests, which must fall through to the next instruction when they hold.
    fileprivate func omitting(_ omitted: Set<Int>) -> ConditionProgram {
        var places: [Int] = []
        var kept: [Instruction] = []
        for index in instructions.indices {
            places.append(kept.count)
            if !omitted.contains(index) { kept.append(instructions[index]) }
        }
        for index in kept.indices { kept[index].target = UInt16(places[Int(kept[index].target)]) }
        let tests = tests.filter { !omitted.contains($0.instruction) }.map { test in
            var test = test
            test.instruction = places[test.instruction]
            return test
        }
        return ConditionProgram(
            instructions: kept, constants: constants, tests: tests, keptTree: keptTree, source: source, names: names)
    }
}
