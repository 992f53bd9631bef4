import ByteText
import Libevent
import Links
import LinkStore
import LogFormats

/// The events of a change to links: what was asked for, and what came of it.
struct LinkEvents: Sendable {
    /// The change.
    let change: LinkChange
    /// The sites of the link domains that it is about.
    let sites: [String: String]
    /// Who asked, by the name of the token; nil where it is not known.
    let client: String?
    /// The request's name, as the access log has it.
    let identifier: [UInt8]
    let isUnmasked: Bool

    /// The link domains that a change is about.
    static func domains(of change: LinkChange) -> Set<String> {
        switch change {
        case .create(let creation): Set([creation.record.key] + creation.otherKeys).domains
        case .update(let key, _, _, _), .delete(let key, _, _): Set([key]).domains
        case .all(let changes), .each(let changes): changes.reduce(into: []) { $0.formUnion(domains(of: $1)) }
        case .load, .count, .claim, .target, .secret, .replicate: []
        }
    }

    /// The events of the result: one for each link that was made, changed or deleted, and none for one that already was as
    /// it was to be.
    func events(of result: LinkResult) -> [[UInt8]] { events(of: result, change) }

    private func events(of result: LinkResult, _ change: LinkChange) -> [[UInt8]] {
        switch (change, result) {
        case (.create, .link(let record, true)): [event(.linkCreated, record)]
        case (.update, .link(let record, _)): [event(.linkUpdated, record)]
        case (.delete, .link(let record, _)): [event(.linkDeleted, record)]
        case (.all(let changes), .each(let results)), (.each(let changes), .each(let results)):
            zip(changes, results).flatMap { change, result in
                (try? result.get()).map { events(of: $0, change) } ?? []
            }
        default: []
        }
    }

    private func event(_ type: EventType, _ record: LinkRecord) -> [UInt8] {
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { json in
            json.beginObject()
            json.name("site")
            if let site = sites[String(record.key.domain)] { json.string(site) } else { json.null() }
            json.member("link", record.key.text)
            json.name("url")
            if record.isDeleted {
                json.null()
            } else {
                json.string(isUnmasked ? record.longLink : Masking.masked(record.longLink))
            }
            json.member("revision", Int(clamping: record.revision))
            json.name("client")
            if let client { json.string(client) } else { json.null() }
            json.member("request_id", identifier.span)
            json.endObject()
        }
        // Without the line feed of a log.
        return DecisionLineWriter.line(type.rawValue, "time", of: json.span, at: .now).dropLast()
    }
}

extension Set<LinkKey> {
    fileprivate var domains: Set<String> { Set<String>(map { String($0.domain) }) }
}
