/// What the counts of days become that are no longer kept by day.
public enum CountRollUp: String, Sendable, CaseIterable {
    /// Sums of months.
    case month
    /// Sums of years.
    case year
    /// One sum of all of them.
    case total
}
