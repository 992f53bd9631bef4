/// The executable form of a condition: instructions, and the arrays that they refer to.
struct ConditionProgram: Sendable {
    /// A test in the source, for explanations.
    struct Test: Sendable {
        var node: Node.ID
        /// The source range.
        var range: SourceRange
        /// The index of the test's instruction.
        var instruction: Int
        /// The facts that the test reads, without duplicates.
        var facts: [UInt16]
        /// Whether the result of the instruction is the opposite of the test's: `!=` is a negated `==`.
        var isNegated: Bool
    }

    let instructions: [Instruction]
    let constants: ConditionConstants
    let tests: [Test]
    /// The tree, for conditions for which the interpreter or an index may need it. `nil` if it is recreated on demand, because
    /// the trees of a hundred thousand conditions would take a quarter of the memory.
    let keptTree: SyntaxTree?
    /// The source text.
    let source: String
    let names: ConditionNames

    /// The tree of the condition.
    var tree: SyntaxTree { keptTree ?? SyntaxTree.resolved(source, in: names.scope) }

    /// The program for permanent storage: without the tree if it can be recreated from the source and no click needs it.
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

    /// The test of an instruction.
    func test(at instruction: Int) -> Test? { tests.first { $0.instruction == instruction } }
}

/// The names of a scope, shared by all conditions that may need them again.
final class ConditionNames: Sendable {
    let scope: InputScope

    init(_ scope: InputScope) { self.scope = scope }
}

extension SyntaxTree {
    /// Recreates the tree of a condition that compiled without errors and has no patterns, with identical node IDs.
    fileprivate static func resolved(_ source: String, in scope: InputScope) -> SyntaxTree {
        let bytes = Array(source.utf8)
        var diagnostics = DiagnosticList(source: bytes)
        guard let parsed = parsed(bytes, &diagnostics) else { preconditionFailure("a condition does not parse again") }
        return ConstantFolder.fold(Resolver.resolve(parsed, in: scope, &diagnostics), &diagnostics).compacted
    }
}
