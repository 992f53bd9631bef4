public import Routing

/// The lines that a replay decides: those in a range of time whose clicks satisfy a condition.
public struct LineSelection: Sendable {
    /// The earliest time, in seconds since the epoch; `nil` for no limit.
    public var since: Int64?
    /// The end of the range, which is not part of it; `nil` for no limit.
    public var until: Int64?
    /// The condition; `nil` for all clicks.
    public var condition: ClickCondition?

    /// All lines.
    public init() {}

    /// Whether lines are selected by their time.
    var isTimed: Bool { since != nil || until != nil }

    /// The reason why a line of this time is left out; `nil` if it is selected.
    func omission(at time: Int64?) -> Omission? {
        guard let time else { return .noTime }
        return time < since ?? .min || time >= until ?? .max ? .time : nil
    }
}
