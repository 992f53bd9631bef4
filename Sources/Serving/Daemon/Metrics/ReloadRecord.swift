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

    var result: String { problems.isEmpty ? "success" : "failure" }

    mutating func succeed(_ hash: String, at second: Int64) {
        self.hash = hash
        (loaded, lastTry, problems) = (second, second, [])
        successes += 1
    }

    mutating func fail(_ problems: [String], at second: Int64) {
        lastTry = second
        self.problems = problems.isEmpty ? ["the rules have errors"] : problems
        failures += 1
    }

    /// Writes when the last reload was, what came of it, and what was wrong; null before the first.
    func write(to json: inout JSONWriter) {
        guard let lastTry else { return json.null() }
        json.beginObject()
        json.member("time", Timestamp.text(lastTry))
        json.member("result", result)
        json.name("problems")
        json.beginArray()
        for problem in problems { json.string(Masking.masked(problem)) }
        json.endArray()
        json.endObject()
    }
}
