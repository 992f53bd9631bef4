public import ByteText
public import LogFormats
public import Routing

/// The source of reports, comparisons and exports: one worker's sums, and the lines of its export.
public struct ReportVisitor: ReplayVisitor {
    private let plan: ReportPlan
    private var sums: ReplaySums
    private var comparison: Comparison?
    private var export: Export?
    private var sampler = AddressSampler()
    /// Whether all addresses are compared or exported.
    private let readsEveryAddress: Bool

    /// Throws if the rules to compare with can't be run.
    public init(_ plan: ReportPlan) throws {
        self.plan = plan
        sums = ReplaySums(plan.ruleSet)
        comparison = try plan.before.map { try Comparison(plan, against: $0) }
        export = plan.export.map { Export($0, plan.ruleSet, against: plan.before, sources: plan.sources) }
        readsEveryAddress = comparison != nil || export != nil
    }

    /// A report only has them where it compares them, and in its few samples.
    public func readsAddresses(of record: inout LogRecord) -> Bool {
        if readsEveryAddress { return true }
        if record.location != nil { return true }
        return record.logged != nil
    }

    /// Counts a decided click, compares it and exports it, as far as the plan says.
    public mutating func visit(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ outcome: inout Outcome,
        in arena: inout ByteArena
    ) {
        let line = SightedLine(
            &record, request, &outcome.decision, in: &arena)
        if sums.add(&record, &outcome, line, in: arena) {
            let location = sampler.location(of: request, outcome, by: plan.ruleSet, in: &arena)
            let place = SampledPlace(record.place, source: plan.sources[Int(record.place.input)])
            sums.sample(record, at: place, outcome.decision.status, location, line, in: arena)
        }
        // What they pass on is large.
        if !readsEveryAddress { return }
        let before = comparison?.compare(record, request, outcome, line, in: &arena)
        export?.write(record, request, outcome, line, before: before, in: arena)
    }

    /// Counts what a line says of rules on trial.
    public mutating func visit(_ record: inout LogRecord, bypassing reason: Bypass, in arena: inout ByteArena) {
        guard reason == .shadow else { return }
        let bytes = arena[record.line]
        guard let line = ShadowLine(reading: bytes) else { return }
        sums.shadow.add(line, at: SampledPlace(record.place, source: plan.sources[Int(record.place.input)]))
    }

    /// Counts a line that could not be read.
    public mutating func visit(
        _ fault: LineFault, at place: LinePlace, line: TextRange, in arena: borrowing ByteArena
    ) {
        sums.add(fault, SampledPlace(place, source: plan.sources[Int(place.input)]), line, in: arena)
    }

    /// Passes the block's exported lines on.
    public mutating func endBlock(_ sequence: Int) {
        guard let lines = export?.drainLines() else { return }
        plan.exported(lines, sequence)
    }

    /// Returns the worker's sums, with those of its comparison.
    public consuming func finish() -> ReplaySums {
        var sums = sums
        sums.changes = comparison?.sums
        return sums
    }
}

extension ReplaySums {
    /// Adds up the sums of all visitors of a replay. Throws if they can't be added.
    public init(_ result: ReplayResult<ReplaySums>, _ plan: ReportPlan) throws(SumsMismatch) {
        var sums = result.sums.first ?? ReplaySums(plan.ruleSet)
        for other in result.sums.dropFirst() { try sums.merge(other) }
        sums.isPartial = result.wasInterrupted
        sums.counts = result.counts
        for (reading, source) in zip(result.readings, plan.sources) {
            guard let format = reading.format, reading.counts.lines > 0 else { continue }
            sums.formats.add(format.name, FormatSums(reading, source: source))
        }
        sums.resolve(result.lineNumbers)
        self = sums
    }
}
