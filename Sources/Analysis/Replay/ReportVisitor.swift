public import ByteText
public import LinkCatalog
public import LogFormats
public import Routing

/// Produces reports, comparisons and exports: one worker's sums and exported lines.
public struct ReportVisitor: ReplayVisitor {
    private let plan: ReportPlan
    private var sums: ReplaySums
    private var comparison: Comparison?
    private var export: Export?
    private var sampler = AddressSampler()
    /// Whether all addresses are compared or exported.
    private let readsEveryAddress: Bool

    /// - Parameter links: The short links of all decisions, if they are of the past; `nil` for those of the plan.
    /// - Throws: If the rules to compare with can't be run.
    public init(_ plan: ReportPlan, links: PastLinks? = nil) throws {
        self.plan = plan
        sums = ReplaySums(plan.ruleSet)
        comparison = try plan.before.map { try Comparison(plan, against: $0, links) }
        export = plan.export.map { Export($0, plan.ruleSet, against: plan.before, sources: plan.sources) }
        readsEveryAddress = comparison != nil || export != nil
    }

    /// A report needs addresses only for comparing them with logged ones and for its few samples.
    public func readsAddresses(of record: inout LogRecord) -> Bool {
        if readsEveryAddress { return true }
        if record.location != nil { return true }
        return record.logged != nil
    }

    /// Counts a decided click, and compares and exports it if the plan requires it.
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
        // Returns early, because passing the arguments on copies large values.
        if !readsEveryAddress { return }
        let before = comparison?.compare(record, request, outcome, line, in: &arena)
        export?.write(record, request, outcome, line, before: before, in: arena)
    }

    /// Counts a line about candidate rules.
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

    /// Passes on the block's exported lines.
    public mutating func endBlock(_ sequence: Int) {
        guard let lines = export?.drainLines() else { return }
        plan.exported(lines, sequence)
    }

    /// Returns the worker's sums, including those of its comparison.
    public consuming func finish() -> ReplaySums {
        var sums = sums
        sums.changes = comparison?.sums
        return sums
    }
}

extension ReplaySums {
    /// Adds the sums of all visitors of a replay. Throws if they are incompatible. Rules of the same name count as one if the
    /// lines were decided by several rule sets.
    public init(_ result: ReplayResult<ReplaySums>, _ plan: ReportPlan) throws(SumsMismatch) {
        var sums = result.sums.isEmpty ? ReplaySums(plan.ruleSet) : try ReplaySums(joining: result.sums)
        sums.isPartial = result.wasInterrupted
        sums.selection = SelectedLines(result.selection)
        sums.counts = result.counts
        for (reading, source) in zip(result.readings, plan.sources) {
            guard let format = reading.format, reading.counts.lines > 0 else { continue }
            sums.formats.add(format.name, FormatSums(reading, source: source))
        }
        sums.resolve(result.lineNumbers)
        self = sums
    }
}
