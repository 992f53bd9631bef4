import Access
import ByteText
import Libevent
import LinkStore
import Links
import LogFormats

/// The event of a link change.
struct LinkEvent: Sendable {
    var type: EventType
    /// The site of the link domain; `nil` if no site has it.
    var site: String?
    /// The link; `nil` if many were created at once.
    var link: LinkKey?
    /// The link's destination; `nil` if it is deleted, or no longer known.
    var url: String?
    /// The link's new revision, or the number of created links.
    var revision: UInt64
    /// The client, by the name of its token; `nil` if unknown.
    var client: String?
    /// The user of the identity provider who made the change; `nil` for any other client.
    var person: Credential.Person?
    /// The request identifier, as in the access log; `nil` if a command made the change.
    var identifier: [UInt8]?

    /// The event, without an ID.
    func json(isUnmasked: Bool, at clock: WallClock = .now) -> [UInt8] {
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { json in
            json.beginObject()
            json.name("site")
            if let site { json.string(site) } else { json.null() }
            json.name("link")
            if let link { json.string(link.text) } else { json.null() }
            json.name("url")
            if let url { json.string(isUnmasked ? url : Masking.masked(url)) } else { json.null() }
            json.member(type == .linkImported ? "count" : "revision", Int(clamping: revision))
            json.name("client")
            if let client { json.string(client) } else { json.null() }
            person?.write(to: &json)
            json.name("request_id")
            if let identifier { json.string(identifier.span) } else { json.null() }
            json.endObject()
        }
        // Without the line feed of a log line.
        return DecisionLineWriter.line(type.rawValue, "time", of: json.span, at: clock).dropLast()
    }
}

/// The type of an event, as used in events and filters.
enum EventType: String, Sendable, CaseIterable {
    /// A click, or a request to the edge about one.
    case click
    case linkCreated = "link.created"
    case linkUpdated = "link.updated"
    case linkDeleted = "link.deleted"
    /// Many links were created at once by a command. They are not listed individually.
    case linkImported = "link.imported"
    /// An app installed after a click has resolved its link.
    case resolve
}
