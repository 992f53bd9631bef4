extension SyntaxTree {
    /// The tree without unreachable nodes, in the same order. Omits the parts of names that were resolved to a
    /// fact.
    var compacted: SyntaxTree {
        var isReached = [Bool](repeating: false, count: nodes.count)
        var open = [root]
        while let id = open.popLast() {
            guard !isReached[id] else { continue }
            isReached[id] = true
            forEachChild(of: id) { open.append($0) }
        }
        var places = [Node.ID](repeating: -1, count: nodes.count)
        var compact = SyntaxTree()
        compact.nodes.reserveCapacity(isReached.count { $0 })
        for id in nodes.indices where isReached[id] {
            places[id] = compact.nodes.count
            compact.nodes.append(nodes[id])
        }
        for id in compact.nodes.indices { compact.nodes[id].form.renumber { places[$0] } }
        compact.root = places[root]
        for id in parenthesized where isReached[id] { compact.parenthesized.insert(places[id]) }
        return compact
    }
}

extension Node.Form {
    /// Replaces the node IDs in the form.
    fileprivate mutating func renumber(_ place: (Node.ID) -> Node.ID) {
        switch self {
        case .constant, .name, .input, .hasInput, .local, .unresolved: break
        case .select(let operand, let field): self = .select(place(operand), field: field)
        case .has(let operand, let field): self = .has(place(operand), field: field)
        case .unary(let operation, let operand): self = .unary(operation, place(operand))
        case .matchesPattern(let operand, let pattern): self = .matchesPattern(place(operand), pattern)
        case .index(let left, let right): self = .index(place(left), place(right))
        case .binary(let operation, let left, let right): self = .binary(operation, place(left), place(right))
        case .call(let target, let function, let arguments):
            self = .call(target: target.map(place), function: function, arguments: arguments.map(place))
        case .logic(let operation, let operands): self = .logic(operation, operands.map(place))
        case .list(let operands): self = .list(operands.map(place))
        case .function(let function, let isMember, let operands):
            self = .function(function, isMember: isMember, operands.map(place))
        case .conditional(let condition, let yes, let no): self = .conditional(place(condition), place(yes), place(no))
        case .map(let entries):
            self = .map(entries.map { Node.MapEntry(key: place($0.key), value: place($0.value)) })
        case .comprehension(var loop):
            loop.range = place(loop.range)
            loop.filter = loop.filter.map(place)
            loop.body = place(loop.body)
            self = .comprehension(loop)
        }
    }
}
