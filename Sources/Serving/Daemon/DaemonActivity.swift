import Clicks
import Telemetry
import ByteText
public import LinkSource
import Links
public import Routing
import Server
import Settings

/// A daemon's counters since startup, summed over all workers.
public struct DaemonActivity: Sendable {
    /// Responses by status, of all listeners.
    public internal(set) var responses: [Int: UInt64] = [:]
    /// The number of open connections.
    public internal(set) var openConnections: UInt64 = 0
    /// Rejected requests and connections, by reason as in the metrics.
    public internal(set) var shed: [String: UInt64] = [:]
    /// A histogram of decision times: the bound in nanoseconds, and the number of decisions between the previous bound and
    /// this one. The last bucket is unbounded.
    public internal(set) var durations: [(bound: UInt64?, count: UInt64)] = []
    /// The state of replication; `nil` without a source.
    public internal(set) var source: SourceCondition?
    private let totals: DecisionTotals

    init(_ requests: WorkerCounters, _ totals: DecisionTotals, _ source: SourceCondition?) {
        (self.source, self.totals) = (source, totals)
        openConnections = requests.open
        requests.forEachResponse { _, code, count in responses[code, default: 0] += count }
        for reason in ShedReason.allCases { shed[reason.rawValue] = requests.shed(for: reason) }
        let bounds = DurationHistogram.bounds.map { $0.nanoseconds as UInt64? } + [nil]
        durations = zip(bounds, totals.durations.counts).map { (bound: $0, count: $1) }
    }

    /// The total number of responses.
    public var requestCount: UInt64 { responses.values.reduce(0, +) }

    /// The decisions of a kind about links of some sites, or, if `nil`, about all links, including those of no site.
    public func decisions(_ kind: DecisionKind, sites: Set<String>?) -> UInt64 {
        totals.bySite.reduce(0) { sum, site in
            sites?.contains(site.key) ?? true ? sum + (site.value[kind] ?? 0) : sum
        }
    }

    /// The refused links of some sites by reason code, or, if `nil`, all refused links; `rule` if a rule refuses.
    public func refusals(sites: Set<String>?) -> [String: UInt64] { totals.reasons(sites: sites) }
}

/// A refused request, from the decision log.
public struct RefusedRequest: Sendable {
    /// The decision's ID; `nil` if the line has none.
    public var id: String?
    /// The time, as in the log.
    public var time: String
    /// The link, with secrets masked.
    public var link: String
    /// The reason code.
    public var error: String
}

/// A decision, from the decision log.
public struct LoggedDecision: Sendable {
    /// The decision's ID.
    public var id: String
    /// The time, as in the log.
    public var time: String
    /// The link, with secrets masked.
    public var link: String
    /// The kind of decision.
    public var decision: String
    /// The rule that decided, or the reason code of a refusal; `nil` if the line has neither.
    public var rule: String?
}

extension DaemonView {
    /// The number of log lines that are searched for refusals.
    public static let mostLines = 2_000
    private static let mark = Array("\"decision\":\"error\"".utf8)

    /// The refused requests among the latest decisions, in the order of the log; empty without a decision log file. Reads the
    /// end of the file: don't call it on an event loop's thread.
    ///
    /// - Parameters:
    ///   - count: The maximum number of listed requests.
    ///   - sites: The sites whose links may be listed, or `nil` for all.
    public func recentRefusals(_ count: Int, sites: Set<String>?) -> [RefusedRequest] {
        var refusals: [RefusedRequest] = []
        guard let path = settings.decisionLog else { return refusals }
        for line in LogTail(path).lines(Self.mostLines).reversed() where Self.contains(Self.mark, line) {
            guard let json = try? JSONValue(parsing: line.span), json["decision"]?.string == "error",
                let link = json["input"]?["link"]?.string, !ProbeCode.isIn(link.utf8.span), isShown(link, sites)
            else { continue }
            refusals.append(
                RefusedRequest(
                    id: json["decision_id"]?.string, time: json["ts"]?.string ?? "", link: Masking.masked(link),
                    error: json["error"]?.string ?? "refused"))
            if refusals.count == count { break }
        }
        return refusals.reversed()
    }

    /// The latest decisions, in the order of the log; empty without a decision log file. Reads the end of the file: don't call it
    /// on an event loop's thread.
    ///
    /// - Parameters:
    ///   - count: The maximum number of decisions.
    ///   - sites: The sites whose links may be listed, or `nil` for all.
    public func latestDecisions(_ count: Int, sites: Set<String>?) -> [LoggedDecision] {
        guard let path = settings.decisionLog else { return [] }
        var latest: [LoggedDecision] = []
        for line in LogTail(path).lines(Self.mostLines).reversed() {
            guard latest.count < count else { break }
            guard let json = try? JSONValue(parsing: line.span), let decision = json["decision"]?.string,
                let id = json["decision_id"]?.string, let link = json["input"]?["link"]?.string,
                !ProbeCode.isIn(link.utf8.span), isShown(link, sites)
            else { continue }
            latest.append(
                LoggedDecision(
                    id: id, time: json["ts"]?.string ?? "", link: Masking.masked(link), decision: decision,
                    rule: json["rule"]?.string ?? json["error"]?.string))
        }
        return latest.reversed()
    }

    /// Whether a line contains a text. Most lines don't, and need not be parsed.
    static func contains(_ mark: [UInt8], _ line: [UInt8]) -> Bool {
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
