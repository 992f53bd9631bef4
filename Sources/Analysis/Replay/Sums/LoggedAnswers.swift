import ByteText
import Links
import LogFormats
import Routing

/// Comparison of the logged responses with the current decisions, if the log contains responses.
struct LoggedAnswers: Sendable {
    /// Statuses have three digits; anything else is counted as 0.
    static let statusLimit = 1000
    static let sampleLimit = 10
    /// The names of the statuses. The last row has no name of its own.
    static let statusNames = (0..<statusLimit - 1).map(String.init)

    /// By logged status and kind of decision.
    var statuses = DecisionCounts(keys: statusLimit)
    var sameStatus = 0
    var otherStatus = 0
    var sameLocation = 0
    var otherLocation = 0
    /// By logged and current decision, for decision logs.
    var decisions = DecisionCounts(keys: DecisionKind.allCases.count)
    /// Lines whose status or location differs now, by rank.
    var samples = Samples<Sample>(limit: sampleLimit)

    /// A line whose response differs now.
    struct Sample: Sendable, Equatable, Comparable {
        var rank: UInt64
        var place: SampledPlace
        /// Masked, as all texts are.
        var link: String
        var loggedStatus: Int?
        var loggedLocation: String?
        var status: Int
        var location: String?

        static func < (one: Sample, other: Sample) -> Bool {
            (one.rank, one.place, one.link) < (other.rank, other.place, other.link)
        }
    }

    /// Counts a line. Returns whether it should be sampled.
    mutating func add(
        _ record: inout LogRecord, _ decision: inout Decision, in arena: borrowing ByteArena
    ) -> Bool {
        var differs = false
        let leadsToPage = Self.leadsToPage(&decision)
        if let status = record.status {
            let key = Int(status) < Self.statusLimit ? Int(status) : 0
            statuses.add(key, decision.kind.index)
            let now = decision.status
            let isSame = status == now || status == 302 && leadsToPage
            if isSame { sameStatus += 1 } else { otherStatus += 1 }
            differs = !isSame
        }
        if let location = record.location {
            var isSame = leadsToPage && Self.isPage(arena[location])
            if let now = decision.location, Self.isSame(arena[location], arena[now]) { isSame = true }
            if isSame { sameLocation += 1 } else { otherLocation += 1 }
            differs = differs || !isSame
        }
        if let kind = record.logged?.kind { decisions.add(kind.index, decision.kind.index) }
        return differs
    }

    /// Whether the front redirects to its page on another host, at a URL that only it can create. Whether such a host
    /// existed at the time depends on the former settings.
    private static func leadsToPage(_ decision: inout Decision) -> Bool {
        guard decision.page == .interstitial else { return false }
        return decision.opensByLink
    }

    /// Whether a logged URL is that of a page, `https://host/_fp/…`.
    private static func isPage(_ location: Span<UInt8>) -> Bool {
        guard let colon = location.firstIndex(of: UInt8(ascii: ":")), colon + 3 <= location.count,
            let slash = location.firstIndex(of: UInt8(ascii: "/"), from: colon + 3)
        else { return false }
        return location.extracting(slash...).starts(with: ReservedPath.pages)
    }

    /// Whether a logged URL equals the location, plain or masked.
    private static func isSame(_ logged: Span<UInt8>, _ location: Span<UInt8>) -> Bool {
        if logged.equals(location) { return true }
        return Masking.suspects(location) && logged.equals(utf8Of: Masking.masked(String(location)))
    }

    mutating func merge(_ other: LoggedAnswers) {
        statuses.merge(other.statuses)
        sameStatus += other.sameStatus
        otherStatus += other.otherStatus
        sameLocation += other.sameLocation
        otherLocation += other.otherLocation
        decisions.merge(other.decisions)
        samples.merge(other.samples)
    }
}
