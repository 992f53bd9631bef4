import RE2

/// Replaces `matches` with a constant pattern by a reference to a compiled one.
struct PatternCollector {
    private var tree: SyntaxTree
    private var patterns: PatternList
    private var diagnostics: DiagnosticList
    /// False if clients supply the text, because they must not supply the pattern as well.
    private let allowsComputedPatterns: Bool

    static func collect(
        _ tree: SyntaxTree, into patterns: inout PatternList, allowsComputedPatterns: Bool,
        _ diagnostics: inout DiagnosticList
    ) -> SyntaxTree {
        var collector = PatternCollector(
            tree: tree, patterns: patterns, diagnostics: diagnostics, allowsComputedPatterns: allowsComputedPatterns)
        for id in tree.nodes.indices { collector.collect(id) }
        patterns = collector.patterns
        diagnostics = collector.diagnostics
        return collector.tree
    }

    private init(
        tree: SyntaxTree, patterns: PatternList, diagnostics: DiagnosticList, allowsComputedPatterns: Bool
    ) {
        self.tree = tree
        self.patterns = patterns
        self.diagnostics = diagnostics
        self.allowsComputedPatterns = allowsComputedPatterns
    }

    private mutating func collect(_ id: Node.ID) {
        guard case .function(.matches, _, let operands) = tree[id].form else { return }
        guard case .constant(.string(let source)) = tree[operands[1]].form else {
            if !allowsComputedPatterns {
                diagnostics.error(tree[operands[1]].range, "the pattern of matches() must be a constant here")
            }
            return
        }
        do {
            tree[id].form = .matchesPattern(operands[0], try patterns.index(of: source))
        } catch {
            let place = error.offset.map { " at byte \($0 + 1)" } ?? ""
            diagnostics.error(tree[operands[1]].range, "not a valid RE2 pattern: \(error.message)\(place)")
        }
    }
}

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
