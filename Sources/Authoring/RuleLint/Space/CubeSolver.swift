/// Solves one question: is there a click in a cube and outside some blockers?
///
/// This is satisfiability with multi-valued variables, solved by DPLL (Davis, Putnam, Logemann, Loveland): a blocker is
/// a clause that requires one of its variables to be outside its limit. Unit clauses are propagated first. Then a
/// variable that many clauses contain is narrowed to cells that satisfy as many of them as possible, and on
/// backtracking to the remaining cells.
struct CubeSolver {
    /// A limit of a blocker. Its variable is an index into ``domains``.
    private struct Literal {
        var variable: Int
        var cells: CellSet
    }

    /// A narrowing on the trail, for backtracking.
    private struct Change {
        var variable: Int
        var domain: CellSet
    }

    /// The variables that occur in blockers or the cube. The others do not matter.
    private let variables: [Int]
    /// The remaining cells of each variable.
    private var domains: [CellSet]
    private let limited: Set<Int>
    private let clauses: [[Literal]]
    /// The clauses that contain a variable.
    private let occurrences: [[Int]]
    private var trail: [Change] = []
    /// The remaining budget.
    private(set) var looksLeft = 0
    /// The clauses to examine, in FIFO order. Clauses that have just become satisfied are queued at most one more time.
    private var queue: [Int] = []
    private var isQueued: [Bool] = []

    init(_ cube: Cube, _ blockers: [Cube], _ cells: [CellSet]) {
        var places: [Int: Int] = [:]
        var variables: [Int] = []
        var domains: [CellSet] = []
        for limit in cube.limits {
            places[limit.variable] = variables.count
            variables.append(limit.variable)
            domains.append(limit.cells)
        }
        limited = Set(variables.indices)
        var clauses: [[Literal]] = []
        for blocker in blockers {
            clauses.append(
                blocker.limits.map { limit in
                    if let place = places[limit.variable] { return Literal(variable: place, cells: limit.cells) }
                    places[limit.variable] = variables.count
                    variables.append(limit.variable)
                    domains.append(cells[limit.variable])
                    return Literal(variable: variables.count - 1, cells: limit.cells)
                })
        }
        var occurrences = Array(repeating: [Int](), count: variables.count)
        for (index, clause) in clauses.enumerated() {
            for literal in clause { occurrences[literal.variable].append(index) }
        }
        self.variables = variables
        self.domains = domains
        self.clauses = clauses
        self.occurrences = occurrences
    }

    /// - Parameter budget: The maximum number of clauses to examine.
    mutating func solve(budget: Int) -> CubeSearch.Answer {
        looksLeft = budget
        isQueued = Array(repeating: false, count: clauses.count)
        guard propagate(Array(clauses.indices)) else { return looksLeft > 0 ? .none : .gaveUp }
        /// Open decisions: the length of the trail before each, and the other half of its cells.
        var open: [(mark: Int, variable: Int, others: CellSet)] = []
        while let choice = choose() {
            open.append((trail.count, choice.variable, domains[choice.variable].subtracting(choice.cells)))
            var holds = narrow(choice.variable, to: choice.cells)
            while !holds {
                guard looksLeft > 0 else { return .gaveUp }
                guard let last = open.popLast() else { return .none }
                backtrack(to: last.mark)
                holds = !last.others.isEmpty && narrow(last.variable, to: last.others)
            }
            guard looksLeft > 0 else { return .gaveUp }
        }
        return looksLeft > 0 ? .found(witness) : .gaveUp
    }

    private var witness: Cube {
        let narrowed = limited.union(trail.map(\.variable))
        let limits = narrowed.map { Cube.Limit(variable: variables[$0], cells: domains[$0]) }
        return Cube(limits: limits.sorted { $0.variable < $1.variable })
    }

    // MARK: - Clauses

    private enum State {
        case satisfied, open, conflict
        /// One literal is left; its index.
        case unit(Int)
    }

    private mutating func state(of clause: [Literal]) -> State {
        looksLeft -= 1
        var left: Int?
        var isOpen = false
        for (place, literal) in clause.enumerated() {
            let domain = domains[literal.variable]
            if !domain.meets(literal.cells) { return .satisfied }
            if isOpen || domain.isSubset(of: literal.cells) { continue }
            if left != nil { isOpen = true } else { left = place }
        }
        if isOpen { return .open }
        return left.map { .unit($0) } ?? .conflict
    }

    /// Propagates unit clauses. Returns `false` on a conflict.
    private mutating func propagate(_ first: [Int]) -> Bool {
        enqueue(first)
        var head = 0
        defer {
            for index in queue[head...] { isQueued[index] = false }
            queue.removeAll(keepingCapacity: true)
        }
        while head < queue.count {
            let index = queue[head]
            head += 1
            isQueued[index] = false
            guard looksLeft > 0 else { return false }
            switch state(of: clauses[index]) {
            case .satisfied, .open: continue
            case .conflict: return false
            case .unit(let place):
                let literal = clauses[index][place]
                set(literal.variable, domains[literal.variable].subtracting(literal.cells))
                enqueue(occurrences[literal.variable])
            }
        }
        return true
    }

    private mutating func enqueue(_ indices: [Int]) {
        for index in indices where !isQueued[index] {
            isQueued[index] = true
            queue.append(index)
        }
    }

    private mutating func narrow(_ variable: Int, to cells: CellSet) -> Bool {
        set(variable, cells)
        return propagate(occurrences[variable])
    }

    private mutating func set(_ variable: Int, _ cells: CellSet) {
        trail.append(Change(variable: variable, domain: domains[variable]))
        domains[variable] = cells
    }

    private mutating func backtrack(to mark: Int) {
        while trail.count > mark {
            let change = trail.removeLast()
            domains[change.variable] = change.domain
        }
    }

    // MARK: - Choices

    /// The variable that occurs most in open clauses, weighted towards short ones, and cells that satisfy as many of
    /// them as can be satisfied together, or `nil` if no clause is open.
    private mutating func choose() -> (variable: Int, cells: CellSet)? {
        var weights = Array(repeating: 0.0, count: variables.count)
        var open: [Int] = []
        for index in clauses.indices {
            guard case .open = state(of: clauses[index]) else { continue }
            open.append(index)
            let literals = clauses[index].filter { !domains[$0.variable].isSubset(of: $0.cells) }
            let weight = 1 / Double(1 << min(2 * literals.count, 40))
            for literal in literals { weights[literal.variable] += weight }
        }
        guard let best = weights.indices.max(by: { weights[$0] < weights[$1] }), weights[best] > 0 else { return nil }
        var cells = domains[best]
        for index in open {
            for literal in clauses[index] where literal.variable == best {
                let satisfied = cells.subtracting(literal.cells)
                if !satisfied.isEmpty { cells = satisfied }
            }
        }
        return (best, cells)
    }
}
