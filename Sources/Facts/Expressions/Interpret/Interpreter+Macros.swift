/// The macros over lists and maps.
extension Interpreter {
    mutating func comprehension(_ loop: Comprehension) throws(Fault) -> CELValue {
        let elements = try elements(of: try value(loop.range), variables: loop.variables.count)
        let mark = locals.count
        defer { locals.removeLast(locals.count - mark) }
        switch loop.kind {
        case .all, .exists: return .bool(try quantify(loop, elements))
        case .existsOne:
            var count = 0
            for element in elements where try enter(loop, element, { run throws(Fault) in try run.truth(loop.body) }) {
                count += 1
            }
            return .bool(count == 1)
        case .filter:
            var kept: [CELValue] = []
            for element in elements where try enter(loop, element, { run throws(Fault) in try run.truth(loop.body) }) {
                kept.append(element[0])
            }
            return .list(kept)
        case .map, .transformList: return .list(try transformed(loop, elements).map(\.value))
        case .transformMap:
            return .map(try collected(try transformed(loop, elements).map { ($0.element[0], $0.value) }))
        case .transformMapEntry:
            var entries: [(CELValue, CELValue)] = []
            for (_, value) in try transformed(loop, elements) {
                guard case .map(let map) = value else {
                    throw .error(CELError(.noSuchOverload, "transformMapEntry() needs a map, not \(value.type)"))
                }
                entries += map.entries.map { ($0.key, $0.value) }
            }
            return .map(try collected(entries))
        }
    }

    /// The values of the variables per iteration: the element or the key; with two variables, index or key, and value.
    private func elements(of range: CELValue, variables: Int) throws(Fault) -> [[CELValue]] {
        switch range {
        case .list(let items):
            return variables == 1 ? items.map { [$0] } : items.enumerated().map { [.int(Int64($0)), $1] }
        case .map(let map):
            return map.entries.map { variables == 1 ? [$0.key] : [$0.key, $0.value] }
        default:
            throw .error(CELError(.noSuchOverload, "\(range.type) can't be iterated"))
        }
    }

    /// Evaluates something with the variables bound to one element.
    private mutating func enter<Value>(
        _ loop: Comprehension, _ element: [CELValue], _ body: (inout Interpreter) throws(Fault) -> Value
    ) throws(Fault) -> Value {
        locals.append(contentsOf: element)
        defer { locals.removeLast(element.count) }
        return try body(&self)
    }

    /// `all` is the conjunction of its bodies and `exists` the disjunction, including faults.
    private mutating func quantify(_ loop: Comprehension, _ elements: [[CELValue]]) throws(Fault) -> Bool {
        let deciding = loop.kind == .exists
        var fault: Fault?
        for element in elements {
            do {
                let truth = try enter(loop, element) { run throws(Fault) in try run.truth(loop.body) }
                if truth == deciding { return deciding }
            } catch {
                fault = fault?.merged(with: error) ?? error
            }
        }
        if let fault { throw fault }
        return !deciding
    }

    private mutating func transformed(
        _ loop: Comprehension, _ elements: [[CELValue]]
    ) throws(Fault) -> [(element: [CELValue], value: CELValue)] {
        var results: [(element: [CELValue], value: CELValue)] = []
        for element in elements {
            let value = try enter(loop, element) { run throws(Fault) -> CELValue? in
                if let filter = loop.filter, try !run.truth(filter) { return nil }
                return try run.value(loop.body)
            }
            if let value { results.append((element, value)) }
        }
        return results
    }

    private func collected(_ entries: [(CELValue, CELValue)]) throws(Fault) -> CELMap {
        try attempt { () throws(CELError) in
            var map = CELMap()
            for (key, value) in entries { try map.insert(key, value) }
            return map
        }
    }
}
