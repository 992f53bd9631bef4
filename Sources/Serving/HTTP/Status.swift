/// A status code of a response (RFC 9110, section 15).
public struct Status: Sendable, Hashable {
    /// The three digits as a number, 100 to 599.
    public let code: UInt16

    /// Makes a status from its number; anything that has not three digits from 100 to 599 is a programmer's mistake.
    @inlinable
    public init(_ code: UInt16) {
        precondition(code >= 100 && code < 600, "no status code of HTTP")
        self.code = code
    }

    public static let ok = Status(200)
    public static let noContent = Status(204)
    public static let found = Status(302)
    public static let notModified = Status(304)
    public static let badRequest = Status(400)
    public static let unauthorized = Status(401)
    public static let forbidden = Status(403)
    public static let notFound = Status(404)
    public static let methodNotAllowed = Status(405)
    public static let requestTimeout = Status(408)
    public static let conflict = Status(409)
    public static let preconditionFailed = Status(412)
    public static let contentTooLarge = Status(413)
    public static let targetTooLong = Status(414)
    public static let expectationFailed = Status(417)
    public static let misdirectedRequest = Status(421)
    public static let unprocessableContent = Status(422)
    public static let preconditionRequired = Status(428)
    public static let tooManyRequests = Status(429)
    public static let fieldsTooLarge = Status(431)
    public static let internalServerError = Status(500)
    public static let notImplemented = Status(501)
    public static let serviceUnavailable = Status(503)
    public static let versionNotSupported = Status(505)

    /// Whether a response with this status has no body whatever its fields say (RFC 9112, section 6.3).
    @inlinable public var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }

    /// The registered reason phrase; empty for a code that the IANA registry does not list.
    public var reason: StaticString {
        switch code {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 451: "Unavailable For Legal Reasons"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: ""
        }
    }
}
