extension ConditionProgram {
    /// The demands of the condition, at most one per fact; `nil` if it is always false. Allocates; for load time.
    var demands: [FactDemand]? {
        let tree = tree
        return DemandReader(program: self, tree: tree).demands(tree.root, says: true)
    }
}

/// Derives demands from the tests of a condition.
private struct DemandReader {
    let program: ConditionProgram
    let tree: SyntaxTree

    /// The demands that must be met for a part to evaluate to anything but `!wanted`; `nil` if it always evaluates to that.
    func demands(_ id: Node.ID, says wanted: Bool) -> [FactDemand]? {
        switch tree[id].form {
        case .constant(.bool(let bool)): return bool == wanted ? [] : nil
        case .unary(.not, let operand): return demands(operand, says: !wanted)
        case .logic(let operation, let operands):
            return (operation == .and) == wanted ? all(operands, wanted) : any(operands, wanted)
        case .conditional(let condition, let yes, let no):
            let (holds, fails) = (demands(condition, says: true), demands(condition, says: false))
            // If the condition may be unknown or an error, so may the whole.
            let alternatives = [
                both(holds, demands(yes, says: wanted)), both(fails, demands(no, says: wanted)), both(holds, fails),
            ]
            return alternatives.reduce(nil) { either($0, $1) }
        default: return test(id, says: wanted)
        }
    }

    private func all(_ parts: [Node.ID], _ wanted: Bool) -> [FactDemand]? {
        var result: [FactDemand]? = []
        for part in parts { result = both(result, demands(part, says: wanted)) }
        return result
    }

    private func any(_ parts: [Node.ID], _ wanted: Bool) -> [FactDemand]? {
        var result: [FactDemand]?
        for part in parts { result = either(result, demands(part, says: wanted)) }
        return result
    }

    private func both(_ one: [FactDemand]?, _ two: [FactDemand]?) -> [FactDemand]? {
        guard var result = one, let two else { return nil }
        for demand in two {
            if let place = result.firstIndex(where: { $0.fact == demand.fact }) {
                result[place].kind = result[place].kind.and(demand.kind)
            } else {
                result.append(demand)
            }
        }
        return result
    }

    private func either(_ one: [FactDemand]?, _ two: [FactDemand]?) -> [FactDemand]? {
        guard let one, let two else { return one ?? two }
        return one.compactMap { demand in
            guard let other = two.first(where: { $0.fact == demand.fact }) else { return nil }
            return demand.kind.or(other.kind).map { FactDemand(fact: demand.fact, kind: $0) }
        }
    }

    // MARK: - Tests

    private func test(_ id: Node.ID, says wanted: Bool) -> [FactDemand] {
        guard let test = program.tests.first(where: { $0.node == id }) else { return [] }
        let instruction = program.instructions[test.instruction]
        let kind = kind(instruction, holds: wanted != test.isNegated)
        return kind.map { [FactDemand(fact: instruction.fact, kind: $0)] } ?? []
    }

    private func kind(_ instruction: Instruction, holds: Bool) -> FactDemand.Kind? {
        switch instruction.operation {
        case .symbolIn: return .words(holds ? instruction.payload : ~instruction.payload)
        case .bool: return .words(holds ? 0b10 : 0b01)
        case .has: return holds ? .presence : nil
        case .versionCompare:
            let version = text(PoolRange(instruction.payload))
            let ends = Self.ends(holds ? instruction.outcomes : ~instruction.outcomes & 7)
            guard ends.low || ends.high else { return nil }
            return .versions(lowest: ends.low ? version : nil, highest: ends.high ? version : nil)
        case .timeCompare:
            let ends = Self.ends(holds ? instruction.outcomes : ~instruction.outcomes & 7)
            guard ends.low || ends.high else { return nil }
            return .times((ends.low ? instruction.signed : .min)...(ends.high ? instruction.signed : .max))
        default: return holds ? textKind(instruction) : nil
        }
    }

    private func textKind(_ instruction: Instruction) -> FactDemand.Kind? {
        let range = PoolRange(instruction.payload)
        switch instruction.operation {
        case .textEquals: return .texts([text(range)])
        case .textHasPrefix: return range.count == 0 ? nil : .prefixes([text(range)])
        case .textIn: return .texts(range.indices.map { text(program.constants.ranges[$0]) })
        case .listContains: return .items([text(range)])
        default: return nil
        }
    }

    /// Whether a comparison with these outcomes implies a lower and an upper bound.
    private static func ends(_ outcomes: UInt8) -> (low: Bool, high: Bool) {
        (low: outcomes & 1 == 0, high: outcomes & 4 == 0)
    }

    private func text(_ range: PoolRange) -> [UInt8] {
        Array(program.constants.pool[range.indices])
    }
}
