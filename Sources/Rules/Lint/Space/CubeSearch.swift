/// Looks for clicks that lie in some cubes and outside of others, within a bound of work.
struct CubeSearch {
    /// What came of a search.
    enum Answer {
        /// Clicks of this cube; every combination of its cells is outside of the blockers.
        case found(Cube)
        case none
        /// The bound was reached first.
        case gaveUp
    }

    /// What cutting one cube out of another costs, in comparisons.
    private static let costOfCut = 8

    /// All cells of a variable, by its index.
    let cells: [CellSet]
    /// How many more pairs of cubes may be compared.
    private(set) var budget: Int
    /// How many pairs one question may take.
    let budgetOfOne: Int

    init(cells: [CellSet], budget: Int, budgetOfOne: Int) {
        self.cells = cells
        self.budget = budget
        self.budgetOfOne = budgetOfOne
    }

    mutating func witness(in cubes: [Cube], outside blockers: [Cube]) -> Answer {
        var gaveUp = false
        for cube in cubes {
            switch witness(in: cube, outside: blockers) {
            case .found(let witness): return .found(witness)
            case .gaveUp: gaveUp = true
            case .none: break
            }
        }
        return gaveUp ? .gaveUp : .none
    }

    /// Cuts blocker after blocker out of the cube, one piece after the other.
    private mutating func witness(in cube: Cube, outside blockers: [Cube]) -> Answer {
        budget -= blockers.count
        var left = budgetOfOne
        let near = blockers.filter(cube.meets)
        var open: [(cube: Cube, next: Int)] = [(cube, 0)]
        while let (piece, start) = open.popLast() {
            guard budget > 0, left > 0 else { return .gaveUp }
            var next = start
            while next < near.count, !near[next].meets(piece) { next += 1 }
            budget -= next - start + Self.costOfCut
            left -= next - start + Self.costOfCut
            guard next < near.count else { return .found(piece) }
            for rest in piece.subtracting(near[next], { cells[$0] }) { open.append((rest, next + 1)) }
        }
        return .none
    }

    /// Some witnesses, each from another part of the space.
    mutating func witnesses(in cubes: [Cube], outside blockers: [Cube], atMost limit: Int) -> [Cube] {
        var found: [Cube] = []
        var blockers = blockers
        while found.count < limit, case .found(let cube) = witness(in: cubes, outside: blockers) {
            found.append(cube)
            blockers.append(cube)
        }
        return found
    }
}
