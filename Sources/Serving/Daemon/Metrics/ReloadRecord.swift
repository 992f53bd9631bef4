import ByteText
import Libevent
import Links

/// The state of the running rules, and of the attempts to replace them.
struct ReloadRecord: Sendable {
    /// The hash of the rule set that runs.
    var hash: String
    /// When it was loaded, or reloaded unchanged: seconds since the epoch.
    var loaded: Int64
    var successes: UInt64 = 0
    var failures: UInt64 = 0
    /// When a reload was last attempted; nil before the first.
    var lastTry: Int64?
    /// What was wrong the last time; empty after a success.
    var problems: [String] = []
    /// What was found in the rules the last time without keeping them from being used; nil where it is not kept.
    var warnings: [String]?

    var result: String { problems.isEmpty ? "success" : "failure" }

    mutating func succeed(_ hash: String, at second: Int64, warnings: [String]? = nil) {
        self.hash = hash
        (loaded, lastTry, problems) = (second, second, [])
        self.warnings = warnings
        successes += 1
    }

    mutating func fail(_ problems: [String], at second: Int64) {
        lastTry = second
        self.problems = problems.isEmpty ? ["the rules have errors"] : problems
        if warnings != nil { warnings = [] }
        failures += 1
    }

    /// Writes when the last reload was, what came of it, and what was found; null before the first.
    func write(to json: inout JSONWriter) {
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
