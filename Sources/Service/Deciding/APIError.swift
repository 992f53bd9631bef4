import ByteText
import HTTP

/// An error of the JSON interfaces, in the one shape that they have (google.rpc.Status, as Google's APIs write it).
struct APIError: Error {
    enum Kind {
        case badRequest, unauthenticated, forbidden, notFound, unavailable, failed

        var status: Status {
            switch self {
            case .badRequest: .badRequest
            case .unauthenticated: Status(401)
            case .forbidden: Status(403)
            case .notFound: .notFound
            case .unavailable: .serviceUnavailable
            case .failed: .internalServerError
            }
        }

        var name: StaticString {
            switch self {
            case .badRequest: "INVALID_ARGUMENT"
            case .unauthenticated: "UNAUTHENTICATED"
            case .forbidden: "PERMISSION_DENIED"
            case .notFound: "NOT_FOUND"
            case .unavailable: "UNAVAILABLE"
            case .failed: "INTERNAL"
            }
        }
    }

    var kind: Kind
    var message: String
    /// More lines, such as the diagnostics of a rule file.
    var details: [String]

    init(_ kind: Kind, _ message: String, details: [String] = []) {
        self.kind = kind
        self.message = message
        self.details = details
    }

    static var notFound: APIError { APIError(.notFound, "there is nothing at this address") }

    func write(to response: inout ResponseWriter) {
        response.begin(kind.status)
        if kind == .unauthenticated { response.field("WWW-Authenticate", "Bearer") }
        JSONBody.writeFields(to: &response)
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in
            json.beginObject()
            json.name("error")
            json.beginObject()
            json.member("code", Int(kind.status.code))
            json.member("status", kind.name)
            json.member("message", message)
            json.name("details")
            json.beginArray()
            for detail in details { json.string(detail) }
            json.endArray()
            json.endObject()
            json.endObject()
        }
        output.append(UInt8(ascii: "\n"))
        response.append(output.span)
        response.finish()
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
