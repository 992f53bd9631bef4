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
    /// The most links that a line names; further ones are on lines of their own.
    private static let mostLinks = 100
    /// Changes go on a line until they have so many bytes: a line that is longer than the ring is lost.
    private static let mostBytes = 128 << 10
    /// A request gets lines while they have fewer bytes, so that there is room for those of others.
    private static let mostBytesOfRequest = 480 << 10
    /// The capacity of the log's ring, in bytes.
    static let ringCapacity = 1 << 20

    /// The way to the log's file; nil while the settings name none.
    private let ring = Locked<LogRing?>(nil)

    /// Whether lines go anywhere.
    var isOn: Bool { ring.withLock { $0 != nil } }

    /// Writes into another ring from the next line on; nil for none.
    func use(_ next: LogRing?) { ring.withLock { $0 = next } }

    /// Writes the result of a request: a line, and further ones if it has changed many links.
    ///
    /// - Parameters:
    ///   - status: The status of the answer, or `nil` if the work goes on after it.
    ///   - links: The links that were made, changed or deleted.
    ///   - ruleSet: The hash of the rules that a reload has ended with.
    func record(_ asked: AuditedRequest, _ status: Status?, links: [AuditedLink] = [], ruleSet: String? = nil) {
        var (rest, part, bytes) = (links[...], 1, 0)
        repeat {
            let named = bytes < Self.mostBytesOfRequest ? Self.first(rest) : []
            rest = rest.dropFirst(named.count)
            let line = Self.line(asked, status, ruleSet) { json in
                if part == 1, !links.isEmpty { json.member("count", links.count) }
                if part > 1 { json.member("part", part) }
                if !named.isEmpty {
                    Self.write(named, to: &json)
                } else if !rest.isEmpty {
                    json.member("changes_left_out", rest.count)
                    rest = []
                }
            }
            ring.withLock { _ = $0?.append(line.span) }
            bytes += line.count
            part += 1
        } while !rest.isEmpty
    }

    private static func line(
        _ asked: AuditedRequest, _ status: Status?, _ ruleSet: String?, links: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { json in
            json.beginObject()
            asked.writeClient(to: &json)
            json.name("status")
            if let status { json.number(JSONNumber(Int(status.code))) } else { json.null() }
            links(&json)
            asked.writeSubject(to: &json)
            if let ruleSet { json.member("ruleset", ruleSet) }
            json.endObject()
        }
        return DecisionLineWriter.line("audit", of: json.span, at: .now)
    }

    /// The links of the next line, each of them once.
    private static func first(_ links: ArraySlice<AuditedLink>) -> ArraySlice<AuditedLink> {
        var seen: Set<LinkKey> = []
        return links.prefix(mostLinks).prefix { seen.insert($0.record.key).inserted }
    }

    /// Writes links and their changes, by the link, and how many changes are left out because the line is full.
    private static func write(_ links: ArraySlice<AuditedLink>, to json: inout JSONWriter) {
        json.name("links")
        json.beginArray()
        for link in links { json.string(link.record.key.text) }
        json.endArray()
        let changed = links.filter { $0.former != nil }
        guard !changed.isEmpty else { return }
        var (left, count) = (0, 0)
        json.name("changes")
        json.beginObject()
        for link in changed {
            guard let former = link.former else { continue }
            var text: [UInt8] = []
            JSONWriter.append(to: &text) {
                LinkDifference(from: former, to: link.record).write(to: &$0, isMasked: true)
            }
            guard count + text.count <= mostBytes, let value = try? JSONValue(parsing: text.span) else {
                left += 1
                continue
            }
            count += text.count
            json.name(link.record.key.text)
            json.value(value)
        }
        json.endObject()
        if left > 0 { json.member("changes_left_out", left) }
    }
}

/// A link that a request has made, changed or deleted, for the audit log.
struct AuditedLink: Sendable {
    /// The link as the request has left it.
    var record: LinkRecord
    /// The link before, or `nil` if it was made.
    var former: LinkRecord?
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
        guard let log, log.isOn else { return nil }
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

extension AuditedRequest {
    fileprivate func writeClient(to json: inout JSONWriter) {
        json.member("request_id", identifier.span)
        json.name("client")
        if let client { json.string(client) } else { json.null() }
        person?.write(to: &json)
        json.member("by", credential.rawValue)
        json.name("remote")
        if let address { json.string(address.description) } else { json.null() }
        json.member("operation", operation)
    }

    fileprivate func writeSubject(to json: inout JSONWriter) {
        if let site { json.member("site", site) }
        if let file { json.member("file", file) }
        if let until { json.member("until", Timestamp.text(until)) }
        if let reason { json.member("reason", reason) }
    }
}

extension LinkResult {
    /// The links that were made, changed or deleted, for the audit log.
    var audited: [AuditedLink] {
        switch self {
        case .link(let record, _): [AuditedLink(record: record)]
        case .changed(let record, let former): [AuditedLink(record: record, former: former)]
        case .each(let results): results.flatMap { (try? $0.get())?.audited ?? [] }
        case .loaded, .counted, .claimed, .secret, .replicated: []
        }
    }
}
