import CAllocationCounter
import Foundation
import Routing
import Rules
import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// Allocations are the product's own only in optimised builds, if malloc is ours, and if no other test runs.
    static var countsAllocations: Self {
        let isAsked = ProcessInfo.processInfo.environment["FINGERPOST_COUNT_ALLOCATIONS"] != nil
        return .enabled(
            if: isAsked && isOptimized && allocation_counter_works() == 1,
            "skipped: allocations are counted in a step of .ci/run, in an optimised build without sanitizers")
    }
}

extension RuleSet {
    /// The shipped rules.
    static func shipped() throws -> RuleSet {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        return RuleSet(try RuleDirectory.load(path: root.appending(path: "rules").path))
    }
}

@Suite("The counter of allocations")
struct CounterTests {
    @Test("counts", .countsAllocations)
    func counts() {
        let before = allocation_count()
        let bytes = [UInt8](repeating: 1, count: Int.random(in: 1_000...2_000))
        #expect(bytes.count >= 1_000)
        #expect(allocation_count() > before)
    }
}
