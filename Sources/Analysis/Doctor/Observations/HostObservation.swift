import ByteText
import Client
import Daemon
import Libevent

/// What was seen of a host.
struct HostObservation: Sendable {
    /// What its name leads to; nil where the address was given.
    var lookup: HostLookups.Outcome?
    /// Each address that was tried, and what came of the first request there.
    var connections: [Connection] = []
    /// What came of each question, all of them at the first address that answered.
    var outcomes: [HostQuestion: ClientOutcome] = [:]
    /// Our clock when the answers came, in seconds since the epoch.
    var now: Int64 = 0
    /// Whether the server was verified with the user's own certificate authorities.
    var hasOwnAuthorities = false
    /// What the decision log says of the forged client.
    var forgedClient = ForgedClientLog.unavailable("logs.decisions names no file")

    /// One address of the host.
    struct Connection: Sendable {
        var address: SocketAddress
        var outcome: ClientOutcome
    }

    /// What the decision log says of the click that stated another client's address.
    enum ForgedClientLog: Equatable, Sendable {
        case unavailable(String)
        /// The line with the click has the stated address.
        case believed
        /// It has another one.
        case disbelieved
    }

    /// The first connection on which HTTP was spoken, or at least TLS.
    var working: Connection? {
        connections.first { $0.outcome.answer != nil } ?? connections.first { $0.outcome.secured != nil }
    }
}

/// What the forged clicks state.
enum Forgery {
    /// An address of the documentation (RFC 5737).
    static let client = "198.51.100.77"
    static let host = "forged.invalid"
    static let requestID = "fingerpost-doctor"
    /// The beginning of codes that no link has.
    static let code = ProbeCode.prefix
}
