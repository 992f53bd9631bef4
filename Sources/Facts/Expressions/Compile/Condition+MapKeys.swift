/// The entries of a map that a condition reads.
public struct MapReading: Sendable, Equatable {
    /// The constant keys: `map["key"]`, `map.key`, `has(map.key)`, `"key" in map`. Sorted; empty if the condition does not read
    /// the map.
    public var keys: [String] = []
    /// Whether it may read other entries, because a key is computed or the map is used as a whole.
    public var readsOthers = false

    /// Creates a reading without entries.
    public init() {}
}

extension Condition {
    /// The entries of a map fact that the condition may read. Allocates; for load time.
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

/// Collects the keys with which a condition accesses a map.
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
