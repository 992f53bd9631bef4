import ArgumentParser
import ByteText
import LinkCatalog
import Receipts
import Replay
import Routing
import ServiceFiles
import Terminal

/// `--as-was`: each line with the rules and links of its time.
extension ReplayCommand {
    func validatePast() throws {
        guard asWas else { return }
        let others = [
            ("--against-store", comparing.againstStore != nil), ("--against-map", mapping.againstMap != nil),
            ("--export", exporting.export != nil), ("--partial", reporting.partial), ("--follow", reading.follow),
        ]
        if let other = others.first(where: \.1) { throw ValidationError("--as-was and \(other.0) can't be combined") }
    }

    func runAsWas() throws {
        let selection = try selecting.selection()
        let place = try store.place(rules: rules.rules)
        MaskKeyOption.install(try RulesOption.settings(rules.rules).file, beside: place)
        let settings = try reading.settings(selection)
        let consulted = selection.condition?.demandedFacts ?? FactSet()
        let former: FormerRules
        let latest: RuleSet
        do throws(FileFault) {
            former = try FormerRules(beside: place.directory, alsoConsulted: consulted)
            latest = try former.latest().ruleSet
        } catch { throw Failure(error.description) }
        var past = PastState(
            latest: latest, ruleSet: { try? former.version($0).ruleSet }, hash: { former.hash(at: $0) })
        past.links = try place.pastLinks()
        if verify { return try verify(settings, past, former) }
        past.proposal = try proposal(consulted)
        try report(settings, past, former)
    }

    /// The rules to compare history with; `nil` for none.
    private func proposal(_ consulted: FactSet) throws -> RuleSet? {
        guard let directory = comparing.against else { return nil }
        var option = RulesOption()
        option.rules = directory
        return try option.ruleSet(alsoConsulted: consulted)
    }

    private func verify(_ settings: ReplaySettings, _ past: PastState, _ former: FormerRules) throws {
        let result = try ReplaySession.run(settings, asWas: past) { rules, _ in Verifier(rules) }
        try ReplaySession.end(after: result, of: settings.inputs, former) {
            try tellVerification(result, of: settings.inputs)
        }
    }

    private func report(_ settings: ReplaySettings, _ past: PastState, _ former: FormerRules) throws {
        try reporting.checkPlaces(inputs: settings.inputs.map(\.name))
        var plan = ReportPlan(past.proposal ?? past.latest, sources: settings.inputs.map(\.name))
        plan.workers = settings.workers
        plan.allowed = try comparing.allowed()
        let (proposal, basis) = (past.proposal, plan)
        let showsText = !reporting.isDocument
        let result = try ReplaySession.run(
            settings, asWas: past, tellsBadLines: !(showsText && Terminal.current().isTerminal)
        ) { rules, links in
            var plan = basis
            if proposal == nil { plan.ruleSet = rules } else { plan.before = rules }
            return try ReportVisitor(plan, links: links)
        }
        let sums = try ReplaySums(result, plan)
        try ReplaySession.end(after: result, of: settings.inputs, former) {
            try reporting.finish(sums, sources: plan.sources)
        }
    }
}

extension ReplaySession {
    /// Runs a replay in which each line has the rules and links of its time.
    fileprivate static func run<Visitor: ReplayVisitor>(
        _ settings: ReplaySettings, asWas past: PastState, tellsBadLines: Bool = true,
        makeVisitor: @escaping @Sendable (RuleSet, PastLinks?) throws -> Visitor
    ) throws -> ReplayResult<Visitor.Sums> {
        try run(tellsBadLines: tellsBadLines, resultsComeLater: true) { progress in
            try Replay.run(
                settings, asWas: past, isInterrupted: { Interruption.isRequested }, progress: progress,
                makeVisitor: makeVisitor)
        }
    }

    /// Reports the result, then the rule sets that are not kept, which make the exit code 2.
    fileprivate static func end<Sums>(
        after result: ReplayResult<Sums>, of inputs: [LogInput], _ former: FormerRules, telling tell: () throws -> Void
    ) throws {
        var lines: [String] = []
        for (hash, count) in result.missingRuleSets.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            let decided = "\(counted(count, "line")) \(count == 1 ? "is" : "are") left out"
            guard !hash.isEmpty else {
                lines.append("\(decided): no rule set is kept from \(count == 1 ? "its" : "their") time")
                continue
            }
            do throws(FileFault) { _ = try former.version(hash) } catch { lines.append("\(decided): \(error)") }
        }
        let outcome = Result { try end(after: result, of: inputs, telling: tell) }
        lines.forEach { Output.error($0) }
        if case .failure(let failure as Failure) = outcome { throw failure }
        if !lines.isEmpty { throw ExitCode(2) }
        try outcome.get()
    }
}
