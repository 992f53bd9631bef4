/// Infers the type of every node and reports type errors (language definition, "Gradual type checking").
struct Checker {
    let tree: SyntaxTree
    let scope: InputScope
    /// The types of the macro variables in scope, by slot.
    private var locals: [CELType] = []
    /// Types already inferred, because operands are checked more than once.
    private var types: [CELType?]
    var diagnostics: DiagnosticList

    /// Infers the type of the whole expression; errors are added to the diagnostics.
    static func check(_ tree: SyntaxTree, in scope: InputScope, _ diagnostics: inout DiagnosticList) -> CELType {
        var checker = Checker(tree: tree, scope: scope, diagnostics: diagnostics)
        let type = checker.type(of: tree.root)
        diagnostics = checker.diagnostics
        return type
    }

    private init(tree: SyntaxTree, scope: InputScope, diagnostics: DiagnosticList) {
        self.tree = tree
        self.scope = scope
        self.diagnostics = diagnostics
        types = Array(repeating: nil, count: tree.nodes.count)
    }

    mutating func type(of id: Node.ID) -> CELType {
        if let type = types[id] { return type }
        let type = findType(of: id)
        types[id] = type
        return type
    }

    private mutating func findType(of id: Node.ID) -> CELType {
        switch tree[id].form {
        case .constant(let value): return value.type
        case .input(let index): return scope.types[index]
        case .hasInput(let index):
            warnIfAlwaysPresent(index, id)
            return .bool
        case .local(let place): return locals[place]
        case .unresolved, .name, .call: return .dyn
        case .select(let operand, _): return selected(from: operand, id)
        case .has(let operand, _):
            _ = selected(from: operand, id)
            return .bool
        case .index(let operand, let key): return element(of: operand, at: key)
        case .unary(let operation, let operand): return unary(operation, operand, id)
        case .binary(let operation, let left, let right): return binary(operation, left, right, id)
        case .logic(let operation, let operands):
            for operand in operands { expect(.bool, operand, "`\(operation.rawValue)` needs bools") }
            return .bool
        case .conditional(let condition, let yes, let no): return conditional(condition, yes, no, id)
        case .list(let items): return .list(joined(items))
        case .map(let entries): return map(entries)
        case .function(let function, let isMember, let operands): return call(function, isMember, operands, id)
        case .matchesPattern(let operand, _):
            expect(.string, operand, "matches() needs a string")
            return .bool
        case .comprehension(let loop): return comprehension(loop)
        }
    }

    private mutating func warnIfAlwaysPresent(_ index: Int, _ id: Node.ID) {
        guard let declaration = scope.declarations[index], !declaration.isOptional, !declaration.mayBeUnknown else {
            return
        }
        diagnostics.warning(tree[id].range, "`\(declaration.name)` is always present")
    }

    /// Reports a node whose type is incompatible with the expected one.
    mutating func expect(_ wanted: CELType, _ id: Node.ID, _ message: String) {
        let actual = type(of: id)
        if !actual.fits(wanted) {
            diagnostics.error(tree[id].range, "\(message), not \(actual)", expected: wanted.description)
        }
    }

    // MARK: - Values

    private mutating func joined(_ items: [Node.ID]) -> CELType {
        let types = items.map { type(of: $0) }
        guard let first = types.first else { return .dyn }
        return types.dropFirst().reduce(first) { $0.joined(with: $1) }
    }

    private mutating func map(_ entries: [Node.MapEntry]) -> CELType {
        for entry in entries {
            switch type(of: entry.key) {
            case .bool, .int, .uint, .string, .dyn: break
            case let type: diagnostics.error(tree[entry.key].range, "\(type) can't be a map key")
            }
        }
        return .map(joined(entries.map(\.key)), joined(entries.map(\.value)))
    }

    private mutating func selected(from operand: Node.ID, _ id: Node.ID) -> CELType {
        switch type(of: operand) {
        case .dyn: return .dyn
        case .map(let key, let value) where key.fits(.string): return value
        case let type:
            diagnostics.error(tree[id].range, "\(type) has no fields")
            return .dyn
        }
    }

    private mutating func element(of operand: Node.ID, at key: Node.ID) -> CELType {
        let keyType = type(of: key)
        switch type(of: operand) {
        case .dyn: return .dyn
        case .list(let element):
            if !keyType.fits(.int) { diagnostics.error(tree[key].range, "a list index must be int, not \(keyType)") }
            return element
        case .map(let wanted, let value):
            if !keyType.fits(wanted) {
                diagnostics.error(tree[key].range, "this map's keys are \(wanted), not \(keyType)")
            }
            return value
        case let type:
            diagnostics.error(tree[operand].range, "\(type) can't be indexed", expected: "a list or a map")
            return .dyn
        }
    }

    private mutating func conditional(_ condition: Node.ID, _ yes: Node.ID, _ no: Node.ID, _ id: Node.ID) -> CELType {
        expect(.bool, condition, "the condition of `?:` must be a bool")
        let (left, right) = (type(of: yes), type(of: no))
        if !left.fits(right) {
            diagnostics.error(tree[id].range, "both sides of `:` must have the same type, not \(left) and \(right)")
        }
        return left == .dyn || right == .dyn ? .dyn : left.joined(with: right)
    }

    // MARK: - Calls

    private mutating func call(
        _ function: Function, _ isMember: Bool, _ operands: [Node.ID], _ id: Node.ID
    ) -> CELType {
        let types = operands.map { type(of: $0) }
        let candidates = Signature.candidates(function, isMember: isMember, count: operands.count)
        var results: [CELType] = []
        for candidate in candidates {
            var parameters: [String: CELType] = [:]
            let fits = zip(candidate.parameters, types).allSatisfy { $0.accepts($1, binding: &parameters) }
            if fits { results.append(candidate.result.substituting(parameters)) }
        }
        guard let first = results.first else {
            let actual = (isMember ? types.dropFirst() : types[...]).map(\.description).joined(separator: ", ")
            let form = "\(isMember ? "\(types[0])." : "")\(function.rawValue)(\(actual))"
            let known = candidates.map(\.description).joined(separator: " or ")
            diagnostics.error(tree[id].range, "no such overload: `\(form)`", expected: known)
            return candidates.first?.result.substituting([:]) ?? .dyn
        }
        return results.dropFirst().reduce(first) { $0.joined(with: $1) }
    }

    // MARK: - Macros

    private mutating func comprehension(_ loop: Comprehension) -> CELType {
        let range = type(of: loop.range)
        guard let (first, second) = variables(of: loop, over: range) else {
            diagnostics.error(tree[loop.range].range, "\(loop.kind.rawValue)() needs a list or a map, not \(range)")
            return .dyn
        }
        locals.append(first)
        if loop.variables.count == 2 { locals.append(second) }
        defer { locals.removeLast(loop.variables.count) }
        if let filter = loop.filter { expect(.bool, filter, "\(loop.kind.rawValue)() needs a bool as its filter") }
        switch loop.kind {
        case .all, .exists, .existsOne:
            expect(.bool, loop.body, "the condition of \(loop.kind.rawValue)() must be a bool")
            return .bool
        case .filter:
            expect(.bool, loop.body, "the condition of filter() must be a bool")
            return .list(first)
        case .map, .transformList: return .list(type(of: loop.body))
        case .transformMap: return .map(first, type(of: loop.body))
        case .transformMapEntry:
            let entry = type(of: loop.body)
            if !entry.fits(.map(.dyn, .dyn)) {
                diagnostics.error(tree[loop.body].range, "transformMapEntry() needs a map with one entry, not \(entry)")
            }
            return entry
        }
    }

    /// The types of the variables: the element or the key; with two variables, the index or the key, and the value.
    private func variables(of loop: Comprehension, over range: CELType) -> (CELType, CELType)? {
        switch range {
        case .dyn: (.dyn, .dyn)
        case .list(let element): loop.variables.count == 2 ? (.int, element) : (element, element)
        case .map(let key, let value): (key, value)
        default: nil
        }
    }
}
