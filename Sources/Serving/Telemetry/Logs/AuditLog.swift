package import Access
package import ByteText
package import HTTP
import Libevent
import LinkCatalog
import LinkStore
import LogFormats
package import Server
import Threads

/// The audit log: a line of JSON for each change requested by a client, and for each sign-in and sign-out. Written from any
/// thread; changes are rare, so the cost of a lock is negligible.
package final class AuditLog: Sendable {
    /// The maximum number of links per line; further ones are written to separate lines.
    private static let mostLinks = 100
    /// Changes are added to a line up to this size: a line longer than the ring is lost.
    private static let mostBytes = 128 << 10
    /// Lines are written for a request up to this total size, to leave room for other requests.
    private static let mostBytesOfRequest = 480 << 10
    /// The capacity of the log's ring, in bytes.
    static let ringCapacity = 1 << 20

    /// The ring of the log's file, or `nil` while the settings specify none.
    private let ring = Locked<LogRing?>(nil)

    package init() {}

    /// Whether the log is enabled.
    var isOn: Bool { ring.withLock { $0 != nil } }

    /// Uses another ring from the next line on; none if `nil`.
    package func use(_ next: LogRing?) { ring.withLock { $0 = next } }

    /// Records the result of a request: a line, and further ones if it has changed many links.
    ///
    /// - Parameters:
    ///   - status: The status of the response, or `nil` if the work continues after it.
    ///   - links: The links that were created, changed or deleted.
    ///   - ruleSet: The hash of the rules after a reload.
    package func record(_ audited: AuditedRequest, _ status: Status?, links: [AuditedLink] = [], ruleSet: String? = nil)
    {
        var (rest, part, bytes) = (links[...], 1, 0)
        repeat {
            let named = bytes < Self.mostBytesOfRequest ? Self.first(rest) : []
            rest = rest.dropFirst(named.count)
            let line = Self.line(audited, status, ruleSet) { json in
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
        _ audited: AuditedRequest, _ status: Status?, _ ruleSet: String?, links: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { json in
            json.beginObject()
            audited.writeClient(to: &json)
            json.name("status")
            if let status { json.number(JSONNumber(Int(status.code))) } else { json.null() }
            links(&json)
            audited.writeSubject(to: &json)
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

    /// Writes links and their changes by link, and the number of changes omitted because the line is full.
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

/// A link created, changed or deleted by a request, for the audit log.
package struct AuditedLink: Sendable {
    /// The link after the request.
    var record: LinkRecord
    /// The link before, or `nil` if it was created.
    var former: LinkRecord?
}

/// The audit record of a request for a change.
package struct AuditedRequest: Sendable {
    /// How the client authenticated.
    package enum CredentialKind: String, Sendable {
        case token, key, session, socket
        /// At the identity provider.
        case openid
    }

    /// The name of the token or key, or the user's display name; `nil` if the client is unknown.
    package var client: String?
    /// The user of the identity provider; `nil` for a client with a token.
    package var person: Credential.Person?
    package var credential: CredentialKind
    package var address: IPAddress?
    /// The request identifier, as in the access log.
    package var identifier: [UInt8]
    /// The operation: the name of an operation of the API or the control socket, `signIn` or `signOut`.
    package var operation: String
    /// The affected site, or `nil`.
    package var site: String?
    /// The affected rule file, relative to the rules directory, or `nil`.
    package var file: String?
    /// When the change expires, in seconds since the epoch; `nil` for never.
    package var until: Int64?
    /// The reason given by the client, without secrets; `nil` if there is none.
    package var reason: String?

    package init(
        client: String?, person: Credential.Person? = nil, credential: CredentialKind, address: IPAddress?,
        identifier: [UInt8], operation: String
    ) {
        (self.client, self.person, self.credential, self.address) = (client, person, credential, address)
        (self.identifier, self.operation) = (identifier, operation)
    }
}

/// One worker's access to the audit log.
package struct AuditTrail {
    package let log: AuditLog?
    /// Returns the identifier of the current request.
    package let identifier: () -> [UInt8]

    package init(log: AuditLog?, identifier: @escaping () -> [UInt8]) {
        (self.log, self.identifier) = (log, identifier)
    }

    /// The audit record of a request; `nil` without a log.
    package func audited(
        _ operation: String, by client: Credential?, _ credential: AuditedRequest.CredentialKind,
        _ context: RequestContext
    ) -> AuditedRequest? {
        guard let log, log.isOn else { return nil }
        return AuditedRequest(
            client: client?.name, person: client?.holder.person, credential: credential, address: context.peer.address,
            identifier: identifier(),
            operation: operation)
    }

    /// Records the result of a request.
    package func record(_ audited: AuditedRequest?, _ status: Status?) {
        if let log, let audited { log.record(audited, status) }
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
    /// The links that were created, changed or deleted, for the audit log.
    package var audited: [AuditedLink] {
        switch self {
        case .link(let record, _): [AuditedLink(record: record)]
        case .changed(let record, let former): [AuditedLink(record: record, former: former)]
        case .each(let results): results.flatMap { (try? $0.get())?.audited ?? [] }
        case .loaded, .counted, .claimed, .secret, .replicated: []
        }
    }
}
