public import Routing

/// The settings for reporting, comparing and exporting, shared by the visitors of all workers.
public struct ReportPlan: Sendable {
    /// The rules whose decisions are reported.
    public var ruleSet: RuleSet
    /// The inputs' names, by index.
    public var sources: [String]
    /// The rules to compare with; `nil` for no comparison.
    public var before: RuleSet?
    /// The source of short links that are not in the rules, as in ``ReplaySettings``.
    public var shortLinks: ShortLinkSource?
    /// The source of short links for the rules to compare with; `nil` to use ``shortLinks``.
    public var shortLinksBefore: ShortLinkSource?
    /// The changes that the comparison expects.
    public var allowed = AllowedChanges()
    /// The number of visitors, which share the memory for samples and counts.
    public var workers = 1
    /// The export settings; `nil` to export nothing.
    public var export: ExportSettings?
    /// Receives a block's exported lines and the block's sequence number. Called on the workers' threads.
    public var exported: @Sendable (_ lines: [UInt8], _ sequence: Int) -> Void = { _, _ in }

    /// A plan for a report only.
    public init(_ ruleSet: RuleSet, sources: [String]) {
        self.ruleSet = ruleSet
        self.sources = sources
    }
}
