import ByteText
import CAllocationCounter
import Routing
import TestSupport
import Testing

@testable import Replay

/// A warm replay counts a line for the whole report without asking for memory.
@Suite("Allocations of a replay")
struct ReplayAllocationTests {
    @Test(
        "are none for a line that is like others",
        .enabled(if: isOptimized, "skipped: only optimised code is free of boxes (swift test -c release)"),
        .enabled(if: allocation_counter_works() == 1, "skipped: malloc can't be counted in this build"))
    func warmTally() throws {
        let runs = try ReplayRuns()
        var generator = ClickLog(seed: 3)
        // Lines that can't be read are refused by throwing, and here the testing library takes a backtrace of each.
        let lines = generator.lines(400).filter { $0.contains("GET /WXYZ") || $0.contains("www.example.com%2Fitem") }
        let rules = try TestRules.shipped()
        func allocations(_ times: Int) throws -> UInt64 {
            let log = try runs.log("\(times).log", (0..<times).flatMap { _ in lines })
            let before = allocation_count()
            // One worker runs on the thread that asks.
            _ = try runs.sums([log], rules)
            return allocation_count() - before
        }
        _ = try allocations(10)
        let (few, many) = (try allocations(40), try allocations(80))
        let perLine = (Double(many) - Double(few)) / Double(40 * lines.count)
        print("allocations to replay a line: \(perLine)")
        // Blocks and growing buffers ask for some, once in thousands of lines.
        #expect(perLine < 0.05)
    }
}
