extension Condition {
    /// The keys that the condition looks up in a fact that is a map, each once, in the order of the text: `x-beta` of
    /// `request.headers["x-beta"]`, `"x-beta" in request.headers` and `has(request.headers.x)`. A key that is computed is
    /// not among them. Allocates; for load time.
    public func keys(of map: UInt16) -> [String] {
        var keys: [String] = []
        collectKeys(of: map, under: program.tree.root, into: &keys)
        return keys
    }

    private func collectKeys(of map: UInt16, under id: Node.ID, into keys: inout [String]) {
        let tree = program.tree
        func isMap(_ id: Node.ID) -> Bool {
            if case .input(let fact) = tree[id].form { Int(fact) == Int(map) } else { false }
        }
        func add(_ key: String) {
            if !keys.contains(key) { keys.append(key) }
        }
        func add(constant id: Node.ID) {
            if case .constant(.string(let key)) = tree[id].form { add(key) }
        }
        switch tree[id].form {
        case .select(let operand, let key), .has(let operand, let key):
            if isMap(operand) { add(key) }
        case .index(let operand, let key):
            if isMap(operand) { add(constant: key) }
        case .binary(.in, let key, let container):
            if isMap(container) { add(constant: key) }
        default: break
        }
        for child in tree.children(of: id) { collectKeys(of: map, under: child, into: &keys) }
    }
}
