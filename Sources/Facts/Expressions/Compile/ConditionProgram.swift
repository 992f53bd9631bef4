/// What a condition runs: instructions, and the arrays that they point into.
struct ConditionProgram: Sendable {
    /// A test of the source, as explanations show it.
    struct Test: Sendable {
        var node: Node.ID
        /// Where it is in the source.
        var range: SourceRange
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
    /// The tree, for conditions that the interpreter or an index may ask for it; nil where it is made again when it is
    /// needed: of a hundred thousand conditions, the trees would be a quarter of the memory.
    let keptTree: SyntaxTree?
    /// What was compiled.
    let source: String
    let names: ConditionNames

    /// The tree of the condition.
    var tree: SyntaxTree { keptTree ?? SyntaxTree.resolved(source, in: names.scope) }

    /// The program as it is kept: without its tree, if that follows from the source alone and no click needs it.
    var kept: ConditionProgram {
        let isPlain = instructions.allSatisfy { instruction in
            switch instruction.operation {
            case .general, .matches, .mapContains, .mapValueEquals, .has, .constant: false
            default: true
            }
        }
        guard isPlain, !tests.isEmpty else { return self }
        return ConditionProgram(
            instructions: instructions, constants: constants, tests: tests, keptTree: nil, source: source, names: names)
    }

    /// The test that an instruction runs.
    func test(at instruction: Int) -> Test? { tests.first { $0.instruction == instruction } }
}

/// The names of a scope, in one place for all conditions that may need them again.
final class ConditionNames: Sendable {
    let scope: InputScope

    init(_ scope: InputScope) { self.scope = scope }
}

extension SyntaxTree {
    /// The tree of a condition that has been compiled without faults and has no patterns: the same nodes in the same places.
    fileprivate static func resolved(_ source: String, in scope: InputScope) -> SyntaxTree {
        let bytes = Array(source.utf8)
        var diagnostics = DiagnosticList(source: bytes)
        guard let parsed = parsed(bytes, &diagnostics) else { preconditionFailure("a condition does not parse again") }
        return ConstantFolder.fold(Resolver.resolve(parsed, in: scope, &diagnostics), &diagnostics).compacted
    }
}
