import ByteText
import TestSupport
import Testing

@testable import Replay

@Suite("Links that are too many to keep")
struct SketchTests {
    /// A line with a link, ranked by a hash of the line.
    private struct Line {
        var link: [UInt8]
        var rank: UInt64
    }

    /// Lines of 70,000 links with one click and of 40 with many.
    private static func lines(seed: UInt64) -> [Line] {
        var random = SplitMix64(seed: seed)
        var lines = (0..<70_000).map { Line(link: Array("example.page.link/once\($0)".utf8), rank: 0) }
        for hot in 0..<40 {
            let link = Array("example.page.link/hot\(hot)".utf8)
            lines += Array(repeating: Line(link: link, rank: 0), count: 100 + 10 * hot)
        }
        for index in lines.indices { lines[index].rank = random.next() >> 1 }
        return lines
    }

    private static func counts(_ lines: some Sequence<Line>) -> LinkCounts {
        var counts = LinkCounts()
        for line in lines {
            counts.add(line.link.span, hash: StableHash.hash(line.link.span), rank: line.rank, decision: 0)
        }
        return counts
    }

    @Test("are counted by sketches that are the same in any order and grouping")
    func anyOrder() throws {
        var lines = Self.lines(seed: 11)
        let whole = Self.part(Self.counts(lines))
        var random = SplitMix64(seed: 12)
        lines.shuffle(using: &random)
        // Parts that are exact, and one that is not.
        let cuts = [0, 5_000, 72_500, 73_000, lines.count]
        var parts = zip(cuts, cuts.dropFirst()).map { Self.counts(lines[$0..<$1]) }
        #expect(parts.map(\.isExact) == [true, false, true, true] || parts.allSatisfy(\.isExact))
        parts.shuffle(using: &random)
        var merged = LinkCounts()
        for part in parts { merged.merge(part) }
        #expect(Self.part(merged) == whole)
    }

    @Test("keep their stated errors")
    func errors() {
        let counts = Self.counts(Self.lines(seed: 13))
        #expect(!counts.isExact)
        #expect(abs(Double(counts.distinct) / 70_040 - 1) < 4 * HyperLogLog.error)
        let error = Int((CountMinSketch.error * Double(counts.total)).rounded(.up))
        let top = counts.top(40)
        #expect(Set(top.map(\.link)) == Set((0..<40).map { "example.page.link/hot\($0)" }))
        for link in top {
            guard let hot = Int(link.link.dropFirst("example.page.link/hot".count)) else { continue }
            let exact = 100 + 10 * hot
            #expect(link.count >= exact && link.count <= exact + 2 * error, "\(link.link)")
        }
    }

    @Test("the least count of the top is found without sorting")
    func leastCount() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<400 {
            let highest = [1, 3, 255, 256, 100_000].randomElement(using: &random)!
            let counts = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                Int.random(in: 1...highest, using: &random)
            }
            let limit = Int.random(in: 1...70, using: &random)
            let expected = counts.sorted(by: >).prefix(limit).last
            #expect(LinkCounts.leastCount(ofTop: limit, counts) == expected, "seed \(seed): \(counts), \(limit)")
        }
    }

    private static func part(_ counts: LinkCounts) -> [UInt8] {
        var sums = ReplaySums(RuleSetNames(hash: "sha256:0", rules: [], sites: []))
        sums.links = counts
        return sums.part()
    }

    @Test("hours become days if there are too many of them, whatever the order")
    func hours() {
        let times = (0..<21_000).map { Int64($0) * 3600 + 1_700_000_000 }
        var random = SplitMix64(seed: 14)
        var tables: [HourTable] = []
        for _ in 0..<2 {
            var table = HourTable()
            var other = HourTable()
            for (index, time) in times.shuffled(using: &random).enumerated() {
                if index % 3 == 0 { other.add(time, decision: 1) } else { table.add(time, decision: 1) }
            }
            table.merge(other)
            tables.append(table)
        }
        #expect(tables[0] == tables[1])
        #expect(tables[0].width == 86_400 && tables[0].rows.count == 876)
        #expect(tables[0].rows.reduce(0) { $0 + $1.decisions[1] } == 21_000)
    }
}
