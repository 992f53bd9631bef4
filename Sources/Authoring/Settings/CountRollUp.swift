/// The aggregation of click counts that are no longer kept by day.
public enum CountRollUp: String, Sendable, CaseIterable {
    /// Monthly totals.
    case month
    /// Yearly totals.
    case year
    /// A single total.
    case total
}
