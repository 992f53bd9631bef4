import ByteText
import Routing
import TestSupport
import Testing

@testable import Replay

/// Sums are equal to the byte, however lines are distributed over threads, parts and merges.
@Suite("Parts of sums")
struct PartTests {
    @Test("add up in any order and grouping to what one process counts", arguments: [1, 7, 2026] as [UInt64])
    func anyOrder(seed: UInt64) throws {
        let (rules, before) = (try TestRules.webOnAndroid(), try TestRules.shipped())
        let runs = try ReplayRuns()
        var generator = ClickLog(seed: seed)
        var random = SplitMix64(seed: seed)
        let logs = try (0..<5).map { index in
            try runs.log("log\(index).log", generator.lines(Int.random(in: 0..<400, using: &random)))
        }
        let whole = try runs.sums(logs, rules, against: before, workers: 1)
        #expect(try runs.sums(logs.reversed(), rules, against: before, workers: 3).part() == whole.part())
        for _ in 0..<4 {
            let parts = try logs.map { try runs.sums([$0], rules, against: before, workers: 2).part() }
            let merged = try Parts.merged(parts, &random)
            #expect(merged == whole.part(), "seed \(seed)")
            #expect(try Parts.read(merged).report(top: 10) == whole.report(top: 10), "seed \(seed)")
            #expect(try Parts.read(merged).plainText() == whole.plainText(), "seed \(seed)")
        }
    }

    private static func sample() throws -> [UInt8] {
        let runs = try ReplayRuns()
        var generator = ClickLog(seed: 3)
        return try runs.sums(
            [runs.log("a.log", generator.lines(60))], TestRules.webOnAndroid(), against: TestRules.shipped()
        ).part()
    }

    @Test("are refused where a byte is another or the end is missing")
    func damage() throws {
        let part = try Self.sample()
        #expect(throws: Never.self) { try Parts.read(part) }
        var random = SplitMix64(seed: 5)
        for _ in 0..<60 {
            var damaged = part
            let place = Int.random(in: 0..<part.count - 1, using: &random)
            damaged[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
            #expect(throws: PartFault.self, "byte \(place)") { try Parts.read(damaged) }
            let cut = part.prefix(Int.random(in: 0..<part.count - 1, using: &random))
            #expect(throws: PartFault.self, "\(cut.count) bytes") { try Parts.read(Array(cut) + [0x0A]) }
        }
        #expect(throws: PartFault.noPart) { try Parts.read(Array("{}\n".utf8)) }
        #expect(throws: PartFault.cutOff) { try Parts.read(part.dropLast(40) + [0x0A]) }
    }

    @Test("of other rules, or of another comparison, do not add up")
    func mismatch() throws {
        let runs = try ReplayRuns()
        let log = try runs.log("a.log", ["nothing"])
        let (one, other) = (try TestRules.shipped(), try TestRules.webOnAndroid())
        var sums = try runs.sums([log], one)
        let others = [
            try runs.sums([log], other), try runs.sums([log], one, against: other),
        ]
        for other in others { #expect(throws: SumsMismatch.self) { try sums.merge(other) } }
        var compared = try runs.sums([log], one, against: other)
        let allowing = try AllowedChanges(parsing: "any -> any", path: "")
        let wrong = [
            try runs.sums([log], one, against: one), try runs.sums([log], one, against: other, allowed: allowing),
        ]
        for other in wrong { #expect(throws: SumsMismatch.self) { try compared.merge(other) } }
    }
}
