import Clicks
import ByteText
import Client
import Libevent

/// The observations of a host.
struct HostObservation: Sendable {
    /// The result of the DNS lookup; `nil` if the address was given.
    var lookup: HostLookups.Outcome?
    /// Each address that was tried, with the outcome of the first request.
    var connections: [Connection] = []
    /// The outcome of each request, all sent to the first address that responded.
    var outcomes: [HostQuestion: ClientOutcome] = [:]
    /// The local time when the responses arrived, in seconds since the epoch.
    var now: Int64 = 0
    /// Whether the server was verified with the user's own certificate authorities.
    var hasOwnAuthorities = false
    /// The decision log's entry for the forged client address.
    var forgedClient = ForgedClientLog.unavailable("logs.decisions names no file")

    /// One address of the host.
    struct Connection: Sendable {
        var address: SocketAddress
        var outcome: ClientOutcome
    }

    /// Whether the forged client address appears in the decision log.
    enum ForgedClientLog: Equatable, Sendable {
        case unavailable(String)
        /// The click was logged with the forged address.
        case trusted
        /// The click was logged with another address.
        case rejected
    }

    /// The first connection that completed an HTTP exchange, or else a TLS handshake.
    var working: Connection? {
        connections.first { $0.outcome.answer != nil } ?? connections.first { $0.outcome.secured != nil }
    }
}

/// The values that forged clicks contain.
enum Forgery {
    /// An address reserved for documentation (RFC 5737).
    static let client = "198.51.100.77"
    static let host = "forged.invalid"
    static let requestID = "fingerpost-doctor"
    /// The prefix of codes that are never assigned to a link.
    static let code = ProbeCode.prefix
}
