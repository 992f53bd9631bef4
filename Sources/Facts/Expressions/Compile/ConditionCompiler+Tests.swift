/// Selects the instructions for parts of conditions.
extension ConditionCompiler {
    /// The instruction for a test, and whether its result is negated; `nil` if only the interpreter supports it.
    mutating func factTest(_ id: Node.ID) -> (Instruction, isNegated: Bool)? {
        switch tree[id].form {
        case .constant(.bool(let bool)): return (Instruction(.constant, payload: bool ? 1 : 0), false)
        case .input(let fact): return (Instruction(.bool, fact: fact), false)
        case .hasInput(let fact): return (Instruction(.has, fact: fact), false)
        case .has(let operand, let field): return mapTest(.mapContains, operand, field).map { ($0, false) }
        case .binary(.in, let value, let container): return membership(value, container).map { ($0, false) }
        case .binary(let operation, let left, let right):
            guard let outcomes = operation.outcomes else { return nil }
            return comparison(outcomes, left, right) ?? comparison(flipped(outcomes), right, left)
        case .matchesPattern(let operand, let pattern):
            guard let fact = textFact(operand) else { return nil }
            return (Instruction(.matches, fact: fact, payload: UInt64(pattern)), false)
        case .function(let function, _, let operands): return call(function, operands).map { ($0, false) }
        default: return nil
        }
    }

    // MARK: - Operands

    private func fact(_ id: Node.ID) -> (index: Int, type: FactType)? {
        guard case .input(let index) = tree[id].form, let declaration = scope.declarations[index] else { return nil }
        return (index, declaration.type)
    }

    private func textFact(_ id: Node.ID) -> Int? {
        switch fact(id) {
        case (let index, .text)?, (let index, .version)?: index
        default: nil
        }
    }

    private func constant(_ id: Node.ID) -> CELValue? {
        if case .constant(let value) = tree[id].form { return value }
        return nil
    }

    private func text(_ id: Node.ID) -> String? {
        if case .string(let text) = constant(id) { return text }
        return nil
    }

    // MARK: - Comparisons

    private mutating func comparison(_ outcomes: UInt8, _ left: Node.ID, _ right: Node.ID) -> (Instruction, Bool)? {
        if outcomes == 2 || outcomes == 5, let equality = equality(left, right) { return (equality, outcomes == 5) }
        switch (tree[left].form, constant(right)) {
        case (.input(let index), .bool(let bool)?) where outcomes == 2 || outcomes == 5:
            return (Instruction(.bool, fact: index), bool != (outcomes == 2))
        case (.input(let index), .int(let number)?) where fact(left)?.type == .int:
            return (
                Instruction(.intCompare, fact: index, outcomes: outcomes, payload: UInt64(bitPattern: number)), false
            )
        case (.input(let index), .timestamp(let time)?) where time.nanoseconds == 0:
            return (
                Instruction(.timeCompare, fact: index, outcomes: outcomes, payload: UInt64(bitPattern: time.seconds)),
                false
            )
        case (.function(.version, _, let operands), .version(let version)?):
            guard let fact = textFact(operands[0]) else { return nil }
            let name = constants.add(version.description)
            return (Instruction(.versionCompare, fact: fact, outcomes: outcomes, payload: name.payload), false)
        case (.function(.bucket, _, let operands), .int(let limit)?):
            guard let fact = textFact(operands[0]), let salt = text(operands[1]) else { return nil }
            constants.buckets.append((salt: constants.add(salt), limit: limit))
            return (
                Instruction(
                    .bucketCompare, fact: fact, outcomes: outcomes, payload: UInt64(constants.buckets.count - 1)), false
            )
        default: return nil
        }
    }

    private mutating func equality(_ left: Node.ID, _ right: Node.ID) -> Instruction? {
        if let index = textFact(left), let other = textFact(right) {
            return Instruction(.textSame, fact: index, payload: UInt64(other))
        }
        switch (fact(left), constant(right)) {
        case ((let index, .symbols(let words))?, .string(let word)?):
            return Instruction(.symbolIn, fact: index, payload: mask(of: [word], in: words))
        case ((let index, .text)?, .string(let text)?), ((let index, .version)?, .string(let text)?):
            return Instruction(.textEquals, fact: index, payload: constants.add(text).payload)
        default: break
        }
        guard let value = text(right) else { return nil }
        switch tree[left].form {
        case .index(let map, let key):
            guard let key = text(key) else { return nil }
            return mapTest(.mapValueEquals, map, key, value)
        case .select(let map, let key): return mapTest(.mapValueEquals, map, key, value)
        default: return nil
        }
    }

    private func mask(of words: [String], in all: [String]) -> UInt64 {
        all.indices.filter { words.contains(all[$0]) }.reduce(0) { $0 | 1 << UInt64($1) }
    }

    // MARK: - Lists and maps

    private mutating func membership(_ value: Node.ID, _ container: Node.ID) -> Instruction? {
        if let word = text(value), let (index, type) = fact(container) {
            switch type {
            case .list: return Instruction(.listContains, fact: index, payload: constants.add(word).payload)
            case .map: return mapTest(.mapContains, container, word)
            default: return nil
            }
        }
        guard let (index, type) = fact(value), case .list(let items)? = constant(container) else { return nil }
        let words = items.compactMap { item in
            if case .string(let word) = item { word } else { nil as String? }
        }
        guard words.count == items.count else { return nil }
        switch type {
        case .symbols(let all): return Instruction(.symbolIn, fact: index, payload: mask(of: words, in: all))
        case .text, .version: return Instruction(.textIn, fact: index, payload: constants.add(words: words))
        default: return nil
        }
    }

    private mutating func mapTest(
        _ operation: Instruction.Operation, _ map: Node.ID, _ key: String, _ value: String? = nil
    ) -> Instruction? {
        guard let (index, type) = fact(map), type == .map else { return nil }
        let payload = value.map { constants.add(key: key, value: $0) } ?? constants.add(key).payload
        return Instruction(operation, fact: index, payload: payload)
    }

    // MARK: - Functions

    private mutating func call(_ function: Function, _ operands: [Node.ID]) -> Instruction? {
        let searches: [Function: Instruction.Operation] = [
            .startsWith: .textHasPrefix, .endsWith: .textHasSuffix, .contains: .textContains,
        ]
        if let search = searches[function] {
            guard let fact = textFact(operands[0]), let piece = text(operands[1]) else { return nil }
            return Instruction(search, fact: fact, payload: constants.add(piece).payload)
        }
        guard function == .containsIP, case .cidr(let block)? = constant(operands[0]) else { return nil }
        var address = operands[1]
        if case .function(.ip, _, let inner) = tree[address].form { address = inner[0] }
        guard let fact = textFact(address) else { return nil }
        constants.blocks.append(block)
        return Instruction(.inBlock, fact: fact, payload: UInt64(constants.blocks.count - 1))
    }
}
