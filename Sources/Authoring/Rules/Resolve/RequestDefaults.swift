public import ByteText
import Routing

/// Default values for keys that the requests of a batch omit.
///
/// A key that is present in a request is kept, even if it is `null`, which means unknown. In `device` and `headers`,
/// members are added individually. A default is not added if the request provides the value in another form: its header
/// of the same field, its list of apps.
public struct RequestDefaults {
    private let defaults: JSONObject

    /// - Parameter stated: Keys of a request, without `link`.
    public init(_ stated: JSONObject) { defaults = stated }

    /// The request with its missing keys added. A value that is not an object is returned unchanged.
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

    /// The object, with the missing members of one of its inner objects added.
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
