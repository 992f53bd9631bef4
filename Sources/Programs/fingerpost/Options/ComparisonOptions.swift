import ArgumentParser
import CommandFiles
import Replay
import Routing
import ServiceFiles
import Terminal

/// `--against` and the expected changes.
struct ComparisonOptions: ParsableArguments {
    @Option(
        help: "Compare with the current rules in this directory: the changes if --rules replaces them.")
    var against: String?

    @Option(
        help: """
            Compare with the current short links in this store, a directory or a backup: the changes if \
            --store replaces it. Without --against, both use the same rules.
            """)
    var againstStore: String?

    @Option(
        help:
            "A file of expected changes, one per line: 'app_open -> web_widget rule=NAME site=NAME link=PREFIX* at-most=2%'."
    )
    var allow: String?

    func validate() throws {
        if allow != nil, !isAsked { throw ValidationError("--allow needs --against or --against-store") }
    }

    /// Whether a comparison was requested.
    var isAsked: Bool { against != nil || againstStore != nil }

    /// The rules to compare with. If they have errors, the program ends with exit code 2.
    ///
    /// - Parameter now: The current rules.
    func ruleSet(now: RuleSet) throws -> RuleSet? {
        guard let against else { return isAsked ? now : nil }
        var option = RulesOption()
        option.rules = against
        return try option.ruleSet()
    }

    /// The short links to compare with, or `nil` if they are the same.
    ///
    /// - Parameter now: The current store.
    func source(now: StorePlace) throws -> ShortLinkSource? {
        guard let againstStore else { return nil }
        let place = StorePlace(named: againstStore)
        return place.isSame(as: now) ? nil : try place.source()
    }

    /// The expected changes.
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
