import ByteText

/// A click with another answer, and both answers explained. Secrets are masked in all of it.
struct ChangeSample: Sendable, Equatable, Comparable {
    /// How many are kept for each pair of decisions before and now.
    static let limit = 3

    /// One rule set's decision about the click.
    struct Side: Sendable, Equatable {
        /// The decision as JSON, as the interfaces return it.
        var decision: JSONValue
        /// The rules that contributed, as in `explain --json`: without those that did not match.
        var rules: JSONValue
    }

    var rank: UInt64
    var place: SampledPlace
    var link: String
    var userAgent: String?
    /// Seconds since the epoch.
    var time: Int64?
    /// What differs, by name.
    var differences: [String]
    var before: Side
    var now: Side

    static func < (one: ChangeSample, other: ChangeSample) -> Bool {
        (one.rank, one.place, one.link) < (other.rank, other.place, other.link)
    }
}
