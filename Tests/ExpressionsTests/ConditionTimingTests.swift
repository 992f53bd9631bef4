import ByteText
import Expressions
import Foundation
import RE2
import Testing

/// Measures a single evaluation. Meaningful only in release builds: `FINGERPOST_TIMINGS=1 swift test -c release
/// --filter ConditionTiming`.
@Suite(
    .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["FINGERPOST_TIMINGS"] != nil, "skipped: set FINGERPOST_TIMINGS=1"))
struct ConditionTimingTests {
    static let conjunction = #"""
        link.payload_is_action && request.stage == "click" && device.platform in ["android", "ios"]
            && !(app.state != "outdated") && link.efr != "1" && link.minimum >= 12 && has(link.code)
            && "hi" in device.languages
        """#

    @Test(arguments: [
        ("conjunction of 8 tests", conjunction, 1000.0),
        ("first test decides", #"request.stage == "continue" && \#(conjunction)"#, 500),
        ("version", #"version(app.version) < version("1.10")"#, 2000),
        ("bucket", #"bucket(link.code, "exp1") < 100"#, 2000),
        ("block of addresses", #"cidr("10.0.0.0/8").containsIP(request.ip)"#, 2000),
        ("pattern", #"link.payload.matches("^https://www\\.example\\.com/")"#, 5000),
        ("interpreter", #"size(device.languages) == 2"#, 100_000),
    ])
    func nanoseconds(name: String, source: String, limit: Double) throws {
        var patterns = PatternList()
        let condition = try #require(Condition.compile(source, schema: clickSchema, patterns: &patterns).condition)
        let click = Click(ordinaryClick)
        let set = try patterns.makeSet()
        let rounds = 200_000
        var yes = 0
        let clock = ContinuousClock()
        var best = Double.infinity
        for _ in 0..<5 {
            let time = clock.measure {
                for _ in 0..<rounds where click.verdict(condition, set) == .yes { yes += 1 }
            }
            best = min(
                best,
                Double(time.components.attoseconds) / 1e9 / Double(rounds) + Double(time.components.seconds) * 1e9
                    / Double(rounds))
        }
        print("\(name): \((best * 10).rounded() / 10) ns")
        #expect(yes == 0 || yes == 5 * rounds)
        #expect(best < limit)
    }
}
