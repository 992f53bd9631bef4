/// Compiles a checked condition to a flat program.
///
/// Every node is compiled for a purpose: to jump to a label if it has a certain truth value, and otherwise to fall through.
/// Thus `&&`, `||`, `!` and `?:` become jumps, and only tests of facts remain as instructions.
struct ConditionCompiler {
    let tree: SyntaxTree
    let scope: InputScope
    var constants = ConditionConstants()
    var instructions: [Instruction] = []
    var tests: [ConditionProgram.Test] = []
    private var labels: [Int] = []
    private var groupCount = 1

    /// The purpose a node is compiled for.
    private struct Purpose {
        var jumpsWhen: Bool
        var target: Label
        var group: Int
    }

    private typealias Label = Int

    init(tree: SyntaxTree, scope: InputScope) {
        self.tree = tree
        self.scope = scope
    }

    /// Compiles the whole tree into ``instructions``.
    mutating func compile() {
        let accept = makeLabel()
        emit(tree.root, Purpose(jumpsWhen: true, target: accept, group: 0))
        instructions.append(Instruction(.finish))
        place(accept)
        instructions.append(Instruction(.accept))
        for index in instructions.indices where instructions[index].operation.jumps {
            instructions[index].target = UInt16(labels[Int(instructions[index].target)])
        }
    }

    /// The compiled program.
    func program(_ source: String, _ names: ConditionNames) -> ConditionProgram {
        ConditionProgram(
            instructions: instructions, constants: constants, tests: tests, keptTree: tree, source: source, names: names
        )
    }

    private mutating func makeLabel() -> Label {
        labels.append(0)
        return labels.count - 1
    }

    private mutating func place(_ label: Label) { labels[label] = instructions.count }

    private mutating func emit(_ id: Node.ID, _ purpose: Purpose) {
        switch tree[id].form {
        case .unary(.not, let operand):
            emit(operand, Purpose(jumpsWhen: !purpose.jumpsWhen, target: purpose.target, group: purpose.group))
        case .logic(let operation, let operands) where operation.deciding == purpose.jumpsWhen:
            // An operand that decides the operator also fulfills the purpose.
            for operand in operands { emit(operand, purpose) }
        case .logic(let operation, let operands) where hasFreeGroup: emitGroup(operation, operands, purpose)
        case .conditional(let condition, let yes, let no) where hasFreeGroup:
            emitConditional(condition, yes, no, purpose)
        default: emitTest(id, purpose)
        }
    }

    /// Marks take two bits each in a 64-bit word.
    private var hasFreeGroup: Bool { groupCount < 32 }

    /// A deciding operand jumps over the rest to the end; if none does, the jump of the purpose is taken.
    private mutating func emitGroup(_ operation: LogicOperator, _ operands: [Node.ID], _ purpose: Purpose) {
        let group = groupCount
        groupCount += 1
        let end = makeLabel()
        for operand in operands { emit(operand, Purpose(jumpsWhen: operation.deciding, target: end, group: group)) }
        append(Instruction(.join, payload: UInt64(group)), purpose.target, group: purpose.group)
        place(end)
    }

    private mutating func emitConditional(_ condition: Node.ID, _ yes: Node.ID, _ no: Node.ID, _ purpose: Purpose) {
        let group = groupCount
        groupCount += 1
        let (otherwise, end) = (makeLabel(), makeLabel())
        emit(condition, Purpose(jumpsWhen: false, target: otherwise, group: group))
        append(Instruction(.leave, payload: UInt64(group)), end, group: purpose.group)
        emit(yes, purpose)
        append(Instruction(.jump), end, group: 0)
        place(otherwise)
        emit(no, purpose)
        place(end)
    }

    private mutating func append(_ instruction: Instruction, _ target: Label, group: Int) {
        var instruction = instruction
        instruction.target = UInt16(target)
        instruction.group = UInt8(group)
        instructions.append(instruction)
    }

    private mutating func emitTest(_ id: Node.ID, _ purpose: Purpose) {
        var (instruction, isNegated) = factTest(id) ?? (Instruction(.general, payload: UInt64(id)), false)
        instruction.jumpsOn = Verdict(purpose.jumpsWhen != isNegated)
        instruction.target = UInt16(purpose.target)
        instruction.group = UInt8(purpose.group)
        tests.append(
            ConditionProgram.Test(
                node: id, range: tree[id].range, instruction: instructions.count, facts: facts(of: id),
                isNegated: isNegated))
        instructions.append(instruction)
    }

    /// Single-fact lists, the most common case, shared by all conditions.
    private static let single: [[UInt16]] = (0..<256).map { [UInt16($0)] }

    /// The facts that a part reads, without duplicates.
    private func facts(of id: Node.ID) -> [UInt16] {
        let facts = collectedFacts(of: id)
        return facts.count == 1 && Int(facts[0]) < Self.single.count ? Self.single[Int(facts[0])] : facts
    }

    private func collectedFacts(of id: Node.ID) -> [UInt16] {
        var facts: [UInt16] = []
        var open = [id]
        while let next = open.popLast() {
            switch tree[next].form {
            case .input(let index), .hasInput(let index):
                if !facts.contains(UInt16(index)) { facts.append(UInt16(index)) }
            default:
                let place = open.count
                tree.forEachChild(of: next) { open.insert($0, at: place) }
            }
        }
        return facts
    }
}

extension Instruction.Operation {
    fileprivate var jumps: Bool { self != .accept && self != .finish }
}
