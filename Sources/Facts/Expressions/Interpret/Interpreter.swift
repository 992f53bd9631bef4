import RE2

/// Evaluates a resolved expression. Supports the whole language.
///
/// Errors and unknowns propagate as faults. Logical operators, and the macros based on them, absorb a fault if another
/// operand decides (language definition, "Logical operators"). Not for the click path: values allocate.
struct Interpreter {
    let tree: SyntaxTree
    let inputs: [Input]
    /// The compiled patterns that nodes refer to by index; `nil` compiles patterns on demand.
    let patterns: PatternSet?
    /// The values of the macro variables in scope.
    var locals: [CELValue] = []
    /// The remaining steps. Nested macros can take time exponential in the length of an expression.
    private var steps: Int
    private let maximumSteps: Int

    /// The number of steps taken.
    var stepsTaken: Int { maximumSteps - steps }

    init(tree: SyntaxTree, inputs: [Input], patterns: PatternSet?, steps: Int = 1_000_000) {
        self.tree = tree
        self.inputs = inputs
        self.patterns = patterns
        self.steps = steps
        maximumSteps = steps
    }

    /// Evaluates a node.
    mutating func value(_ id: Node.ID) throws(Fault) -> CELValue {
        try spend(1)
        switch tree.nodes[id].form {
        case .constant(let value): return value
        case .input(let index): return try input(index)
        case .hasInput(let index): return .bool(try isPresent(index))
        case .local(let place): return locals[place]
        case .select(let operand, let field):
            if let map = partialMap(operand) { return try map.known(.string(field)) }
            return try field.select(from: value(operand))
        case .has(let operand, let field):
            if let map = partialMap(operand) { return try map.contains(.string(field)) }
            return .bool(try field.isPresent(in: value(operand)))
        case .index(let operand, let key):
            if let map = partialMap(operand) { return try map.known(value(key)) }
            let (operand, key) = try pair(operand, key)
            return try attempt { () throws(CELError) in try operand.element(at: key) }
        case .unary(let operation, let operand):
            let operand = try value(operand)
            return try attempt { () throws(CELError) in try Arithmetic.unary(operation, operand) }
        case .binary(let operation, let left, let right):
            if operation == .in, let map = partialMap(right) { return try map.contains(value(left)) }
            let (left, right) = try pair(left, right)
            return try charged(attempt { () throws(CELError) in try Arithmetic.binary(operation, left, right) })
        case .logic(let operation, let operands): return .bool(try logic(operation, operands))
        case .conditional(let condition, let yes, let no): return try value(try truth(condition) ? yes : no)
        case .list(let items): return .list(try values(items))
        case .map(let entries): return .map(try map(entries))
        case .function(let function, let isMember, let operands):
            let operands = try values(operands)
            return try charged(attempt { () throws(CELError) in try function.call(operands, isMember: isMember) })
        case .matchesPattern(let operand, let pattern): return .bool(try matches(operand, pattern))
        case .comprehension(let loop): return try comprehension(loop)
        case .unresolved(let error): throw .error(error)
        case .name(let name): throw .error(CELError(.noSuchName, "unknown name `\(name)`"))
        case .call(_, let name, _): throw .error(CELError(.noSuchOverload, "unknown function `\(name)`"))
        }
    }

    /// Deducts steps from the remaining ones.
    private mutating func spend(_ count: Int) throws(Fault) {
        steps -= count
        guard steps >= 0 else {
            throw .error(CELError(.tooExpensive, "evaluation takes more than \(maximumSteps) steps"))
        }
    }

    /// Charges for the result of an operation: large values cost additional steps.
    private mutating func charged(_ value: CELValue) throws(Fault) -> CELValue {
        switch value {
        case .string(let string): try spend(string.utf8.count / 16)
        case .bytes(let bytes): try spend(bytes.count / 16)
        case .list(let items): try spend(items.count)
        default: break
        }
        return value
    }

    /// Evaluates a node that must be a bool.
    mutating func truth(_ id: Node.ID) throws(Fault) -> Bool {
        let value = try value(id)
        guard case .bool(let bool) = value else {
            throw .error(CELError(.noSuchOverload, "expected a bool, not \(value.type)"))
        }
        return bool
    }

    /// Evaluates all nodes, even after an error, since an unknown takes precedence over an error.
    mutating func values(_ ids: [Node.ID]) throws(Fault) -> [CELValue] {
        var values: [CELValue] = []
        values.reserveCapacity(ids.count)
        var fault: Fault?
        for id in ids {
            do {
                values.append(try value(id))
            } catch {
                fault = fault?.merged(with: error) ?? error
            }
        }
        if let fault { throw fault }
        return values
    }

    private mutating func pair(_ left: Node.ID, _ right: Node.ID) throws(Fault) -> (CELValue, CELValue) {
        let values = try values([left, right])
        return (values[0], values[1])
    }

    private func input(_ index: Int) throws(Fault) -> CELValue {
        switch inputs[index] {
        case .value(let value), .absent(let value): return value
        case .partial, .unknown: throw .unknown([index])
        }
    }

    private func isPresent(_ index: Int) throws(Fault) -> Bool {
        switch inputs[index] {
        case .value: return true
        case .absent: return false
        case .partial, .unknown: throw .unknown([index])
        }
    }

    /// The input of a node if it is a partially known map. Known entries can be looked up, although the map as a whole is
    /// unknown.
    private func partialMap(_ id: Node.ID) -> PartialMap? {
        guard case .input(let index) = tree.nodes[id].form, case .partial(let map) = inputs[index] else { return nil }
        return PartialMap(input: index, entries: map)
    }

    /// A deciding operand determines the result whatever the others are. Otherwise a fault of any operand is the result.
    private mutating func logic(_ operation: LogicOperator, _ operands: [Node.ID]) throws(Fault) -> Bool {
        var fault: Fault?
        for operand in operands {
            do {
                if try truth(operand) == operation.deciding { return operation.deciding }
            } catch {
                fault = fault?.merged(with: error) ?? error
            }
        }
        if let fault { throw fault }
        return !operation.deciding
    }

    private mutating func map(_ entries: [Node.MapEntry]) throws(Fault) -> CELMap {
        let values = try values(entries.flatMap { [$0.key, $0.value] })
        return try attempt { () throws(CELError) in
            var map = CELMap()
            for index in entries.indices { try map.insert(values[2 * index], values[2 * index + 1]) }
            return map
        }
    }

    private mutating func matches(_ operand: Node.ID, _ pattern: Int) throws(Fault) -> Bool {
        let value = try value(operand)
        guard case .string(let text) = value, let patterns else {
            throw .error(CELError(.noSuchOverload, "matches() needs a string, not \(value.type)"))
        }
        return patterns.matches(pattern, Array(text.utf8).span)
    }
}

/// A map input of which only some entries are known. Whether it has others is unknown.
private struct PartialMap {
    let input: Int
    let entries: CELMap

    /// The value for a key, or an unknown fault if the key may have one.
    func known(_ key: CELValue) throws(Fault) -> CELValue {
        guard let found = entries[key] else { throw .unknown([input]) }
        return found
    }

    func contains(_ key: CELValue) throws(Fault) -> CELValue {
        _ = try known(key)
        return .bool(true)
    }
}

/// Calls a closure and converts its error to a fault.
func attempt<Value>(_ body: () throws(CELError) -> Value) throws(Fault) -> Value {
    do {
        return try body()
    } catch {
        throw .error(error)
    }
}

/// Fields are the string keys of maps (language definition, "Field selection").
extension String {
    fileprivate func select(from value: CELValue) throws(Fault) -> CELValue {
        guard case .map(let map) = value else {
            throw .error(CELError(.noSuchOverload, "\(value.type) has no fields"))
        }
        guard let found = map[.string(self)] else {
            throw .error(CELError(.noSuchKey, "no such key: \(quoted(self))"))
        }
        return found
    }

    fileprivate func isPresent(in value: CELValue) throws(Fault) -> Bool {
        guard case .map(let map) = value else {
            throw .error(CELError(.noSuchOverload, "\(value.type) has no fields"))
        }
        return map[.string(self)] != nil
    }
}

extension CELValue {
    /// `list[index]`, `map[key]`.
    fileprivate func element(at key: CELValue) throws(CELError) -> CELValue {
        switch self {
        case .list(let items):
            guard let index = key.integralIndex else {
                throw CELError(.noSuchOverload, "a list index must be int, not \(key.literal)")
            }
            guard items.indices.contains(index) else {
                throw CELError(.outOfRange, "index \(index) is out of range for a list of \(items.count)")
            }
            return items[index]
        case .map(let map):
            guard CELMap.isKey(key) else { throw CELError(.noSuchOverload, "\(key.type) can't be a map key") }
            guard let found = map[key] else { throw CELError(.noSuchKey, "no such key: \(key.literal)") }
            return found
        default:
            throw CELError(.noSuchOverload, "\(type) can't be indexed")
        }
    }

    /// A number without a fraction, as an index.
    private var integralIndex: Int? {
        switch self {
        case .int(let int): Int(exactly: int)
        case .uint(let uint): Int(exactly: uint)
        case .double(let double): Int(exactly: double)
        default: nil
        }
    }
}
