public import ByteText
public import Links

/// A JSON request for the link of a mail, as read by `compose` and the edge.
///
///     {"id": 1, "settings": {"url": "https://www.example.com/", "handleCodeInApp": true, …},
///      "action_link": "https://…/__/auth/action?mode=verifyEmail&oobCode=…&apiKey=…"}
public struct ComposeRequest: Sendable {
    /// The identifier, which the response repeats.
    public let id: JSONValue?
    /// The request's own site; `nil` for the configured ones.
    public let site: JSONValue?
    fileprivate let settings: JSONValue
    fileprivate let actionLink: String

    /// Checks the keys and their types. The settings are checked by ``Evaluator/compose(_:in:)``.
    public init(_ json: JSONValue) throws(RequestFault) {
        guard let object = json.object else {
            throw RequestFault(key: "", problem: "must be an object, not \(json.kindName)")
        }
        let known = ["id", "settings", "action_link", "site"]
        for member in object.members where !known.contains(member.name) {
            let hint = suggestion(for: member.name, among: known) ?? "known keys: \(known.joined(separator: ", "))"
            throw RequestFault(key: member.name, problem: "is not a known key; \(hint)")
        }
        guard let settings = object["settings"] else { throw RequestFault(key: "settings", problem: "is required") }
        guard let link = object["action_link"] else { throw RequestFault(key: "action_link", problem: "is required") }
        guard let text = link.string else {
            throw RequestFault(key: "action_link", problem: "must be a string, not \(link.kindName)")
        }
        id = object["id"]
        site = object["site"].flatMap { $0.isNull ? nil : $0 }
        self.settings = settings
        actionLink = text
    }
}

extension Evaluator {
    /// Composes the link of a request with this evaluator's sites.
    public func compose(_ request: ComposeRequest, in arena: inout ByteArena) -> ComposeOutcome {
        do throws(SettingsFault) {
            let settings = try ActionCodeSettings(request.settings, in: &arena)
            let composed = try compose(settings, action: arena.append(request.actionLink), in: &arena)
            return .link(arena.string(composed.link), warnings: composed.warnings)
        } catch {
            return .fault(error)
        }
    }
}

/// The composed link, or why there is none.
public enum ComposeOutcome: Sendable {
    case link(String, warnings: [ComposeWarning])
    case fault(SettingsFault)
    /// The request is not valid.
    case invalidRequest(String)

    /// Writes `{"id", "link", "error", "warnings"}`, including nulls.
    public func write(id: JSONValue?, to json: inout JSONWriter) {
        json.beginObject()
        json.name("id")
        json.value(id ?? .null)
        var named: [ComposeWarning] = []
        switch self {
        case .link(let link, let warnings):
            json.member("link", link)
            json.nullMember("error")
            named = warnings
        case .fault(let fault):
            Self.write(fault.code.name, fault.message, status: fault.code.status, to: &json)
        case .invalidRequest(let problem):
            Self.write("invalid-request", problem, status: 400, to: &json)
        }
        json.name("warnings")
        json.beginArray()
        for warning in named { json.string(warning.name) }
        json.endArray()
        json.endObject()
    }

    private static func write(_ code: StaticString, _ message: String, status: UInt16, to json: inout JSONWriter) {
        json.nullMember("link")
        json.name("error")
        json.beginObject()
        json.member("code", code)
        json.member("message", message)
        json.member("status", Int(status))
        json.endObject()
    }
}
