import AdminPages
import Clicks
import ByteText
import Configuration
import Links
import Routing
import RuleLint
import Rules
import Settings
import Threads

/// A rule set with one changed file, compared with the active one. Not thread-safe.
struct RuleDraft {
    let loaded: LoadedRules
    private let running: RuleSet
    /// `nil` if the draft has errors.
    private let changed: RuleSet?
    private let shortLinks: StoredLinks?
    private let now: Int64
    private let settings: DaemonSettings
    private let limit: WorkLimit

    /// The work limit of a draft: more than the rules and cases of a large company need.
    ///
    /// - Parameter request: The request that waits for the draft; the work stops once its client has disconnected.
    static func limit(for request: AdminPageRequest, _ patience: Duration) -> WorkLimit {
        WorkLimit(steps: 50_000_000, time: patience, isWanted: request.isAwaited)
    }

    /// - Parameters:
    ///   - loaded: The rules with the change.
    ///   - limit: The work limit, including the work of loading the rules.
    init(
        _ loaded: LoadedRules, _ running: RuleSet, _ shortLinks: StoredLinks?, _ settings: DaemonSettings, now: Int64,
        limit: WorkLimit
    ) {
        (self.settings, self.limit) = (settings, limit)
        self.loaded = loaded
        self.running = running
        self.shortLinks = shortLinks
        self.now = now
        changed = loaded.hasErrors ? nil : RuleSet(loaded, development: settings.development)
    }

    /// The errors and probable mistakes of the draft.
    func findings() -> [FileDiagnostic] {
        loaded.diagnostics
            + RuleLint.findings(
                in: loaded, development: settings.development, unprovided: settings.unprovidedFacts, limit: limit)
    }

    // MARK: - Cases

    /// The results of the cases with the draft.
    struct CaseResults {
        var passed = 0
        var failures: [Failure] = []
        /// The cases that did not run before the limit was reached. They count as failing.
        var notRun: [String] = []

        struct Failure {
            var id: String
            var mismatches: [String]
            /// Whether it passes with the active rules.
            var isNew: Bool
        }
    }

    /// Runs all cases; `nil` if the draft has errors.
    func runCases() -> CaseResults? {
        guard let changed, let runner = try? CaseRunner(changed, shortLinks: shortLinks, limit: limit),
            let before = try? CaseRunner(running, shortLinks: shortLinks)
        else { return nil }
        var results = CaseResults()
        for ruleCase in loaded.cases {
            let failure = limit.isReached ? nil : runner.run(ruleCase)
            // Beyond the limit all conditions fail, whatever the case expects.
            guard !limit.isReached else {
                results.notRun.append(ruleCase.id)
                continue
            }
            guard let failure else {
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

    /// A request that the draft decides differently.
    struct Change {
        var link: String
        var before: String
        var after: String
    }

    /// Compares the decisions of the draft and the active rules on some requests, until the limit is reached; `nil` if
    /// the draft has errors.
    func changes(of requests: [JSONValue]) -> (decided: Int, changes: [Change])? {
        guard let changed, let old = try? RequestResolver(running, shortLinks: shortLinks),
            let new = try? RequestResolver(changed, shortLinks: shortLinks, limit: limit)
        else { return nil }
        var (decided, changes) = (0, [Change]())
        for request in requests {
            guard let before = try? old.resolve(request, now: now), let after = try? new.resolve(request, now: now)
            else {
                continue
            }
            guard !limit.isReached else { break }
            decided += 1
            let (left, right) = (Self.summary(before), Self.summary(after))
            if left != right {
                changes.append(Change(link: request["link"]?.string ?? "", before: left, after: right))
            }
        }
        return (decided, changes)
    }

    /// The decisions of the active rules and of the draft on the form's request; `nil` if the draft has errors.
    ///
    /// - Throws: ``TryForm/Fault`` if the form does not contain a valid request.
    func compare(_ form: TryForm) throws(TryForm.Fault) -> (before: String, after: String)? {
        guard let changed else { return nil }
        let request = try form.request(userAgent: nil)
        let before = try TryBench(running, shortLinks, now: now).explain(request)["decision"] ?? .null
        let after = try TryBench(changed, shortLinks, now: now).explain(request)["decision"] ?? .null
        return (Self.summary(before), Self.summary(after))
    }

    /// A decision in one line.
    private static func summary(_ decision: JSONValue) -> String {
        let error = decision["error"]?["code"]?.string
        let parts = [
            error.map { "error \($0)" } ?? decision["decision"]?.string, decision["page"]?.string.map { "page \($0)" },
            decision["target"]?.string.map { "→ \($0)" }, decision["rule"]?.string.map { "(\($0))" },
        ]
        return Masking.masked(parts.compactMap(\.self).joined(separator: " "))
    }
}
