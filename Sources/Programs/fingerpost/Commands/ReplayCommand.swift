import ArgumentParser
import ByteText
import CommandFiles
import LogFormats
import Replay
import Routing
import ServiceFiles
import Terminal
import Threads

/// `replay`: decides the clicks of a log again, with the given rules.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Re-evaluates the clicks in access logs.",
        discussion: """
            Formats: auto (detected from the first lines), \(LogFormat.named.map(\.name).joined(separator: ", ")), \
            haproxy:host|user-agent (the captured headers by name), docker:, cri: or syslog: before the format of the \
            lines within, or a pattern such as '$remote_addr [$time_local] "$request" $status "$http_user_agent"', \
            which may be the whole log_format or LogFormat directive. The report names the format and the columns that \
            are not read. Unreadable lines are counted, and the first ones are shown; they never stop the replay. \
            Facts that a log does not contain are unknown. Uses all cores and constant memory. Ctrl-C stops it with a \
            report of the lines so far and exit code 130; with --follow it is the way to stop. A log that can't be \
            read to the end, such as truncated compressed data, is reported; the others are read, the report is \
            printed, and the exit code is 2. The exit code is also 2 if nothing could be read of a log, or no line was \
            decided. Exit code 0; 1 if --verify finds a difference, --fail-on-change a change, or --against-map a click \
            that is led elsewhere; 2 for usage or I/O errors.

            Examples:
              fingerpost replay 'logs/*.gz' --rules new --against rules --report page.html
              fingerpost replay access.log --host links.example.com --where 'device.in_app == "wechat"' --since '7d ago'
              fingerpost replay decisions.log --as-was --against proposal
              fingerpost replay access.log --against-map fingerpost.map --for haproxy-map
            """)

    @OptionGroup var reading: ReplayReadingOptions

    @OptionGroup var selecting: SelectionOptions

    @OptionGroup var rules: RulesOption

    @OptionGroup var store: StoreOption

    @OptionGroup var comparing: ComparisonOptions

    @OptionGroup var reporting: ReportOptions

    @OptionGroup var exporting: ExportOptions

    @Flag(help: "Verify a decision log by re-evaluating it, and show the first difference.")
    var verify = false

    @Flag(
        help: """
            Decide each line with the rules and the short link of its time, which a daemon keeps next to its link store; \
            with --against, compare history with the rules in that directory.
            """)
    var asWas = false

    @OptionGroup var mapping: MapComparisonOptions

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        // Checked here and not by the reading options, since `--columns help` needs no log.
        guard !reading.logs.isEmpty else { throw ValidationError("missing logs to replay; - is standard input") }
        if reporting.failOnChange, !comparing.isAsked {
            throw ValidationError("--fail-on-change needs --against or --against-store")
        }
        if reading.follow, reporting.partial {
            throw ValidationError("--partial and --follow can't be combined")
        }
        if exporting.isToStandardOutput, reporting.isDocument {
            throw ValidationError("--export - can't share standard output with a report")
        }
        let asksForReport =
            reporting.isDocument || reporting.report != nil || comparing.isAsked || exporting.export != nil
        if verify, asksForReport { throw ValidationError("--verify can't be combined with other reports") }
        if mapping.againstMap != nil, asksForReport || verify {
            throw ValidationError("--against-map can't be combined with other reports")
        }
        try validatePast()
    }

    func run() throws {
        if asWas { return try runAsWas() }
        let selection = try selecting.selection()
        let place = try store.place(rules: rules.rules)
        let ruleSet = try rules.ruleSet(place, alsoConsulted: selection.condition?.demandedFacts ?? FactSet())
        var settings = try reading.settings(selection)
        settings.shortLinks = try place.source()
        if verify { return try runVerification(settings, ruleSet) }
        if let map = try mapping.map() { return try MapReplay.run(map, settings, ruleSet) }
        try reporting.checkPlaces(inputs: settings.inputs.map(\.name))
        let file = try exportFile(settings)
        let plan = try plan(settings, ruleSet, place, file)
        // The text report contains them, too: on a terminal they would appear twice.
        let showsText = !(reporting.isDocument || exporting.isToStandardOutput)
        let result = try ReplaySession.run(
            settings, ruleSet, tellsBadLines: !(showsText && Terminal.current().isTerminal),
            resultsComeLater: !exporting.isToStandardOutput
        ) { try ReportVisitor(plan) }
        if result.wasInterrupted, reporting.partial {
            Output.error("no part is printed: it would be incomplete")
            return Interruption.endIfInterrupted()
        }
        if result.unreadInputs > 0, reporting.partial {
            throw Failure("\(ReplaySession.unread(result)); no part is printed: it would be incomplete")
        }
        try file?.finish()
        let sums = try ReplaySums(result, plan)
        try ReplaySession.end(after: result, of: settings.inputs, isPart: reporting.partial) {
            try reporting.finish(sums, sources: plan.sources, printsText: !exporting.isToStandardOutput)
        }
    }

    /// The dependencies of visitors: the rules to compare with, and the export file.
    private func plan(
        _ settings: ReplaySettings, _ ruleSet: RuleSet, _ place: StorePlace, _ file: OutputFile?
    ) throws -> ReportPlan {
        var plan = ReportPlan(ruleSet, sources: settings.inputs.map(\.name))
        plan.workers = settings.workers
        plan.before = try comparing.ruleSet(now: ruleSet)
        plan.shortLinks = settings.shortLinks
        plan.shortLinksBefore = try comparing.source(now: place)
        plan.allowed = try comparing.allowed()
        guard let file, let export = try exporting.settings(comparing: plan.before != nil) else { return plan }
        file.write(export.header)
        let output = OrderedOutput { file.write($0) }
        plan.export = export
        plan.exported = { output.write($0, sequence: $1) }
        return plan
    }

    /// The export file. One that follows a log is read while it grows.
    private func exportFile(_ settings: ReplaySettings) throws -> OutputFile? {
        try exporting.export.map { path in
            try OutputFile(
                path, force: reporting.replacing.force, isGrowing: settings.follows, inputs: settings.inputs.map(\.name)
            )
        }
    }

    func runVerification(_ settings: ReplaySettings, _ ruleSet: RuleSet) throws {
        let result = try ReplaySession.run(settings, ruleSet) { Verifier(ruleSet) }
        try ReplaySession.end(after: result, of: settings.inputs) { try tellVerification(result, of: settings.inputs) }
    }

    func tellVerification(_ result: ReplayResult<Verifier.Sums>, of inputs: [LogInput]) throws {
        var sums = Verifier.Sums()
        for part in result.sums { sums.add(part) }
        guard sums.compared > 0 else {
            throw Failure("no decisions to verify; --verify needs decision logs")
        }
        let others = sums.ofOtherRuleSets
        if others > 0 {
            let was = others == 1 ? "was" : "were"
            Output.error("\(counted(others, "decision")) \(was) made by other rules")
        }
        if sums.unverifiable > 0 { Output.error(unverified(sums)) }
        guard let first = sums.first else {
            let same = sums.compared - sums.unverifiable
            return Output.line("\(counted(same, "decision")) \(same == 1 ? "is" : "are") the same")
        }
        let name = inputs[Int(first.place.input)].name
        Output.line(
            "\(name):\(result.lineNumbers.number(of: first.place)): \(first.what) was \(first.logged), is \(first.fresh)"
        )
        Output.line(
            "\(grouped(sums.different)) of \(counted(sums.compared, "decision")) \(sums.different == 1 ? "differs" : "differ")"
        )
        throw ExitCode(1)
    }

    /// A sentence on the decisions that can't be verified, because the log lacks facts that the rules read.
    private func unverified(_ sums: Verifier.Sums) -> String {
        let names = sums.withheld.sorted().joined(separator: ", ")
        let hang = sums.unverifiable == 1 ? "depends" : "depend"
        return
            "\(counted(sums.unverifiable, "decision")) \(hang) on header fields that a decision log omits or masks (\(names)): not verified"
    }
}

/// A replay on a terminal, with progress, Ctrl-C and invalid lines.
enum ReplaySession {
    /// Runs a replay until its end or an interruption.
    ///
    /// - Parameters:
    ///   - tellsBadLines: Whether to print invalid lines to standard error, if no report contains them.
    ///   - resultsComeLater: Whether nothing is printed to standard output in the meantime.
    static func run<Visitor: ReplayVisitor>(
        _ settings: ReplaySettings, _ ruleSet: RuleSet, tellsBadLines: Bool = true, resultsComeLater: Bool = true,
        makeVisitor: @Sendable () throws -> Visitor
    ) throws -> ReplayResult<Visitor.Sums> {
        try run(tellsBadLines: tellsBadLines, resultsComeLater: resultsComeLater) { progress in
            try Replay.run(
                settings, ruleSet, isInterrupted: { Interruption.isRequested }, progress: progress,
                makeVisitor: makeVisitor)
        }
    }

    /// Runs a replay that a closure starts, as above.
    static func run<Sums>(
        tellsBadLines: Bool, resultsComeLater: Bool,
        _ replay: (_ progress: @escaping @Sendable (ReplayProgress) -> Void) throws -> ReplayResult<Sums>
    ) throws -> ReplayResult<Sums> {
        Interruption.expect()
        let line = Locked(ProgressLine(withResults: !resultsComeLater))
        let result: ReplayResult<Sums>
        do {
            defer { line.withLock { $0.clear() } }
            result = try replay { progress in line.withLock { $0.show(progress) } }
        } catch let fault as ReplayFault {
            throw Failure(fault.description)
        }
        for bad in result.badLines where tellsBadLines {
            Output.error("\(bad.path):\(bad.number): \(bad.fault.message): \(bad.text)")
        }
        if result.wasInterrupted { Output.error("interrupted: the logs were not read to the end") }
        return result
    }

    /// Reports the result, and ends the program. A partially read log must not yield the exit code of a complete one,
    /// and an unreadable log must not pass for one without clicks.
    static func end<Sums>(
        after result: ReplayResult<Sums>, of inputs: [LogInput], isPart: Bool = false, telling tell: () throws -> Void
    ) throws {
        let outcome = Result { try tell() }
        if result.wasInterrupted { Interruption.endIfInterrupted() }
        var problems = result.emptiness(of: inputs, isPart: isPart)
        if result.unreadInputs > 0 { problems.append(unread(result)) }
        if !problems.isEmpty {
            if case .failure(let failure as Failure) = outcome { throw failure }
            throw Failure(lines: problems)
        }
        try outcome.get()
    }

    /// The number of logs that were not read to the end, as a sentence.
    static func unread<Sums>(_ result: ReplayResult<Sums>) -> String {
        let count = result.unreadInputs
        guard result.readings.count > 1 else { return "the log was not read to the end" }
        return "\(grouped(count)) of \(grouped(result.readings.count)) logs "
            + "\(count == 1 ? "was" : "were") not read to the end"
    }
}
