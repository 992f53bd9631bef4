import Threads

/// Evaluates parts that do not depend on inputs: `version("1.10")` becomes a version, `true && x` becomes x.
struct ConstantFolder {
    private var tree: SyntaxTree
    private var diagnostics: DiagnosticList
    /// Parts that failed and were reported. The parts that contain them would fail for the same reason.
    private var failed: Set<Node.ID> = []
    /// The remaining step limit for all parts together, initially that of a single evaluation for a click.
    private var steps = Self.maximumSteps
    private static let maximumSteps = 100_000
    private let limit: WorkLimit?

    /// Folds a tree. A constant part that fails is reported, since it would fail at every evaluation.
    static func fold(_ tree: SyntaxTree, _ diagnostics: inout DiagnosticList, limit: WorkLimit? = nil) -> SyntaxTree {
        var folder = ConstantFolder(tree: tree, diagnostics: diagnostics, limit: limit)
        folder.fold(tree.root)
        diagnostics = folder.diagnostics
        return folder.tree
    }

    private init(tree: SyntaxTree, diagnostics: DiagnosticList, limit: WorkLimit?) {
        self.limit = limit
        self.tree = tree
        self.diagnostics = diagnostics
    }

    private mutating func fold(_ id: Node.ID) {
        let children = tree.children(of: id)
        for child in children { fold(child) }
        switch tree[id].form {
        case .constant, .input, .hasInput, .local, .unresolved, .name, .call: break
        case .logic(let operation, let operands): foldLogic(id, operation, operands)
        case .conditional(let condition, let yes, let no):
            if let truth = truth(of: condition) { tree[id].form = tree[truth ? yes : no].form }
        case .comprehension(let loop): if isClosed(id, above: loop.slot) { evaluate(id) }
        default: if children.allSatisfy(isConstant) { evaluate(id) } else { checkConstants(of: id) }
        }
    }

    /// Reports constant arguments that make a call fail whatever the others are: `request.time.getHours("Europe/Berln")`.
    private mutating func checkConstants(of id: Node.ID) {
        guard let fault = ConstantArgumentFault(of: id, in: tree) else { return }
        diagnostics.error(tree[fault.node].range, "this always fails: \(fault.error.message)", hint: fault.hint)
        failed.insert(id)
    }

    private mutating func foldLogic(_ id: Node.ID, _ operation: LogicOperator, _ operands: [Node.ID]) {
        if operands.contains(where: { truth(of: $0) == operation.deciding }) {
            tree[id].form = .constant(.bool(operation.deciding))
            return
        }
        let open = operands.filter { truth(of: $0) == nil }
        switch open.count {
        case 0: tree[id].form = .constant(.bool(!operation.deciding))
        case 1: tree[id].form = tree[open[0]].form
        default: tree[id].form = .logic(operation, open)
        }
    }

    private mutating func evaluate(_ id: Node.ID) {
        let share = limit?.share(of: steps) ?? steps
        var interpreter = Interpreter(tree: tree, inputs: [], patterns: nil, steps: share)
        defer {
            steps = max(0, steps - interpreter.stepsTaken)
            limit?.spend(interpreter.stepsTaken)
        }
        do {
            tree[id].form = .constant(try interpreter.value(id))
        } catch {
            guard case .error(let error) = error else { return }
            let isLong = error.reason == .tooExpensive
            let message = isLong ? "evaluation takes more than \(Self.maximumSteps) steps" : error.message
            diagnostics.error(tree[id].range, "this always fails: \(message)")
            failed.insert(id)
        }
    }

    private func isConstant(_ id: Node.ID) -> Bool {
        if case .constant = tree[id].form { return true }
        return false
    }

    private func truth(of id: Node.ID) -> Bool? {
        if case .constant(.bool(let bool)) = tree[id].form { return bool }
        return nil
    }

    /// Whether a part reads only constants and variables of its own macros.
    private func isClosed(_ id: Node.ID, above slot: Int) -> Bool {
        if failed.contains(id) { return false }
        switch tree[id].form {
        case .input, .hasInput, .unresolved, .matchesPattern: return false
        case .local(let place): return place >= slot
        default: return tree.children(of: id).allSatisfy { isClosed($0, above: slot) }
        }
    }
}
