import Expressions

extension FactSpace {
    /// The maximum number of cubes of a condition. A condition that needs more is excluded from the reasoning.
    static let cubeLimit = 256

    /// The clicks that satisfy a condition, or `nil` if they need too many cubes.
    func cubes(_ formula: ConditionFormula) -> [Cube]? {
        switch formula {
        case .constant(let bool): return bool ? [.everything] : []
        case .test(let test, let wanted): return cubes(test, says: wanted)
        case .any(let parts):
            var union: [Cube] = []
            for part in parts {
                guard let cubes = cubes(part) else { return nil }
                for cube in cubes { Self.add(cube, to: &union) }
                if union.count > Self.cubeLimit { return nil }
            }
            return union
        case .all(let parts):
            var product: [Cube] = [.everything]
            for part in parts {
                guard let cubes = cubes(part), cubes.count * product.count <= Self.cubeLimit * 16 else { return nil }
                product = product.flatMap { one in cubes.compactMap { one.intersection($0) } }
                if product.count > Self.cubeLimit { return nil }
            }
            return product
        }
    }

    /// Merges two cubes that differ in a single variable.
    private static func add(_ cube: Cube, to union: inout [Cube]) {
        guard cube.limits.count == 1, let limit = cube.limits.first,
            let place = union.firstIndex(where: { $0.limits.count == 1 && $0.limits[0].variable == limit.variable })
        else {
            union.append(cube)
            return
        }
        union[place] = Cube(limit.variable, union[place].limits[0].cells.union(limit.cells))
    }
}

extension ConditionFormula {
    /// All tests in the formula.
    var tests: [FactTest] {
        switch self {
        case .constant: []
        case .test(let test, _): [test]
        case .all(let parts), .any(let parts): parts.flatMap(\.tests)
        }
    }
}
