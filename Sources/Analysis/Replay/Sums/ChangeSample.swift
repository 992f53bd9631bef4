import ByteText

/// A click that gets another answer, with both answers explained. Secrets are masked in all of it.
struct ChangeSample: Sendable, Equatable, Comparable {
    /// How many are kept of each decision before and now.
    static let limit = 3

    /// What one rule set makes of the click.
    struct Side: Sendable, Equatable {
        /// The decision as JSON, as the interfaces give it.
        var decision: JSONValue
        /// The rules that had a part in it, as `explain --json` gives them: without those that said no.
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
