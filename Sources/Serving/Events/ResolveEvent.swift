import ByteText
import Libevent
import Links
import LogFormats

/// The event of an app that has resolved a token from before its installation. It contains nothing about the caller.
package struct ResolveEvent: Sendable {
    /// The site of the link.
    package var site: String
    /// The short link, if the store has it.
    package var shortLink: String?
    /// The clicked link.
    package var url: String
    /// How the token was transferred: `referrer` or `clipboard`.
    package var method: String
    /// An identifier of the token: equal for all requests with it, and useless for requests.
    package var claim: String
    /// The request identifier, as in the access log.
    package var identifier: [UInt8]

    package init(
        site: String, shortLink: String?, url: String, method: String, claim: String, identifier: [UInt8]
    ) {
        (self.site, self.shortLink, self.url) = (site, shortLink, url)
        (self.method, self.claim, self.identifier) = (method, claim, identifier)
    }

    /// The event, without an ID.
    package func json(isUnmasked: Bool) -> [UInt8] {
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
