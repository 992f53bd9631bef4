/// What a condition says about a click.
@frozen public enum Verdict: UInt8, Sendable {
    case no = 0
    case yes = 1
    /// It depends on an unknown fact. Counts as no match, and is worth reporting.
    case unknown = 2
    /// It failed: a key that is not there, text that is not a version.
    case error = 3

    @inlinable
    init(_ truth: Bool) {
        self = truth ? .yes : .no
    }

    /// The verdict of the negated test: an unknown fact and an error stay what they are.
    var negated: Verdict {
        switch self {
        case .no: .yes
        case .yes: .no
        case .unknown, .error: self
        }
    }
}
