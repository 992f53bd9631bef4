import ByteText
import HTTP
import Libevent
import LinkCatalog
import LinkStore
import LogFormats
import Server
import Threads

/// Who changed what: a line of JSON for each change that a client has asked for, and for each time that somebody signs in or
/// out. Written from any thread; changes are seldom, so a lock is no matter.
final class AuditLog: Sendable {
    /// The most links that a line names; of more it says how many there are.
    static let mostLinks = 100
    /// Differences go on a line until it has so many bytes: the ring that it waits in takes no line that is longer than itself.
    private static let mostBytes = 256 << 10

    private let ring: Locked<LogRing>

    init(_ ring: LogRing) { self.ring = Locked(ring) }

    /// Writes what came of a request.
    ///
    /// - Parameters:
    ///   - status: That of the answer; nil where the work goes on after it.
    ///   - links: The links that were made, changed or deleted: `example.page.link/CODE`.
    ///   - differences: The fields that were replaced, with their values before and after, by the link.
    ///   - ruleSet: The hash of the rules that a reload has ended with.
    func record(
        _ asked: AuditedRequest, _ status: Status?, links: [String] = [],
        differences: [(link: String, difference: LinkDifference)] = [], ruleSet: String? = nil
    ) {
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { json in
            json.beginObject()
            json.member("request_id", asked.identifier.span)
            json.name("client")
            if let client = asked.client { json.string(client) } else { json.null() }
            asked.person?.write(to: &json)
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
            if !differences.isEmpty { Self.write(differences, to: &json) }
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

    /// Writes what has changed, by the link; of more than a line holds, how many links are left out.
    private static func write(
        _ differences: [(link: String, difference: LinkDifference)], to json: inout JSONWriter
    ) {
        var (left, count) = (0, 0)
        json.name("changes")
        json.beginObject()
        for (link, difference) in differences.prefix(mostLinks) {
            var text: [UInt8] = []
            JSONWriter.append(to: &text) { difference.write(to: &$0) }
            guard count + text.count <= mostBytes, let value = try? JSONValue(parsing: text.span) else {
                left += 1
                continue
            }
            count += text.count
            json.name(link)
            json.value(value)
        }
        json.endObject()
        left += max(0, differences.count - mostLinks)
        if left > 0 { json.member("changes_left_out", left) }
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
    var person: Credential.Person?
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
            client: client?.name, person: client?.holder.person, credential: credential, address: context.peer.address,
            identifier: identifier(),
            operation: operation)
    }

    /// Writes what came of a request.
    func record(_ asked: AuditedRequest?, _ status: Status?) {
        if let log, let asked { log.record(asked, status) }
    }
}

extension LinkChange {
    /// The links that it changes or deletes.
    var changedKeys: [LinkKey] {
        switch self {
        case .update(let key, _, _, _), .delete(let key, _, _): [key]
        case .all(let changes), .each(let changes): changes.flatMap(\.changedKeys)
        default: []
        }
    }
}

extension LinkResult {
    /// The changed fields of links, by their former records; a link that another request has changed in between is left out.
    func differences(from former: [LinkKey: LinkRecord]) -> [(link: String, difference: LinkDifference)] {
        switch self {
        case .link(let record, false):
            guard let old = former[record.key], old.revision + 1 == record.revision else { return [] }
            return [(record.key.text, LinkDifference(from: old, to: record))]
        case .each(let results): return results.flatMap { (try? $0.get())?.differences(from: former) ?? [] }
        default: return []
        }
    }

    /// The links that were made, changed or deleted.
    var changedLinks: [String] {
        switch self {
        case .link(let record, _): [record.key.text]
        case .each(let results): results.flatMap { (try? $0.get())?.changedLinks ?? [] }
        case .loaded, .counted, .claimed, .secret, .replicated: []
        }
    }
}
