public import LogFormats
public import ByteText
public import Routing

/// What reports, comparisons and exports are made from: one worker's sums, and the lines of its export.
public struct ReportVisitor: ReplayVisitor {
    /// What all workers share.
    public struct Plan: Sendable {
        /// The rules whose decisions are reported.
        public var ruleSet: RuleSet
        /// The inputs' names, by their place.
        public var sources: [String]
        /// The rules that are compared with.
        public var before: RuleSet?
        /// Where short links are looked up that the rules do not state, as in ``ReplaySettings``.
        public var shortLinks: ShortLinkSource?
        /// The same for the rules that are compared with; nil: in the same place.
        public var shortLinksBefore: ShortLinkSource?
        public var allowed = AllowedChanges()
        /// How many visitors there will be; they share memory.
        public var workers = 1
        public var export: ExportSettings?
        /// Takes a block's lines of the export, and the block's place among all.
        public var exported: @Sendable (_ lines: [UInt8], _ sequence: Int) -> Void = { _, _ in }

        public init(_ ruleSet: RuleSet, sources: [String]) {
            self.ruleSet = ruleSet
            self.sources = sources
        }
    }

    private let plan: Plan
    private var sums: ReplaySums
    private var comparison: Comparison?
    private var export: Export?

    /// Throws where the rules that are compared with can't be run.
    public init(_ plan: Plan) throws {
        self.plan = plan
        sums = ReplaySums(plan.ruleSet)
        comparison = try plan.before.map { try Comparison(plan, against: $0) }
        export = plan.export.map { Export($0, plan.ruleSet, against: plan.before) }
    }

    public mutating func visit(
        _ record: borrowing LogRecord, _ request: borrowing ClickRequest, _ outcome: borrowing Outcome,
        in arena: inout ByteArena
    ) {
        let line = SightedLine(
            record, request, outcome.decision, source: plan.sources[Int(record.place.input)], in: &arena)
        sums.take(record, outcome, line, in: arena)
        let before = comparison?.take(record, request, outcome, line, in: &arena)
        export?.write(record, request, outcome, line, before: before, in: arena)
    }

    public mutating func visit(
        _ fault: LineFault, at place: LinePlace, line: TextRange, in arena: borrowing ByteArena
    ) {
        sums.take(fault, SampledPlace(place, source: plan.sources[Int(place.input)]), line, in: arena)
    }

    public mutating func endBlock(_ sequence: Int) {
        guard let lines = export?.takeLines() else { return }
        plan.exported(lines, sequence)
    }

    public consuming func finish() -> ReplaySums {
        var sums = sums
        sums.changes = comparison?.sums
        return sums
    }
}

extension ReplaySums {
    /// The sums of all visitors of a replay.
    public init(_ result: ReplayResult<ReplaySums>, _ plan: ReportVisitor.Plan) throws(SumsMismatch) {
        var sums = result.sums.first ?? ReplaySums(plan.ruleSet)
        for other in result.sums.dropFirst() { try sums.merge(other) }
        sums.isPartial = result.wasInterrupted
        sums.counts = result.counts
        sums.resolve(result.lineNumbers)
        self = sums
    }
}
