/// Clicks for which some variables are limited to some of their cells. All other variables are unrestricted.
struct Cube: Hashable, Sendable {
    struct Limit: Hashable, Sendable {
        var variable: Int
        var cells: CellSet
    }

    /// In the order of the variables, none of them empty.
    private(set) var limits: [Limit] = []

    /// All clicks.
    static let everything = Cube()

    init() {}

    init(_ variable: Int, _ cells: CellSet) {
        limits = [Limit(variable: variable, cells: cells)]
    }

    /// - Parameter limits: In the order of the variables, none of them empty.
    init(limits: [Limit]) {
        self.limits = limits
    }

    /// Whether the cubes have a click in common.
    func meets(_ other: Cube) -> Bool {
        var (index, place) = (0, 0)
        while index < limits.count, place < other.limits.count {
            let (mine, its) = (limits[index].variable, other.limits[place].variable)
            if mine == its, !limits[index].cells.meets(other.limits[place].cells) { return false }
            if mine <= its { index += 1 }
            if its <= mine { place += 1 }
        }
        return true
    }

    /// The clicks in both cubes, or `nil` if there are none.
    func intersection(_ other: Cube) -> Cube? {
        var result = Cube()
        result.limits.reserveCapacity(limits.count + other.limits.count)
        var (index, place) = (0, 0)
        while index < limits.count || place < other.limits.count {
            let mine = index < limits.count ? limits[index].variable : Int.max
            let its = place < other.limits.count ? other.limits[place].variable : Int.max
            if mine == its {
                let cells = limits[index].cells.intersection(other.limits[place].cells)
                if cells.isEmpty { return nil }
                result.limits.append(Limit(variable: mine, cells: cells))
            } else {
                result.limits.append(mine < its ? limits[index] : other.limits[place])
            }
            if mine <= its { index += 1 }
            if its <= mine { place += 1 }
        }
        return result
    }
}
