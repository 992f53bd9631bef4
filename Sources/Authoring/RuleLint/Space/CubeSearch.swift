import Threads

/// Searches for clicks that lie in some cubes and outside others, with a bound on the work.
struct CubeSearch {
    /// The result of a search.
    enum Answer {
        /// Clicks of this cube; every combination of its cells is outside of the blockers.
        case found(Cube)
        case none
        /// The bound was reached first.
        case gaveUp
    }

    /// All cells of a variable, by its index.
    let cells: [CellSet]
    /// How many more blockers all searches together may examine.
    private(set) var budget: Int
    /// How many one search may examine.
    let budgetOfOne: Int
    private let limit: WorkLimit?

    init(cells: [CellSet], budget: Int, budgetOfOne: Int, limit: WorkLimit? = nil) {
        self.limit = limit
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

    private mutating func witness(in cube: Cube, outside blockers: [Cube]) -> Answer {
        if limit?.isReached == true { return .gaveUp }
        var solver = CubeSolver(cube, blockers.filter(cube.meets), cells)
        let share = min(budget, budgetOfOne)
        defer { budget -= share - max(0, solver.looksLeft) }
        return solver.solve(budget: share)
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
