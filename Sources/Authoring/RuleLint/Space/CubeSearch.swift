import Threads

/// Searches for clicks that are in some cubes and outside others, with bounded work.
struct CubeSearch {
    /// The result of a search.
    enum Answer {
        /// A cube of which every combination of cells is outside the blockers.
        case found(Cube)
        case none
        /// The bound was reached first.
        case gaveUp
    }

    /// All cells of a variable, by the variable's index.
    let cells: [CellSet]
    /// The remaining number of blockers that all searches together may examine.
    private(set) var budget: Int
    /// The number of blockers that one search may examine.
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

    /// Some witnesses, each from a different part of the space.
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
