import ByteText
import Libevent
import Links
import LinkStore
import LogFormats

/// The event of a change to links.
struct LinkEvent: Sendable {
    var type: EventType
    /// The site of the link domain; nil where no site has it.
    var site: String?
    /// The link; nil where many were made at once.
    var link: LinkKey?
    /// Where the link leads; nil where it is deleted, or that is not known any more.
    var url: String?
    /// The link's revision since; of many links how many were made.
    var revision: UInt64
    /// Who asked, by the name of the token; nil where it is not known.
    var client: String?
    /// The person at the identity provider who asked; `nil` for any other client.
    var person: Credential.Person?
    /// The request's name, as the access log has it; nil where a command made the change.
    var identifier: [UInt8]?

    /// The event, without a name.
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
        // Without the line feed of a log.
        return DecisionLineWriter.line(type.rawValue, "time", of: json.span, at: clock).dropLast()
    }
}
