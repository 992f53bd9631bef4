import Expressions

/// The reason why a readable line is not part of a ``LineSelection``, or can't be decided as it was.
public enum Omission: UInt8, CaseIterable, Sendable {
    /// Its time is outside the range.
    case time
    /// It has no time.
    case noTime
    /// The condition is false.
    case condition
    /// The condition depends on a fact that the line does not contain.
    case unknown
    /// The condition fails, for example because of a missing map key.
    case failure
    /// The rules that were in force are not kept.
    case pastRules
    /// The state of the short link at that time is not known.
    case pastLink

    /// The reason why a condition's verdict excludes a line; `nil` if it does not.
    init?(_ verdict: Verdict) {
        switch verdict {
        case .yes: return nil
        case .no: self = .condition
        case .unknown: self = .unknown
        case .error: self = .failure
        }
    }

    /// A stable name for programs.
    public var name: StaticString {
        switch self {
        case .time: "time"
        case .noTime: "no-time"
        case .condition: "where"
        case .unknown: "where-unknown"
        case .failure: "where-failed"
        case .pastRules: "rules-not-kept"
        case .pastLink: "link-not-kept"
        }
    }
}
