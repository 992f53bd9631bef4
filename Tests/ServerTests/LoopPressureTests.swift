import Testing

@testable import Server

@Suite struct LoopPressureTests {
    /// Rounds of a loop: each begins where the previous one ended, with a handler every 10 ms.
    private struct Loop {
        var pressure = LoopPressure(limit: 80)
        var now: Int64 = 1000
        var round: UInt64 = 0

        /// Runs a round, and returns the number of its late handlers.
        mutating func run(milliseconds: Int64) -> Int {
            round += 1
            var late = 0
            let end = now + milliseconds
            while now <= end {
                pressure.observe(now, round: round)
                if pressure.isLate { late += 1 }
                now += 10
            }
            return late
        }
    }

    @Test func oneLongRoundIsNoOverload() {
        var loop = Loop()
        #expect(loop.run(milliseconds: 5000) == 0)
        for _ in 0..<10 { #expect(loop.run(milliseconds: 20) == 0) }
        #expect(!loop.pressure.isShedding)
    }

    @Test func shortRoundsAreNone() {
        var loop = Loop()
        for _ in 0..<1000 { #expect(loop.run(milliseconds: 80) == 0) }
    }

    @Test func longRoundsAreServedInTheirFirstHalfOnly() {
        var loop = Loop()
        for _ in 0..<3 { _ = loop.run(milliseconds: 100) }
        // In each round, 50 to 200 ms exceed the 40 that fit.
        #expect(loop.run(milliseconds: 200) == 16)
        #expect(loop.run(milliseconds: 200) == 16)
    }

    @Test func sheddingEndsWhenRoundsFitAgain() {
        var loop = Loop()
        for _ in 0..<4 { _ = loop.run(milliseconds: 200) }
        #expect(loop.pressure.isShedding)
        // A round in between that does not fit restarts the count.
        for _ in 0..<6 { #expect(loop.run(milliseconds: 20) == 0) }
        #expect(loop.run(milliseconds: 60) == 2)
        for _ in 0..<9 { #expect(loop.run(milliseconds: 20) == 0) }
        #expect(!loop.pressure.isShedding)
        #expect(loop.run(milliseconds: 200) == 0)
    }
}
