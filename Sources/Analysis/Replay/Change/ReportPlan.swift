public import Routing

/// What to report, compare and export; shared by the visitors of all workers.
public struct ReportPlan: Sendable {
    /// The rules whose decisions are reported.
    public var ruleSet: RuleSet
    /// The inputs' names, by index.
    public var sources: [String]
    /// The rules to compare with; nil for no comparison.
    public var before: RuleSet?
    /// Where short links are looked up that the rules do not state, as in ``ReplaySettings``.
    public var shortLinks: ShortLinkSource?
    /// The same for the rules to compare with; nil for the same place.
    public var shortLinksBefore: ShortLinkSource?
    /// The changes that the comparison expects.
    public var allowed = AllowedChanges()
    /// How many visitors there will be; they share the memory for samples and counts.
    public var workers = 1
    /// What to export; nil for nothing.
    public var export: ExportSettings?
    /// Receives a block's exported lines and the block's sequence number. Called on the workers' threads.
    public var exported: @Sendable (_ lines: [UInt8], _ sequence: Int) -> Void = { _, _ in }

    /// A plan that reports only.
    public init(_ ruleSet: RuleSet, sources: [String]) {
        self.ruleSet = ruleSet
        self.sources = sources
    }
}
