public import Routing

/// What is to be reported, compared and exported: what the visitors of all workers share.
public struct ReportPlan: Sendable {
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
