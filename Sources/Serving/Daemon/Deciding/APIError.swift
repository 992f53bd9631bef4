import ByteText
import HTTP
import Links

/// An error of the JSON interfaces, in the one shape that they have (google.rpc.Status, as Google's APIs write it).
struct APIError: Error {
    enum Kind {
        case badRequest, unauthenticated, forbidden, notFound, alreadyExists, changed, conditionNeeded, unprocessable
        case tooMany, unavailable, failed
        /// Asked by the name of another server.
        case misdirected

        var status: Status {
            switch self {
            case .badRequest: .badRequest
            case .unauthenticated: Status(401)
            case .forbidden: Status(403)
            case .notFound: .notFound
            case .alreadyExists: Status(409)
            case .changed: Status(412)
            case .misdirected: .misdirectedRequest
            case .conditionNeeded: Status(428)
            case .unprocessable: Status(422)
            case .tooMany: Status(429)
            case .unavailable: .serviceUnavailable
            case .failed: .internalServerError
            }
        }

        var name: StaticString {
            switch self {
            case .badRequest, .unprocessable: "INVALID_ARGUMENT"
            case .unauthenticated: "UNAUTHENTICATED"
            case .forbidden, .misdirected: "PERMISSION_DENIED"
            case .notFound: "NOT_FOUND"
            case .alreadyExists: "ALREADY_EXISTS"
            case .changed, .conditionNeeded: "FAILED_PRECONDITION"
            case .tooMany: "RESOURCE_EXHAUSTED"
            case .unavailable: "UNAVAILABLE"
            case .failed: "INTERNAL"
            }
        }
    }

    var kind: Kind
    var message: String
    /// More lines, such as the diagnostics of a rule file.
    var details: [String]
    /// A code that says more than the kind, told as google.rpc.ErrorInfo.
    var reason: String?
    /// In how many seconds it may be tried again.
    var retryAfter: Int?

    init(_ kind: Kind, _ message: String, details: [String] = [], reason: String? = nil, retryAfter: Int? = nil) {
        self.kind = kind
        self.message = message
        self.details = details
        self.reason = reason
        self.retryAfter = retryAfter
    }

    static var notFound: APIError { APIError(.notFound, "there is nothing at this address") }

    func write(to response: inout ResponseWriter) {
        response.begin(kind.status)
        if kind == .unauthenticated { response.field("WWW-Authenticate", "Bearer realm=\"fingerpost\"") }
        if let retryAfter { response.field("Retry-After", retryAfter) }
        JSONBody.writeFields(to: &response)
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.name("error")
            writeStatus(to: &json)
            json.endObject()
        }
        output.append(UInt8(ascii: "\n"))
        response.append(output.span)
        response.finish()
    }

    /// Writes google.rpc.Status.
    func writeStatus(to json: inout JSONWriter) {
        json.beginObject()
        json.member("code", Int(kind.status.code))
        json.member("status", kind.name)
        // Messages quote what they are about, and some of it is the caller's.
        json.member("message", Masking.masked(message))
        json.name("details")
        json.beginArray()
        if let reason {
            json.beginObject()
            json.member("@type", "type.googleapis.com/google.rpc.ErrorInfo")
            json.member("reason", reason)
            json.member("domain", "fingerpost")
            json.endObject()
        }
        for detail in details { json.string(Masking.masked(detail)) }
        json.endArray()
        json.endObject()
    }
}

/// What every JSON answer has in common.
enum JSONBody {
    static func writeFields(to response: inout ResponseWriter) {
        response.field("Content-Type", "application/json")
        response.field("Cache-Control", "no-store")
        response.field("Referrer-Policy", "no-referrer")
    }
}
