import Testing

@testable import Server

@Suite struct LoopPressureTests {
    /// Rounds of a loop: each begins where the one before has ended, and a handler runs every 10 ms of it.
    private struct Loop {
        var pressure = LoopPressure(limit: 80)
        var now: Int64 = 1000
        var round: UInt64 = 0

        /// Runs a round, and tells how many of its handlers came too late.
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
        // 50 to 200 ms of each round are beyond the 40 that fit.
        #expect(loop.run(milliseconds: 200) == 16)
        #expect(loop.run(milliseconds: 200) == 16)
    }

    @Test func sheddingEndsWhenRoundsFitAgain() {
        var loop = Loop()
        for _ in 0..<4 { _ = loop.run(milliseconds: 200) }
        #expect(loop.pressure.isShedding)
        // A round between that does not fit starts the count anew.
        for _ in 0..<6 { #expect(loop.run(milliseconds: 20) == 0) }
        #expect(loop.run(milliseconds: 60) == 2)
        for _ in 0..<9 { #expect(loop.run(milliseconds: 20) == 0) }
        #expect(!loop.pressure.isShedding)
        #expect(loop.run(milliseconds: 200) == 0)
    }
}
