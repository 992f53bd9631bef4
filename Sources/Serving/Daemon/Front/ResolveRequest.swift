import ByteText
import HTTP
import WebAddress

/// What an app asks `/v1/resolve`: `{"token": "fp1.…"}`, or `{"referrer": "utm_source=…&fp_token=fp1.…"}`, as Google Play gave it.
struct ResolveRequest {
    /// What the app was given; nil where the referrer has no token.
    let token: [UInt8]?

    /// The most bytes of a body: a referrer with its token is far shorter.
    private static let longestBody = 4096

    init(body: Span<UInt8>) throws(APIError) {
        guard body.count > 0 else { throw APIError(.badRequest, "the request has no body; send it as JSON") }
        guard body.count <= Self.longestBody else {
            throw APIError(.contentTooLarge, "the body has more than \(Self.longestBody) bytes")
        }
        let json: JSONValue
        do { json = try JSONValue(parsing: body) } catch {
            throw APIError(.badRequest, "the body is not valid JSON: \(error)")
        }
        let expected = #"expected {"token": "fp1.…"} or {"referrer": "…"}"#
        guard let members = json.object?.members, members.count == 1, let value = members[0].value.string else {
            throw APIError(.badRequest, expected)
        }
        switch members[0].name {
        case "token": token = Array(value.utf8)
        case "referrer": token = Self.token(inReferrer: value)
        default: throw APIError(.badRequest, expected)
        }
    }

    /// The token among the fields of a referrer; nil without one, as where a person found the app without a link.
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
