public import ByteText
import Routing

/// What the requests of a batch are taken to state where they don't: the keys of a request in JSON.
///
/// A key that a request has stays as it is, `null` included, which states that nothing is known. Of `device` and `headers`
/// the single members count; what a request says in another way is not added to: its header of the same field, its list of
/// apps.
public struct RequestDefaults {
    private let defaults: JSONObject

    /// - Parameter stated: Keys of a request, without `link`.
    public init(_ stated: JSONObject) { defaults = stated }

    /// A request with what it lacks. What is not an object stays as it is.
    public func completing(_ request: JSONValue) -> JSONValue {
        guard !defaults.isEmpty, var object = request.object else { return request }
        for member in defaults.members {
            switch RequestKey(rawValue: member.name) {
            case .device, .headers: continue
            case .userAgent where Self.hasHeader("user-agent", request): continue
            case .acceptLanguage where Self.hasHeader("accept-language", request): continue
            default: object.append(member.name, member.value)
            }
        }
        return .object(Self.merging(defaults, "headers", Self.merging(defaults, "device", object)))
    }

    /// The object with the members of an inner one that its own lacks.
    private static func merging(_ defaults: JSONObject, _ key: String, _ object: JSONObject) -> JSONObject {
        guard let added = defaults[key] else { return object }
        guard let own = object[key] else {
            var result = object
            result.append(key, added)
            return result
        }
        guard var merged = own.object, let members = added.object?.members else { return object }
        for member in members where !(member.name == "app" && merged["apps"] != nil) {
            let isStated = key == "headers" && merged.members.contains { $0.name.lowercased() == member.name }
            if !isStated { merged.append(member.name, member.value) }
        }
        var result = JSONObject()
        for member in object.members { result.append(member.name, member.name == key ? .object(merged) : member.value) }
        return result
    }

    private static func hasHeader(_ name: String, _ request: JSONValue) -> Bool {
        (request["headers"]?.object?.members ?? []).contains { $0.name.lowercased() == name }
    }
}
