import ByteText

extension Condition {
    /// When the condition is true, as a formula. Allocates; for load time.
    ///
    /// `schema` must be the one that the condition was compiled with.
    public func formula(_ schema: FactSchema) -> ConditionFormula {
        let tree = program.tree
        return FormulaReader(condition: self, tree: tree, schema: schema).formula(tree.root, says: true)
    }
}

extension Condition {
    /// Whether the condition divides clicks into buckets with `bucket`. Allocates; for load time.
    public var splitsClicks: Bool {
        let tree = program.tree
        func finds(_ id: Node.ID) -> Bool {
            if case .function(.bucket, _, _) = tree[id].form { return true }
            return tree.children(of: id).contains(where: finds)
        }
        return finds(tree.root)
    }
}

/// Reads the tree of a condition as a formula.
private struct FormulaReader {
    let condition: Condition
    let tree: SyntaxTree
    let schema: FactSchema

    /// When a part evaluates to `wanted`.
    func formula(_ id: Node.ID, says wanted: Bool) -> ConditionFormula {
        switch tree[id].form {
        case .constant(.bool(let bool)): return .constant(bool == wanted)
        case .unary(.not, let operand): return formula(operand, says: !wanted)
        case .logic(let operation, let operands):
            let parts = operands.map { formula($0, says: wanted) }
            return (operation == .and) == wanted ? .all(parts) : .any(parts)
        case .conditional(let condition, let yes, let no):
            return .any([
                .all([formula(condition, says: true), formula(yes, says: wanted)]),
                .all([formula(condition, says: false), formula(no, says: wanted)]),
            ])
        case .binary(.in, let value, let container):
            guard let numbers = numberTests(value, container) else { return leaf(id, says: wanted) }
            let parts = numbers.map { ConditionFormula.test($0, says: wanted) }
            return wanted ? .any(parts) : .all(parts)
        default: return leaf(id, says: wanted)
        }
    }

    private func leaf(_ id: Node.ID, says wanted: Bool) -> ConditionFormula {
        let (test, isNegated) = test(id)
        return .test(test, says: wanted != isNegated)
    }

    /// The test of a node, and whether it is negated.
    private func test(_ id: Node.ID) -> (FactTest, isNegated: Bool) {
        switch tree[id].form {
        case .input(let fact): return (.isTrue(UInt16(fact)), false)
        case .hasInput(let fact): return (.has(UInt16(fact)), false)
        case .has(let operand, let key):
            if let map = fact(operand, .map) { return (.hasKey(map, key), false) }
        case .binary(.in, let value, let container):
            if let test = membership(value, container) { return (test, false) }
        case .binary(let operation, let left, let right):
            if let outcomes = operation.outcomes,
                let found = comparison(outcomes, left, right) ?? comparison(flipped(outcomes), right, left)
            {
                return found
            }
        case .matchesPattern(let operand, let pattern):
            if let text = textFact(operand) { return (.matches(text, pattern: pattern), false) }
        case .function(let function, _, let operands):
            if let test = call(function, operands) { return (test, false) }
        default: break
        }
        return (.other(source: condition.text(at: tree[id].range), facts: facts(of: id)), false)
    }

    private func comparison(_ outcomes: UInt8, _ left: Node.ID, _ right: Node.ID) -> (FactTest, isNegated: Bool)? {
        if outcomes == 2 || outcomes == 5, let test = equality(left, right) { return (test, outcomes == 5) }
        switch (tree[left].form, constant(right)) {
        case (.input(let fact), .bool(let bool)?) where outcomes == 2 || outcomes == 5:
            return (.isTrue(UInt16(fact)), bool != (outcomes == 2))
        case (.input(let fact), .timestamp(let time)?) where time.nanoseconds == 0:
            return (.time(UInt16(fact), outcomes: outcomes, than: time.seconds), false)
        case (.function(.version, _, let operands), .version(let version)?):
            return textFact(operands[0]).map {
                (.version($0, outcomes: outcomes, than: version.description), false)
            }
        case (.function(.bucket, _, let operands), .int(let limit)?):
            guard let fact = textFact(operands[0]), let salt = text(operands[1]) else { return nil }
            return (.bucket(fact, salt: salt, outcomes: outcomes, than: limit), false)
        case (_, .int(let limit)?):
            return number(left).map { (.number($0, outcomes: outcomes, than: limit), false) }
        default: return nil
        }
    }

    private func equality(_ left: Node.ID, _ right: Node.ID) -> FactTest? {
        guard let value = text(right) else { return nil }
        if let fact = wordFact(left) { return .isOneOf(fact, [value]) }
        switch tree[left].form {
        case .index(let map, let key):
            guard let map = fact(map, .map), let key = text(key) else { return nil }
            return .valueIs(map, key: key, value)
        case .select(let map, let key): return fact(map, .map).map { .valueIs($0, key: key, value) }
        default: return nil
        }
    }

    private func membership(_ value: Node.ID, _ container: Node.ID) -> FactTest? {
        if let word = text(value) {
            if let list = fact(container, .list) { return .hasItem(list, word) }
            return fact(container, .map).map { .hasKey($0, word) }
        }
        guard let fact = wordFact(value), case .list(let items)? = constant(container) else { return nil }
        let words = items.compactMap { item in
            if case .string(let word) = item { word } else { nil as String? }
        }
        return words.count == items.count ? .isOneOf(fact, Set(words).sorted()) : nil
    }

    /// The comparisons of a number with each element of a list.
    private func numberTests(_ value: Node.ID, _ container: Node.ID) -> [FactTest]? {
        guard let number = number(value), case .list(let items)? = constant(container) else { return nil }
        let limits = items.compactMap { item in
            if case .int(let limit) = item { limit } else { nil as Int64? }
        }
        return limits.count == items.count ? limits.map { .number(number, outcomes: 2, than: $0) } : nil
    }

    private func call(_ function: Function, _ operands: [Node.ID]) -> FactTest? {
        switch function {
        case .startsWith, .endsWith, .contains:
            guard let fact = textFact(operands[0]), let piece = text(operands[1]) else { return nil }
            return function == .startsWith
                ? .startsWith(fact, piece) : function == .endsWith ? .endsWith(fact, piece) : .contains(fact, piece)
        case .containsIP:
            guard case .cidr(let block)? = constant(operands[0]) else { return nil }
            var address = operands[1]
            if case .function(.ip, _, let inner) = tree[address].form { address = inner[0] }
            return textFact(address).map { .inBlock($0, block.description) }
        default: return nil
        }
    }

    // MARK: - Operands

    private func constant(_ id: Node.ID) -> CELValue? {
        if case .constant(let value) = tree[id].form { value } else { nil }
    }

    private func text(_ id: Node.ID) -> String? {
        if case .string(let text)? = constant(id) { text } else { nil }
    }

    private func type(_ id: Node.ID) -> (fact: UInt16, type: FactType)? {
        guard case .input(let index) = tree[id].form else { return nil }
        return (UInt16(index), schema[UInt16(index)].type)
    }

    private func fact(_ id: Node.ID, _ type: FactType) -> UInt16? {
        self.type(id).flatMap { $0.type == type ? $0.fact : nil }
    }

    private func textFact(_ id: Node.ID) -> UInt16? { fact(id, .text) ?? fact(id, .version) }

    /// A string fact, or an enumeration.
    private func wordFact(_ id: Node.ID) -> UInt16? {
        if case (let fact, .symbols)? = type(id) { return fact }
        return textFact(id)
    }

    /// A fact of type int, or a call that returns one.
    private func number(_ id: Node.ID) -> FactNumber? {
        let range: ClosedRange<Int64>
        switch tree[id].form {
        case .input:
            guard case (_, .int)? = type(id) else { return nil }
            range = .min ... .max
        case .function(.size, _, _): range = 0 ... .max
        case .function(let function, _, let operands):
            // For durations these functions have no upper bound.
            guard let part = function.timeRange, case (_, .timestamp)? = operands.first.flatMap(type) else {
                return nil
            }
            range = part
        default: return nil
        }
        return FactNumber(source: condition.text(at: tree[id].range), facts: facts(of: id), range: range)
    }

    private func facts(of id: Node.ID) -> [UInt16] {
        if case .input(let index) = tree[id].form { return [UInt16(index)] }
        if case .hasInput(let index) = tree[id].form { return [UInt16(index)] }
        return tree.children(of: id).flatMap(facts(of:)).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension Function {
    /// The range of a time component; `nil` for other functions.
    fileprivate var timeRange: ClosedRange<Int64>? {
        switch self {
        case .getMonth: 0...11
        case .getDate: 1...31
        case .getDayOfMonth: 0...30
        case .getDayOfWeek: 0...6
        case .getDayOfYear: 0...365
        case .getHours: 0...23
        case .getMinutes, .getSeconds: 0...59
        case .getMilliseconds: 0...999
        case .getFullYear: 1...9999
        default: nil
        }
    }
}
