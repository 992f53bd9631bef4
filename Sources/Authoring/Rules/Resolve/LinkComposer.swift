public import ByteText
public import Links
public import Routing

/// Composes links for mails from JSON requests, like `compose`.
///
///     {"id": 1, "settings": {"url": "https://www.example.com/", "handleCodeInApp": true, …},
///      "action_link": "https://…/__/auth/action?mode=verifyEmail&oobCode=…&apiKey=…"}
///
/// Confined to one thread. A request may contain its own `site`.
public final class LinkComposer {
    /// The composed link, or why there is none.
    public enum Outcome: Sendable {
        case link(String, warnings: [ComposeWarning])
        case fault(SettingsFault)
        /// The request is not valid.
        case invalidRequest(String)
    }

    private let evaluators: SiteEvaluators
    private var arena = ByteArena()

    /// Compiles the rules' patterns. Throws if one can't be compiled.
    public init(_ ruleSet: RuleSet) throws {
        evaluators = try SiteEvaluators(ruleSet)
    }

    /// Handles a request. A fault of the settings is a result; only an invalid request throws.
    public func compose(_ json: JSONValue) throws(RequestFault) -> Outcome {
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
        let site = object["site"].flatMap { $0.isNull ? nil : $0 }
        do throws(SettingsFault) { return try compose(settings, text, site) } catch { return .fault(error) }
    }

    private func compose(
        _ json: JSONValue, _ actionLink: String, _ site: JSONValue?
    ) throws(SettingsFault) -> Outcome {
        arena.reset()
        let settings = try ActionCodeSettings(json, in: &arena)
        let evaluator: Evaluator
        do { evaluator = try evaluators.evaluator(for: site) } catch { throw SettingsFault(error) }
        let composed = try evaluator.compose(settings, action: arena.append(actionLink), in: &arena)
        return .link(arena.string(composed.link), warnings: composed.warnings)
    }
}

extension LinkComposer.Outcome {
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
