import ByteText
import Libevent
import Links
import LogFormats

/// The event of an app that came with a token from before its installation and was told where the click led. Nothing of the caller
/// is in it.
struct ResolveEvent: Sendable {
    /// The site of the link.
    var site: String
    /// The short link, if the store has it.
    var shortLink: String?
    /// The clicked link.
    var url: String
    /// By which way the token travelled: `referrer` or `clipboard`.
    var method: String
    /// The name of the token: the same for each question with it, and of no use to ask with.
    var claim: String
    /// The request's name, as the access log has it.
    var identifier: [UInt8]

    /// The event, without a name.
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
        // Without the line feed of a log.
        return DecisionLineWriter.line(EventType.resolve.rawValue, "time", of: json.span, at: .now).dropLast()
    }
}
