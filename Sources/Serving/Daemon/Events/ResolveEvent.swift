import ByteText
import Libevent
import Links
import LogFormats

/// The event of an app that has resolved a token from before its installation. It contains nothing about the caller.
struct ResolveEvent: Sendable {
    /// The site of the link.
    var site: String
    /// The short link, if the store has it.
    var shortLink: String?
    /// The clicked link.
    var url: String
    /// How the token was transferred: `referrer` or `clipboard`.
    var method: String
    /// An identifier of the token: equal for all requests with it, and useless for requests.
    var claim: String
    /// The request identifier, as in the access log.
    var identifier: [UInt8]

    /// The event, without an ID.
    func json(isUnmasked: Bool) -> [UInt8] {
        var json: [UInt8] = []
        JSONWriter.append(to: &json) { json in
            json.beginObject()
            json.member("site", site)
            json.name("link")
            if let shortLink { json.string(shortLink) } else { json.null() }
            json.member("url", isUnmasked ? url : Masking.masked(url))
            json.member("method", method)
            json.member("claim", claim)
            json.member("request_id", identifier.span)
            json.endObject()
        }
        // Without the line feed of a log line.
        return DecisionLineWriter.line(EventType.resolve.rawValue, "time", of: json.span, at: .now).dropLast()
    }
}
