/// Which entries of a map a condition looks at.
public struct MapReading: Sendable, Equatable {
    /// The constant keys: `map["key"]`, `map.key`, `has(map.key)`, `"key" in map`. Sorted; empty where it does not look at the
    /// map.
    public var keys: [String] = []
    /// Whether it may look at others: a key is computed, or the map is looked at as a whole.
    public var readsOthers = false

    /// A condition that reads nothing of the map.
    public init() {}
}

extension Condition {
    /// Which entries of a map among the facts the condition may look at. Allocates; for load time.
    public func reading(ofMap fact: UInt16) -> MapReading {
        guard program.tests.contains(where: { $0.facts.contains(fact) }) else { return MapReading() }
        let tree = program.tree
        var reader = MapKeyReader(map: Int(fact), tree: tree)
        reader.visit(tree.root)
        var reading = MapReading()
        reading.keys = reader.keys.sorted()
        reading.readsOthers = reader.readsOthers
        return reading
    }
}

/// Walks over a condition and collects the keys that it looks a map up by.
private struct MapKeyReader {
    let map: Int
    let tree: SyntaxTree
    var keys: Set<String> = []
    var readsOthers = false

    mutating func visit(_ id: Node.ID) {
        switch tree[id].form {
        case .input(map): readsOthers = true
        case .select(let operand, let key) where isMap(operand), .has(let operand, let key) where isMap(operand):
            keys.insert(key)
        case .index(let operand, let key) where isMap(operand), .binary(.in, let key, let operand) where isMap(operand):
            if case .constant(.string(let text)) = tree[key].form {
                keys.insert(text)
            } else {
                readsOthers = true
                visit(key)
            }
        default:
            for child in tree.children(of: id) { visit(child) }
        }
    }

    private func isMap(_ id: Node.ID) -> Bool {
        if case .input(map) = tree[id].form { true } else { false }
    }
}
