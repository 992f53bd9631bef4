import Access
import ByteText
package import HTTP
import WebAddress

/// The forms of requests that resolve a click before an installation: this project's own, and those of Firebase's SDKs for
/// Apple systems.
package enum ResolveForm {
    case own
    /// The first start of an app.
    case installAttribution
    /// A launch by a universal link.
    case reopenAttribution

    /// The form of a request; `nil` for any other request.
    package init?(_ request: borrowing Request) {
        guard request.method == .post else { return nil }
        if request.path.equals("/v1/resolve") {
            self = .own
        } else if request.path.equals("/v1/installAttribution") {
            self = .installAttribution
        } else if request.path.equals("/v1/reopenAttribution") {
            self = .reopenAttribution
        } else {
            return nil
        }
    }
}

/// The request of an app.
///
/// The own form is strict: `{"token": "fp1.…"}`, or `{"referrer": "utm_source=…&fp_token=fp1.…"}` as received from Google
/// Play. Of Firebase's form one member is used; the device data is ignored.
enum ResolveRequest {
    case token([UInt8])
    case link([UInt8])
    case nothing

    /// The maximum size of a body in the own form; a referrer with its token is much shorter.
    private static let longestBody = 4096

    init(_ form: ResolveForm, body: Span<UInt8>) throws(APIError) {
        guard body.count > 0 else { throw APIError(.badRequest, "the request has no body; send it as JSON") }
        guard form != .own || body.count <= Self.longestBody else {
            throw APIError(.contentTooLarge, "the body has more than \(Self.longestBody) bytes")
        }
        let json: JSONValue
        do { json = try JSONValue(parsing: body) } catch {
            throw APIError(.badRequest, "the body is not valid JSON: \(error)")
        }
        switch form {
        case .own: self = try Self.own(json)
        case .installAttribution: self = try Self.firebase(json, "uniqueMatchLinkToCheck")
        case .reopenAttribution: self = try Self.firebase(json, "requestedLink")
        }
    }

    private static func own(_ json: JSONValue) throws(APIError) -> ResolveRequest {
        let expected = #"expected {"token": "fp1.…"} or {"referrer": "…"}"#
        guard let members = json.object?.members, members.count == 1, let value = members[0].value.string else {
            throw APIError(.badRequest, expected)
        }
        switch members[0].name {
        case "token": return .token(Array(value.utf8))
        case "referrer": return token(inReferrer: value).map { .token($0) } ?? .nothing
        default: throw APIError(.badRequest, expected)
        }
    }

    /// A token or link in a member of Firebase's form; nothing if the member is missing.
    private static func firebase(_ json: JSONValue, _ name: String) throws(APIError) -> ResolveRequest {
        guard json.object != nil else { throw APIError(.badRequest, "expected an object") }
        guard let value = json[name], !value.isNull else { return .nothing }
        guard let text = value.string else { throw APIError(.badRequest, "`\(name)` is not text") }
        let bytes = Array(text.utf8)
        return bytes.span.starts(with: "fp1.") ? .token(bytes) : .link(bytes)
    }

    /// The token among the fields of a referrer; `nil` if there is none, as after an installation without a link.
    private static func token(inReferrer text: String) -> [UInt8]? {
        var arena = ByteArena(capacity: 1024)
        var fields = QueryParameters(arena.append(text))
        while let field = fields.next(in: arena) {
            guard arena[field.name].equals(FrontHandler.tokenField), let value = field.value else { continue }
            return Array(arena.string(value).utf8)
        }
        return nil
    }
}
