/// What a condition runs: instructions, and the arrays that they point into.
struct ConditionProgram: Sendable {
    /// A test of the source, as explanations show it.
    struct Test: Sendable {
        var node: Node.ID
        /// Where the program runs it.
        var instruction: Int
        /// The facts that the test reads, each once.
        var facts: [UInt16]
        /// Whether the test as it was written holds when its instruction's does not: `!=` is `==` turned round.
        var isNegated: Bool
    }

    let instructions: [Instruction]
    let constants: ConditionConstants
    let tests: [Test]
    /// For the interpreter, and for the places of tests.
    let tree: SyntaxTree

    /// The test that an instruction runs.
    func test(at instruction: Int) -> Test? { tests.first { $0.instruction == instruction } }
}
