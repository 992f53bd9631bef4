extension Condition {
    /// The condition with its pattern indices replaced; `places` maps each old index to the new one.
    public func movingPatterns(to places: [Int]) -> Condition {
        // Conditions with patterns keep their tree.
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
