import Clicks
public import Configuration
import Links
import Phones
public import Routing
import RuleLint
public import Rules

/// The findings of `check` about avoidable outcomes, from following the links of each site on every phone.
public struct SiteOutcomes {
    private let loaded: LoadedRules
    private let evaluator: Evaluator
    private let front: FrontInMemory
    private var findings: [FileDiagnostic] = []

    /// The maximum number of sites that are followed. Each costs a few thousand responses.
    private static let mostSites = 20

    /// All findings, site by site.
    ///
    /// - Parameters:
    ///   - ruleSet: The compiled form of `loaded`.
    ///   - now: The wall clock, in seconds since the epoch.
    /// - Throws: If there is not enough memory for the patterns of the rules.
    public static func findings(
        in loaded: LoadedRules, _ ruleSet: RuleSet, now: Int64
    ) throws -> [FileDiagnostic] {
        guard !loaded.hasErrors else { return [] }
        var outcomes = SiteOutcomes(
            loaded: loaded, evaluator: try Evaluator(ruleSet), front: try FrontInMemory(ruleSet, now: now))
        for site in loaded.sites.prefix(mostSites) { try outcomes.check(site, ruleSet) }
        outcomes.reportOmission()
        return outcomes.findings
    }

    private init(loaded: LoadedRules, evaluator: Evaluator, front: FrontInMemory) {
        (self.loaded, self.evaluator, self.front) = (loaded, evaluator, front)
    }

    private mutating func check(_ site: SiteDefinition, _ ruleSet: RuleSet) throws {
        var found: [AvoidableOutcome] = []
        for sample in try SampleLinks(site, in: ruleSet).samples {
            guard let matrix = try? OutcomeMatrix(of: sample.link, evaluator, front) else { continue }
            for (situation, cell) in matrix.cells {
                guard let kind = AvoidableOutcome.Kind(cell, situation, site, isForced: matrix.isForced) else {
                    continue
                }
                if let index = found.firstIndex(where: { $0.kind == kind }) {
                    found[index].count += 1
                } else {
                    found.append(AvoidableOutcome(kind: kind, sample: sample, situation: situation, cell: cell))
                }
            }
        }
        for outcome in found { report(outcome, site) }
    }

    private mutating func report(_ outcome: AvoidableOutcome, _ site: SiteDefinition) {
        let location = place(of: outcome, site)
        let line = location.flatMap { loaded.sources[$0.file]?.line($0.line) }
        findings.append(
            FileDiagnostic(
                outcome.kind.severity, outcome.kind.code, outcome.message, at: location, path: site.name,
                sourceLine: line, hint: outcome.kind.hint, example: outcome.example))
    }

    /// The location of the short link if it is defined by the site, else of the site's deciding rule, else of the site.
    private func place(of outcome: AvoidableOutcome, _ site: SiteDefinition) -> SourceLocation? {
        let places = loaded.places[site.name]
        if let link = outcome.sample.code.flatMap({ places?.links[$0] }) { return link }
        let rule = site.rules.first { $0.id == outcome.cell.lastRule }
        return rule.flatMap { loaded.locations[$0.id] } ?? places?.name
    }

    private mutating func reportOmission() {
        let left = loaded.sites.count - Self.mostSites
        guard left > 0 else { return }
        findings.append(
            FileDiagnostic(
                .note, .incomplete, "the links of \(left) sites were not followed on phones",
                hint: "follow one with `fingerpost outcomes LINK`"))
    }
}
