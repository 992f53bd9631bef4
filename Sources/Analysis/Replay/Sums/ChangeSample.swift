import ByteText

/// A click whose response changes, with explanations of both decisions. All secrets are masked.
struct ChangeSample: Sendable, Equatable, Comparable {
    /// The number of samples kept for each pair of decisions before and now.
    static let limit = 3

    /// One rule set's decision on the click.
    struct Side: Sendable, Equatable {
        /// The decision as JSON, as returned by the API.
        var decision: JSONValue
        /// The rules that contributed, in the format of `explain --json`, without those that did not match.
        var rules: JSONValue
    }

    var rank: UInt64
    var place: SampledPlace
    var link: String
    var userAgent: String?
    /// Seconds since the epoch.
    var time: Int64?
    /// The names of the differing properties.
    var differences: [String]
    var before: Side
    var now: Side

    static func < (one: ChangeSample, other: ChangeSample) -> Bool {
        (one.rank, one.place, one.link) < (other.rank, other.place, other.link)
    }
}
