import Testing

@testable import Replay

@Suite("The pace of remembering")
struct MemoryPaceTests {
    @Test("pauses where little comes again, and tries again")
    func pauses() {
        var pace = MemoryPace()
        for _ in 0..<1 << 15 { pace.note(isHit: false) }
        #expect(pace.isPaused)
        for _ in 0..<1 << 16 { pace.note(isHit: false) }
        #expect(!pace.isPaused)
        for _ in 0..<1 << 13 { pace.note(isHit: true) }
        #expect(!pace.isPaused)
        for index in 0..<1 << 13 { pace.note(isHit: index % 4 == 0) }
        #expect(pace.isPaused)
    }

    @Test("goes on where much comes again")
    func goesOn() {
        var pace = MemoryPace()
        for index in 0..<1 << 17 {
            pace.note(isHit: index % 2 == 0)
            if pace.isPaused { break }
        }
        #expect(!pace.isPaused)
    }
}
