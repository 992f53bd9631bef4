package import ByteText
package import HTTP
import Links

/// An error of the JSON interfaces, formatted as google.rpc.Status, as in Google's APIs, or in Dub's shape for its clients.
package struct APIError: Error {
    /// The format of an error.
    package enum Shape {
        /// google.rpc.Status.
        case google
        /// `{"error": {"code", "message"}}`, as in Dub's API.
        case dub
    }

    package var status: Status
    package var message: String
    /// More lines, such as the diagnostics of a rule file.
    package var details: [String]
    /// A code that is more specific than the status, sent as google.rpc.ErrorInfo.
    var reason: String?
    /// The delay in seconds before a retry.
    var retryAfter: Int?
    /// The format.
    var shape = Shape.google
    /// Whether the store has no link with the code. It may still arrive if it was created at another node.
    package var isOfMissingLink = false

    package init(
        _ status: Status, _ message: String, details: [String] = [], reason: String? = nil, retryAfter: Int? = nil
    ) {
        self.status = status
        self.message = message
        self.details = details
        self.reason = reason
        self.retryAfter = retryAfter
    }

    package static var notFound: APIError { APIError(.notFound, "nothing found at this address") }

    package func write(to response: inout ResponseWriter) {
        response.begin(status)
        if status == .unauthorized { response.field("WWW-Authenticate", "Bearer realm=\"fingerpost\"") }
        if let retryAfter { response.field("Retry-After", retryAfter) }
        JSONBody.writeFields(to: &response)
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.name("error")
            switch shape {
            case .google: writeStatus(to: &json)
            case .dub: writeDub(to: &json)
            }
            json.endObject()
        }
        output.append(UInt8(ascii: "\n"))
        response.append(output.span)
        response.finish()
    }

    /// The error in another format. Dub's clients don't support preconditions: a concurrent change is a conflict.
    package func shaped(_ shape: Shape) -> APIError {
        var error = self
        error.shape = shape
        if shape == .dub, status == .preconditionFailed { error.status = .conflict }
        return error
    }

    private func writeDub(to json: inout JSONWriter) {
        json.beginObject()
        json.member("code", status.dubCode)
        json.member("message", Masking.masked(([message] + details).joined(separator: "\n")))
        json.endObject()
    }

    /// Writes google.rpc.Status.
    package func writeStatus(to json: inout JSONWriter) {
        json.beginObject()
        json.member("code", Int(status.code))
        json.member("status", status.rpcName)
        // Messages quote their subject, part of which the caller supplied.
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
    /// The name of the google.rpc.Code.
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

extension Status {
    /// The error code of Dub's API, or a similar one if Dub has none.
    fileprivate var dubCode: StaticString {
        switch code {
        case 401: "unauthorized"
        case 403, 421: "forbidden"
        case 404: "not_found"
        case 409: "conflict"
        case 422: "unprocessable_entity"
        case 429: "rate_limit_exceeded"
        case 503: "service_unavailable"
        case 500...599: "internal_server_error"
        default: "bad_request"
        }
    }
}

/// The header fields of all JSON responses.
package enum JSONBody {
    package static func writeFields(to response: inout ResponseWriter) {
        response.field("Content-Type", "application/json")
        response.field("Cache-Control", "no-store")
        response.field("Referrer-Policy", "no-referrer")
    }
}
