/// A responder to the web requests of a phone.
public protocol Answering {
    /// The response to a request; `nil` for third-party hosts, whose pages end a journey.
    func answer(_ request: WebRequest) -> WebAnswer?

    /// The responder at a later time.
    func later(by seconds: Int64) -> any Answering
}

/// A browser's request.
public struct WebRequest: Sendable, Hashable {
    /// The URL, without a fragment.
    public var url: String
    /// The `User-Agent` field.
    public var userAgent: String
    /// Other fields about the browser, by lowercase name.
    public var fields: [String: String]

    /// Creates a request.
    public init(url: String, userAgent: String, fields: [String: String] = [:]) {
        (self.url, self.userAgent, self.fields) = (url, userAgent, fields)
    }
}

/// A response.
public struct WebAnswer: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The target of a redirect.
    public var location: String?
    /// The `Content-Type` field.
    public var contentType: String?
    /// The body, decoded.
    public var body: String
    /// The duration of the response in seconds. Browsers stop launching apps after a while.
    public var seconds: Int

    /// Creates a response.
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

    /// Whether a browser follows `location` (RFC 9110, section 15.4).
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && location != nil }
}
