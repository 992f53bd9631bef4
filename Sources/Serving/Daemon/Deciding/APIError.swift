import ByteText
import HTTP
import Links

/// An error of the JSON interfaces, in their one shape (google.rpc.Status, as Google's APIs write it).
struct APIError: Error {
    var status: Status
    var message: String
    /// More lines, such as the diagnostics of a rule file.
    var details: [String]
    /// A code that says more than the status, sent as google.rpc.ErrorInfo.
    var reason: String?
    /// After how many seconds it may be tried again.
    var retryAfter: Int?

    init(
        _ status: Status, _ message: String, details: [String] = [], reason: String? = nil, retryAfter: Int? = nil
    ) {
        self.status = status
        self.message = message
        self.details = details
        self.reason = reason
        self.retryAfter = retryAfter
    }

    static var notFound: APIError { APIError(.notFound, "nothing found at this address") }

    func write(to response: inout ResponseWriter) {
        response.begin(status)
        if status == .unauthorized { response.field("WWW-Authenticate", "Bearer realm=\"fingerpost\"") }
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
        json.member("code", Int(status.code))
        json.member("status", status.rpcName)
        // Messages quote what they are about, some of which the caller supplied.
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

extension Status {
    /// The name that google.rpc.Code has for it.
    fileprivate var rpcName: StaticString {
        switch code {
        case 401: "UNAUTHENTICATED"
        case 403, 421: "PERMISSION_DENIED"
        case 404, 410: "NOT_FOUND"
        case 409: "ALREADY_EXISTS"
        case 412, 428: "FAILED_PRECONDITION"
        case 429: "RESOURCE_EXHAUSTED"
        case 503: "UNAVAILABLE"
        case 500...599: "INTERNAL"
        default: "INVALID_ARGUMENT"
        }
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
