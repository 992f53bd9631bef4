/// What answers the web requests of a phone.
public protocol Answering {
    /// The answer to a request, or nil for a host that is somebody else's: its pages are where a journey ends.
    func answer(_ request: WebRequest) -> WebAnswer?
}

/// What a browser asks.
public struct WebRequest: Sendable, Hashable {
    /// The address, without a fragment.
    public var url: String
    /// The field `User-Agent`.
    public var userAgent: String
    /// Other fields that tell about the browser, by their names in lower case.
    public var fields: [String: String]

    /// A request for an address.
    public init(url: String, userAgent: String, fields: [String: String] = [:]) {
        (self.url, self.userAgent, self.fields) = (url, userAgent, fields)
    }
}

/// What comes back.
public struct WebAnswer: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// Where a redirect leads.
    public var location: String?
    /// The field `Content-Type`.
    public var contentType: String?
    /// The body, decoded.
    public var body: String
    /// How long the answer took; browsers give up launching apps after a while.
    public var seconds: Int

    /// An answer.
    public init(status: Int, location: String? = nil, contentType: String? = nil, body: String = "", seconds: Int = 0) {
        (self.status, self.location, self.contentType) = (status, location, contentType)
        (self.body, self.seconds) = (body, seconds)
    }

    /// A redirect.
    public static func redirect(_ location: String, status: Int = 302) -> WebAnswer {
        WebAnswer(status: status, location: location)
    }

    /// A page.
    public static func page(_ html: String, status: Int = 200) -> WebAnswer {
        WebAnswer(status: status, contentType: "text/html; charset=utf-8", body: html)
    }

    /// Whether a browser goes on to `location` (RFC 9110, section 15.4).
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && location != nil }
}
