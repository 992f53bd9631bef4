import ByteText
public import LinkSource
import Links
public import Routing
import Server
import Settings

/// What a daemon has counted since it started, over all workers.
public struct DaemonActivity: Sendable {
    /// Answers by status, of all listeners.
    public internal(set) var responses: [Int: UInt64] = [:]
    /// Connections that are open.
    public internal(set) var openConnections: UInt64 = 0
    /// Requests and connections that were turned away, by reason as the metrics name it.
    public internal(set) var shed: [String: UInt64] = [:]
    /// How many decisions took at most so many nanoseconds and longer than the bound before; the last has no bound.
    public internal(set) var durations: [(bound: UInt64?, count: UInt64)] = []
    /// Refused links by the code of their reason, of all sites; `rule` where a rule refuses.
    public internal(set) var refusals: [String: UInt64] = [:]
    /// How this node and its source stand; nil without a source.
    public internal(set) var source: SourceCondition?
    private var decisions: [String: [DecisionKind: UInt64]] = [:]

    init(_ requests: WorkerCounters, _ totals: DecisionTotals, _ source: SourceCondition?) {
        self.source = source
        decisions = totals.bySite
        refusals = totals.byReason
        openConnections = requests.open
        requests.forEachResponse { _, code, count in responses[code, default: 0] += count }
        for reason in ShedReason.allCases { shed[reason.rawValue] = requests.shed(for: reason) }
        let bounds = DurationHistogram.bounds.map { $0.nanoseconds as UInt64? } + [nil]
        durations = zip(bounds, totals.durations.counts).map { (bound: $0, count: $1) }
    }

    /// All answers.
    public var requestCount: UInt64 { responses.values.reduce(0, +) }

    /// The decisions of a kind about links of some sites; of all sites, and of none, where it is nil.
    public func decisions(_ kind: DecisionKind, sites: Set<String>?) -> UInt64 {
        decisions.reduce(0) { sum, site in
            sites?.contains(site.key) ?? true ? sum + (site.value[kind] ?? 0) : sum
        }
    }
}

/// A request that was refused, from the decision log.
public struct RefusedRequest: Sendable {
    /// When, as the log has it.
    public var time: String
    /// The link, secrets masked.
    public var link: String
    /// The code of the reason.
    public var error: String
}

/// The refusals among the last decisions.
public struct RecentRefusals: Sendable {
    /// The last ones, in the order of the log.
    public internal(set) var last: [RefusedRequest] = []
    /// How many there are, by the code of their reason.
    public internal(set) var byReason: [String: Int] = [:]

    /// None.
    public init() {}
}

extension DaemonView {
    /// How far back in the log refusals are looked for, in lines.
    public static let mostLines = 2_000
    private static let mark = Array("\"decision\":\"error\"".utf8)

    /// The refused requests among the last decisions; none without a file of the log. Reads the end of that file: not for the
    /// thread of a loop.
    ///
    /// - Parameters:
    ///   - count: How many are named.
    ///   - sites: The sites whose links may be named and counted; nil for all.
    public func recentRefusals(_ count: Int, sites: Set<String>?) -> RecentRefusals {
        var refusals = RecentRefusals()
        guard let path = settings.decisionLog else { return refusals }
        for line in LogTail(path).lines(Self.mostLines).reversed() where Self.hasMark(line) {
            guard let json = try? JSONValue(parsing: line.span), json["decision"]?.string == "error",
                let link = json["input"]?["link"]?.string, !ProbeCode.isIn(link.utf8.span), isShown(link, sites)
            else { continue }
            let reason = json["error"]?.string ?? "refused"
            refusals.byReason[reason, default: 0] += 1
            guard refusals.last.count < count else { continue }
            let time = json["ts"]?.string ?? ""
            refusals.last.append(RefusedRequest(time: time, link: Masking.masked(link), error: reason))
        }
        refusals.last.reverse()
        return refusals
    }

    /// Whether a line may be of a refusal: most are not, and need not be read.
    private static func hasMark(_ line: [UInt8]) -> Bool {
        var place = 0
        while place + mark.count <= line.count {
            if line[place] == mark[0], line[place..<(place + mark.count)].elementsEqual(mark) { return true }
            place += 1
        }
        return false
    }

    private func isShown(_ link: String, _ sites: Set<String>?) -> Bool {
        guard let sites else { return true }
        return ruleSet.siteName(of: link).map { sites.contains($0) } ?? false
    }
}
