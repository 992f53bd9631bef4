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
    /// How this node and its source stand; nil without a source.
    public internal(set) var source: SourceCondition?
    private var decisions: [String: [DecisionKind: UInt64]] = [:]

    init(_ requests: WorkerCounters, _ totals: DecisionTotals, _ source: SourceCondition?) {
        self.source = source
        decisions = totals.bySite
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

extension DaemonView {
    /// How far back in the log refusals are looked for, in lines.
    private static let mostLines = 2_000

    /// The last refused requests, in the order of the log; none without a file of one. Reads the end of that file: not for the
    /// thread of a loop.
    ///
    /// - Parameter sites: The sites whose links may be named; nil for all.
    public func lastRefusals(_ count: Int, sites: Set<String>?) -> [RefusedRequest] {
        guard let path = settings.decisionLog else { return [] }
        var refusals: [RefusedRequest] = []
        for line in LogTail(path).lines(Self.mostLines).reversed() {
            guard let json = try? JSONValue(parsing: line.span), json["decision"]?.string == "error",
                let link = json["input"]?["link"]?.string, isShown(link, sites)
            else { continue }
            refusals.append(
                RefusedRequest(
                    time: json["ts"]?.string ?? "", link: Masking.masked(link),
                    error: json["error"]?.string ?? "refused"))
            if refusals.count == count { break }
        }
        return refusals.reversed()
    }

    private func isShown(_ link: String, _ sites: Set<String>?) -> Bool {
        guard let sites else { return true }
        return ruleSet.siteName(of: link).map { sites.contains($0) } ?? false
    }
}
