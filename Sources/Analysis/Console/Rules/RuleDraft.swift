import ByteText
import Configuration
import Daemon
import Links
import Routing
import RuleLint
import Rules
import Settings

/// A rule set with one file changed, held against the one in force. It belongs to one thread.
struct RuleDraft {
    let loaded: LoadedRules
    let findings: [FileDiagnostic]
    private let running: RuleSet
    /// Nil for a draft with errors.
    private let changed: RuleSet?
    private let shortLinks: StoredLinks?
    private let now: Int64

    /// - Parameter loaded: The rules with the change.
    init(_ loaded: LoadedRules, _ running: RuleSet, _ shortLinks: StoredLinks?, _ settings: DaemonSettings, now: Int64)
    {
        self.loaded = loaded
        self.running = running
        self.shortLinks = shortLinks
        self.now = now
        findings =
            loaded.diagnostics
            + RuleLint.findings(
                in: loaded, development: settings.development, unprovided: settings.unprovidedFacts)
        changed = loaded.hasErrors ? nil : RuleSet(loaded, development: settings.development)
    }

    // MARK: - Cases

    /// How the cases come out with the draft.
    struct CaseResults {
        var passed = 0
        var failures: [Failure] = []

        struct Failure {
            var id: String
            var mismatches: [String]
            /// Whether it passes with the rules in force.
            var isNew: Bool
        }
    }

    /// Runs all cases; nil for a draft with errors.
    func runCases() -> CaseResults? {
        guard let changed, let runner = try? CaseRunner(changed, shortLinks: shortLinks),
            let before = try? CaseRunner(running, shortLinks: shortLinks)
        else { return nil }
        var results = CaseResults()
        for ruleCase in loaded.cases {
            guard let failure = runner.run(ruleCase) else {
                results.passed += 1
                continue
            }
            results.failures.append(
                CaseResults.Failure(
                    id: ruleCase.id, mismatches: failure.mismatches, isNew: before.run(ruleCase) == nil))
        }
        return results
    }

    // MARK: - Decisions

    /// A request that the draft decides otherwise.
    struct Change {
        var link: String
        var before: String
        var after: String
    }

    /// What the draft changes of some requests, which are decided by both; nil for a draft with errors.
    func changes(of requests: [JSONValue]) -> (decided: Int, changes: [Change])? {
        guard let changed, let old = try? RequestResolver(running, shortLinks: shortLinks),
            let new = try? RequestResolver(changed, shortLinks: shortLinks)
        else { return nil }
        var (decided, changes) = (0, [Change]())
        for request in requests {
            guard let before = try? old.resolve(request, now: now), let after = try? new.resolve(request, now: now)
            else {
                continue
            }
            decided += 1
            let (left, right) = (Self.summary(before), Self.summary(after))
            if left != right {
                changes.append(Change(link: request["link"]?.string ?? "", before: left, after: right))
            }
        }
        return (decided, changes)
    }

    /// What a request gets by the rules in force, and with the draft; nil for a draft with errors.
    ///
    /// - Throws: ``TryForm/Fault`` where the form states no request.
    func compare(_ form: TryForm) throws(TryForm.Fault) -> (before: String, after: String)? {
        guard let changed else { return nil }
        let request = try form.request(userAgent: nil)
        let before = try TryBench(running, shortLinks, now: now).explain(request)["decision"] ?? .null
        let after = try TryBench(changed, shortLinks, now: now).explain(request)["decision"] ?? .null
        return (Self.summary(before), Self.summary(after))
    }

    /// What a person gets, in a line.
    private static func summary(_ decision: JSONValue) -> String {
        let error = decision["error"]?["code"]?.string
        let parts = [
            error.map { "error \($0)" } ?? decision["decision"]?.string, decision["page"]?.string.map { "page \($0)" },
            decision["target"]?.string.map { "→ \($0)" }, decision["rule"]?.string.map { "(\($0))" },
        ]
        return Masking.masked(parts.compactMap(\.self).joined(separator: " "))
    }
}
