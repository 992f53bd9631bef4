package import ByteText
import Libevent
import Links

/// The state of the active rules, and of the attempts to reload them.
package struct ReloadRecord: Sendable {
    /// The hash of the active rule set.
    package var hash: String
    /// When it was loaded, or reloaded unchanged, in seconds since the epoch.
    package var loaded: Int64
    package var successes: UInt64 = 0
    package var failures: UInt64 = 0
    /// When a reload was last attempted; `nil` before the first.
    var lastTry: Int64?
    /// The errors of the last attempt; empty after a success.
    var problems: [String] = []
    /// The warnings of the last attempt; `nil` if warnings are not recorded.
    var warnings: [String]?

    package init(hash: String, loaded: Int64) {
        (self.hash, self.loaded) = (hash, loaded)
    }

    package var result: String { problems.isEmpty ? "success" : "failure" }

    package mutating func succeed(_ hash: String, at second: Int64, warnings: [String]? = nil) {
        self.hash = hash
        (loaded, lastTry, problems) = (second, second, [])
        self.warnings = warnings
        successes += 1
    }

    package mutating func fail(_ problems: [String], at second: Int64) {
        lastTry = second
        self.problems = problems.isEmpty ? ["the rules have errors"] : problems
        if warnings != nil { warnings = [] }
        failures += 1
    }

    /// Writes time, result and findings of the last reload; null before the first.
    package func write(to json: inout JSONWriter) {
        guard let lastTry else { return json.null() }
        json.beginObject()
        json.member("time", Timestamp.text(lastTry))
        json.member("result", result)
        json.name("problems")
        Self.write(problems, to: &json)
        if let warnings {
            json.name("warnings")
            Self.write(warnings, to: &json)
        }
        json.endObject()
    }

    private static func write(_ lines: [String], to json: inout JSONWriter) {
        json.beginArray()
        for line in lines { json.string(Masking.masked(line)) }
        json.endArray()
    }
}
