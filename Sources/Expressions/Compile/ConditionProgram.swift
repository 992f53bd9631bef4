/// What a condition runs: instructions, and the arrays that they point into.
struct ConditionProgram: Sendable {
    /// A test of the source, as explanations show it.
    struct Test: Sendable {
        var node: Node.ID
        /// The facts that the test reads, each once.
        var facts: [UInt16]
    }

    let instructions: [Instruction]
    let constants: ConditionConstants
    let tests: [Test]
    /// For the interpreter, and for the places of tests.
    let tree: SyntaxTree
}
