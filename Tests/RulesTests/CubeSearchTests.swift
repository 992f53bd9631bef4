import TestSupport
import Testing

@testable import RuleLint

/// The search behind findings by reasoning, compared with enumerating all clicks.
@Suite("The search for clicks outside of rules")
struct CubeSearchTests {
    private static let cellCounts = [2, 3, 4, 2, 70]
    private static let cells = cellCounts.map { CellSet(0..<$0) }

    private static func cube(_ random: inout SplitMix64, atMost count: Int) -> Cube {
        var result = Cube.everything
        for _ in 0..<Int.random(in: 1...count, using: &random) {
            let variable = Int.random(in: 0..<cellCounts.count, using: &random)
            let chosen = CellSet((0..<cellCounts[variable]).filter { _ in Bool.random(using: &random) })
            guard !chosen.isEmpty, let next = result.intersection(Cube(variable, chosen)) else { continue }
            result = next
        }
        return result
    }

    /// All clicks; every tenth cell of the last variable, since all of them would take too long.
    private static let clicks: [[Int]] = cellCounts.map { count in
        count > 10 ? Array(stride(from: 0, to: count, by: 10)) : Array(0..<count)
    }
    .reduce([[]]) { clicks, cells in clicks.flatMap { click in cells.map { click + [$0] } } }

    private static func contains(_ cube: Cube, _ click: [Int]) -> Bool {
        cube.limits.allSatisfy { $0.cells.contains(click[$0.variable]) }
    }

    @Test("it finds a click if there is one, and none otherwise", arguments: 1...20)
    func answers(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let cube = Self.cube(&random, atMost: 2)
            let blockers = (0..<Int.random(in: 0...30, using: &random)).map { _ in Self.cube(&random, atMost: 3) }
            var search = CubeSearch(cells: Self.cells, budget: 1_000_000, budgetOfOne: 100_000)
            switch search.witness(in: [cube], outside: blockers) {
            case .found(let witness):
                #expect(!witness.limits.contains { $0.cells.isEmpty })
                #expect(witness.intersection(cube) == witness, "it lies in the cube")
                #expect(!blockers.contains(where: witness.meets))
            case .none:
                let left = Self.clicks.filter { click in
                    Self.contains(cube, click) && !blockers.contains { Self.contains($0, click) }
                }
                #expect(left.isEmpty)
            case .gaveUp: Issue.record("so little is not too much")
            }
        }
    }

    @Test("it gives up at its bound, and says so")
    func bound() {
        let blockers = (0..<70).map { Cube(4, CellSet([$0])) }
        var search = CubeSearch(cells: Self.cells, budget: 10, budgetOfOne: 100)
        guard case .gaveUp = search.witness(in: [.everything], outside: blockers) else {
            Issue.record("ten looks are not enough")
            return
        }
        #expect(search.budget <= 0)
        // One step for each suffices if nothing must be tried.
        var patient = CubeSearch(cells: Self.cells, budget: 200, budgetOfOne: 200)
        guard case .none = patient.witness(in: [.everything], outside: blockers) else {
            Issue.record("seventy single cells are all cells")
            return
        }
    }
}
