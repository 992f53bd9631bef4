import ArgumentParser
import Replay
import Routing

/// `--against` and what is expected of it.
struct ComparisonOptions: ParsableArguments {
    @Option(
        help: "Compare with the rules in this directory, those in use now: the changes if --rules replaces them.")
    var against: String?

    @Option(
        help: """
            Compare with the short links of this store, a directory or a backup, those in use now: the changes if \
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

    /// Whether anything is to be compared.
    var isAsked: Bool { against != nil || againstStore != nil }

    /// The rules to compare with, or exit code 2 with what is wrong with them.
    ///
    /// - Parameter now: The rules that decide.
    func ruleSet(now: RuleSet) throws -> RuleSet? {
        guard let against else { return isAsked ? now : nil }
        var option = RulesOption()
        option.rules = against
        return try option.ruleSet()
    }

    /// The short links to compare with; nil where they are the same.
    ///
    /// - Parameter now: The store that decides.
    func source(now: StorePlace) throws -> ShortLinkSource? {
        guard let againstStore else { return nil }
        let place = StorePlace(named: againstStore)
        return place.isSame(as: now) ? nil : try place.source()
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
