import Testing

@testable import DecisionCache

@Suite("The pace of caching")
struct CachePaceTests {
    @Test("pauses where little comes again, and tries again")
    func pauses() {
        var pace = CachePace.ofDevices
        for _ in 0..<1 << 12 { pace.record(isHit: false) }
        #expect(pace.isPaused)
        for _ in 0..<1 << 16 { pace.record(isHit: false) }
        #expect(!pace.isPaused)
        for _ in 0..<1 << 12 { pace.record(isHit: true) }
        #expect(!pace.isPaused)
        for index in 0..<1 << 12 { pace.record(isHit: index % 3 == 0) }
        #expect(pace.isPaused)
    }

    @Test("goes on where much comes again")
    func goesOn() {
        var pace = CachePace.ofDevices
        for index in 0..<1 << 17 {
            pace.record(isHit: index % 3 > 0)
            if pace.isPaused { break }
        }
        #expect(!pace.isPaused)
    }
}
