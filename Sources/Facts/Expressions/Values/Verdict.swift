/// The result of a condition for a click.
@frozen public enum Verdict: UInt8, Sendable {
    case no = 0
    case yes = 1
    /// The result depends on an unknown fact. Counts as no match; reported to the user.
    case unknown = 2
    /// The evaluation failed, for example on a missing map key or an invalid version.
    case error = 3

    @inlinable
    init(_ truth: Bool) {
        self = truth ? .yes : .no
    }

    /// The verdict of the negated test. Unknowns and errors are unchanged.
    var negated: Verdict {
        switch self {
        case .no: .yes
        case .yes: .no
        case .unknown, .error: self
        }
    }
}
