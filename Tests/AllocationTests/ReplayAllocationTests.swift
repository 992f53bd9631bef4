import ByteText
import CAllocationCounter
import Foundation
import LogFormats
import Replay
import Routing
import TestSupport
import Testing

/// A warm replay counts a line for the full report without allocating.
@Suite("Allocations of a replay")
struct ReplayAllocationTests {
    @Test("are none for a line that is like others", .countsAllocations)
    func warmTally() throws {
        var generator = ClickLog(seed: 3)
        // Excludes unreadable lines and unknown links: refusing them throws, and the testing library takes a backtrace of each
        // error.
        let lines = generator.lines(400).filter {
            $0.hasPrefix("example.page.link") && ($0.contains("GET /WXYZ") || $0.contains("www.example.com%2Fitem"))
        }
        let rules = try RuleSet.shipped()
        _ = try Self.allocations(replaying: lines, times: 10, by: rules)
        let few = try Self.allocations(replaying: lines, times: 40, by: rules)
        let many = try Self.allocations(replaying: lines, times: 80, by: rules)
        let perLine = (Double(many) - Double(few)) / Double(40 * lines.count)
        print("allocations to replay a line: \(perLine)")
        // Blocks and growing buffers allocate once in thousands of lines.
        #expect(perLine < 0.05)
    }

    private static func allocations(replaying lines: [String], times: Int, by rules: RuleSet) throws -> UInt64 {
        let log = FileManager.default.temporaryDirectory.appending(path: "fingerpost-\(UUID().uuidString).log")
        defer { try? FileManager.default.removeItem(at: log) }
        let text = lines.joined(separator: "\n") + "\n"
        try String(repeating: text, count: times).write(to: log, atomically: true, encoding: .utf8)
        let inputs = try LogInput.expanding([log.path])
        let plan = ReportPlan(rules, sources: inputs.map(\.name))
        // A single worker runs on the calling thread.
        let settings = ReplaySettings(inputs: inputs, format: .virtualHostCombined)
        let before = allocation_count()
        let result = try Replay.run(settings, rules) { try ReportVisitor(plan) }
        _ = try ReplaySums(result, plan)
        return allocation_count() - before
    }
}
