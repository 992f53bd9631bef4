import ByteText
import HTTP
import Libevent
import LinkStore
import LogFormats
import Server
import Threads

/// Who changed what: a line of JSON for each change that a client has asked for, and for each time that somebody signs in or
/// out. Written from any thread; changes are seldom, so a lock is no matter.
final class AuditLog: Sendable {
    /// The most links that a line names; of more it says how many there are.
    private static let mostLinks = 100

    private let ring: Locked<LogRing>

    init(_ ring: LogRing) { self.ring = Locked(ring) }

    /// Writes what came of a request.
    ///
    /// - Parameters:
    ///   - status: That of the answer; nil where the work goes on after it.
    ///   - links: The links that were made, changed or deleted: `example.page.link/CODE`.
    ///   - ruleSet: The hash of the rules that a reload has ended with.
    func record(_ asked: AuditedRequest, _ status: Status?, links: [String] = [], ruleSet: String? = nil) {
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { json in
            json.beginObject()
            json.member("request_id", asked.identifier.span)
            json.name("client")
            if let client = asked.client { json.string(client) } else { json.null() }
            if let subject = asked.subject { json.member("subject", subject) }
            json.member("by", asked.credential.rawValue)
            json.name("remote")
            if let address = asked.address { json.string(address.description) } else { json.null() }
            json.member("operation", asked.operation)
            json.name("status")
            if let status { json.number(JSONNumber(Int(status.code))) } else { json.null() }
            if !links.isEmpty {
                json.member("count", links.count)
                json.name("links")
                json.beginArray()
                for link in links.prefix(Self.mostLinks) { json.string(link) }
                json.endArray()
            }
            if let site = asked.site { json.member("site", site) }
            if let file = asked.file { json.member("file", file) }
            if let until = asked.until { json.member("until", Timestamp.text(until)) }
            if let reason = asked.reason { json.member("reason", reason) }
            if let ruleSet { json.member("ruleset", ruleSet) }
            json.endObject()
        }
        let line = DecisionLineWriter.line("audit", of: json.span, at: .now)
        ring.withLock { _ = $0.append(line.span) }
    }
}

/// A request for a change, as the audit log has it.
struct AuditedRequest: Sendable {
    /// How the client has shown who it is.
    enum CredentialKind: String, Sendable {
        case token, key, session, socket
        /// By what the identity provider says.
        case openid
    }

    /// The name of the token or key, or what the identity provider calls the person; nil where nobody knows who it is.
    var client: String?
    /// The person at the identity provider; nil for what has signed in with a token.
    var subject: String?
    var credential: CredentialKind
    var address: IPAddress?
    /// The request's name, as the access log has it.
    var identifier: [UInt8]
    /// What was asked for: the name of an operation of the API or of the control socket, `signIn` or `signOut`.
    var operation: String
    /// The site that it is about; nil for none.
    var site: String?
    /// The file of the rules that it is about, relative to their directory; nil for none.
    var file: String?
    /// Until when it holds, in seconds since the epoch; nil where it has no end.
    var until: Int64?
    /// Why, in the words of whoever asked, without secrets; nil where nothing was said.
    var reason: String?
}

/// One worker's way to the audit log.
struct AuditTrail {
    let log: AuditLog?
    /// The name of the request under way.
    let identifier: () -> [UInt8]

    /// No log.
    static var none: AuditTrail { AuditTrail(log: nil) { [] } }

    /// What the log is to have of a request; nil without a log.
    func asked(
        _ operation: String, by client: Credential?, _ credential: AuditedRequest.CredentialKind,
        _ context: RequestContext
    ) -> AuditedRequest? {
        guard log != nil else { return nil }
        return AuditedRequest(
            client: client?.name, subject: client?.subject, credential: credential, address: context.peer.address,
            identifier: identifier(),
            operation: operation)
    }

    /// Writes what came of a request.
    func record(_ asked: AuditedRequest?, _ status: Status?) {
        if let log, let asked { log.record(asked, status) }
    }
}

extension LinkResult {
    /// The links that were made, changed or deleted.
    var changedLinks: [String] {
        switch self {
        case .link(let record, _): [record.key.text]
        case .each(let results): results.flatMap { (try? $0.get())?.changedLinks ?? [] }
        case .loaded, .counted, .claimed, .secret, .replicated: []
        }
    }
}
