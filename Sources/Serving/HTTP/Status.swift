/// A status code of a response (RFC 9110, section 15).
public struct Status: Sendable, Hashable {
    /// The code, 100 to 599.
    public let code: UInt16

    /// Creates a status. A code outside 100 to 599 is a programming error.
    @inlinable
    public init(_ code: UInt16) {
        precondition(code >= 100 && code < 600, "not an HTTP status code")
        self.code = code
    }

    /// 200: the result is in the body.
    public static let ok = Status(200)
    /// 204: success, without a body.
    public static let noContent = Status(204)
    /// 302: a redirect, not cached unless the response allows it.
    public static let found = Status(302)
    /// 303: a redirect to be requested with GET, whatever the method was.
    public static let seeOther = Status(303)
    /// 304: the client's cached copy is still valid.
    public static let notModified = Status(304)
    /// 400: the request is malformed.
    public static let badRequest = Status(400)
    /// 401: credentials are missing or wrong; sent with `WWW-Authenticate`.
    public static let unauthorized = Status(401)
    /// 403: not allowed, regardless of credentials.
    public static let forbidden = Status(403)
    /// 404: the target does not exist.
    public static let notFound = Status(404)
    /// 405: the target does not support the method; sent with `Allow`.
    public static let methodNotAllowed = Status(405)
    /// 408: the request did not arrive in time.
    public static let requestTimeout = Status(408)
    /// 409: the state of the target does not allow the request.
    public static let conflict = Status(409)
    /// 412: a precondition such as `If-Match` failed.
    public static let preconditionFailed = Status(412)
    /// 413: the body exceeds the listener's limit.
    public static let contentTooLarge = Status(413)
    /// 414: the target alone exceeds the limit of the head.
    public static let targetTooLong = Status(414)
    /// 415: the content has another type than the resource accepts.
    public static let unsupportedMediaType = Status(415)
    /// 417: `Expect` has a value other than `100-continue`.
    public static let expectationFailed = Status(417)
    /// 421: the host is not served by this listener.
    public static let misdirectedRequest = Status(421)
    /// 422: the body is well-formed, but can't be processed.
    public static let unprocessableContent = Status(422)
    /// 428: a modifying request must be conditional (RFC 6585, section 3).
    public static let preconditionRequired = Status(428)
    /// 429: the client exceeds its rate limit (RFC 6585, section 4).
    public static let tooManyRequests = Status(429)
    /// 431: the head is too large or has too many fields (RFC 6585, section 5).
    public static let fieldsTooLarge = Status(431)
    /// 500: internal error.
    public static let internalServerError = Status(500)
    /// 501: a transfer coding or method that is not implemented.
    public static let notImplemented = Status(501)
    /// 503: overloaded or not ready; the client may retry.
    public static let serviceUnavailable = Status(503)
    /// 505: a major version other than 1.
    public static let versionNotSupported = Status(505)

    /// Whether a response with this status never has a body (RFC 9112, section 6.3).
    @inlinable public var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }

    /// The registered reason phrase; empty for a code not listed here.
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
