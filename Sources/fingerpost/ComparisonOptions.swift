import ArgumentParser
import Replay
import Routing

/// `--against` and what is expected of it.
struct ComparisonOptions: ParsableArguments {
    @Option(help: "Compare with the rules in this directory, those in use now: what changes when --rules takes over.")
    var against: String?

    @Option(
        help:
            "Changes that are expected, a line each: 'app_open -> web_widget rule=NAME site=NAME link=PREFIX* at-most=2%'."
    )
    var allow: String?

    func validate() throws {
        if allow != nil, against == nil { throw ValidationError("--allow is for --against") }
    }

    /// The rules to compare with, or exit code 2 with what is wrong with them.
    func ruleSet() throws -> RuleSet? {
        guard let against else { return nil }
        var option = RulesOption()
        option.rules = against
        return try option.ruleSet()
    }

    /// The changes that are expected.
    func allowed() throws -> AllowedChanges {
        guard let allow else { return AllowedChanges() }
        var lines = try LineReader(path: allow)
        var text = ""
        while let line = try lines.next() { text += String(decoding: line, as: UTF8.self) + "\n" }
        do throws(AllowedChangesFaults) {
            return try AllowedChanges(parsing: text, path: allow)
        } catch {
            throw Failure(error.description)
        }
    }
}
