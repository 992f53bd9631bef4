extension Condition {
    /// The same condition with its patterns at other places of a list: `places` has the new one for each old one.
    public func movingPatterns(to places: [Int]) -> Condition {
        // One that names a pattern has kept its tree.
        guard var tree = program.keptTree else { return self }
        for id in tree.nodes.indices {
            if case .matchesPattern(let operand, let pattern) = tree[id].form {
                tree[id].form = .matchesPattern(operand, places[pattern])
            }
        }
        let instructions = program.instructions.map { instruction in
            guard instruction.operation == .matches else { return instruction }
            var moved = instruction
            moved.payload = UInt64(places[instruction.index])
            return moved
        }
        return Condition(
            ConditionProgram(
                instructions: instructions, constants: program.constants, tests: program.tests, keptTree: tree,
                source: source, names: program.names),
            demands: demands)
    }
}
