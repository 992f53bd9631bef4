package import Server
package import Telemetry

/// A daemon as its admin listener sees it. Used on the worker's thread; no call blocks.
package protocol AdminService {
    /// Seconds since the epoch.
    var now: Int64 { get }
    /// Whether the daemon should receive new requests.
    var isReady: Bool { get }
    /// The status of the active rules.
    var rules: RuleSetStatus { get }
    /// Reloads the rules and then completes the ticket.
    ///
    /// - Parameter audited: The request's audit record.
    func reload(answering ticket: AnswerTicket, audited: AuditedRequest?)
    /// Completes the ticket with the metrics.
    func writeMetrics(answering ticket: AnswerTicket)
}
