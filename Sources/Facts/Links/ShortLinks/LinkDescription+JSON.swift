public import ByteText

/// The description as request fields: `payload`, `android`, `ios`, `desktop`, `social`, `utm`, `skip_preview`.
extension LinkDescription {
    /// The field names.
    public static let keys = ["payload", "android", "ios", "desktop", "social", "utm", "skip_preview"]

    private static let android: [String: LinkParameter] = ["fallback": .afl, "minimum_version": .amv]
    private static let ios: [String: LinkParameter] = [
        "fallback": .ifl, "ipad_fallback": .ipfl, "minimum_version": .imv,
    ]
    private static let social: [String: LinkParameter] = ["title": .st, "description": .sd, "image": .si]
    private static let utm: [String: LinkParameter] = [
        "source": .utmSource, "medium": .utmMedium, "campaign": .utmCampaign, "term": .utmTerm,
        "content": .utmContent,
    ]

    /// Parses the field with one of the ``keys``.
    public mutating func read(_ key: String, _ value: JSONValue) throws(ShortLinkFault) {
        switch key {
        case "payload": payload = try Self.string(value, key)
        case "android": android = try readApp(value, key, "package", Self.android)
        case "ios": ios = try readApp(value, key, "bundle", Self.ios)
        case "desktop": try read(value, key, ["fallback": .ofl])
        case "social": try read(value, key, Self.social)
        case "utm": try read(value, key, Self.utm)
        default:
            guard let skips = value.bool else {
                throw .invalidArgument("\(key) must be true or false, not \(value.kindName)")
            }
            values[.efr] = skips ? "1" : nil
        }
    }

    /// Parses `false` for no app, or an object that may specify it.
    private mutating func readApp(
        _ value: JSONValue, _ key: String, _ name: String, _ parameters: [String: LinkParameter]
    ) throws(ShortLinkFault) -> App {
        if value.bool == false { return .none }
        let id = try read(value, key, parameters, beside: name)
        return id.map(App.named) ?? .ofSite
    }

    /// Parses an object of strings, and returns the value of the key that is not a parameter's.
    @discardableResult
    private mutating func read(
        _ value: JSONValue, _ key: String, _ parameters: [String: LinkParameter], beside other: String? = nil
    ) throws(ShortLinkFault) -> String? {
        guard let object = value.object else {
            throw .invalidArgument("\(key) must be an object, not \(value.kindName)")
        }
        var found: String?
        for member in object.members where !member.value.isNull {
            let text = try Self.string(member.value, "\(key).\(member.name)")
            if let parameter = parameters[member.name] {
                values[parameter] = text
            } else if member.name == other {
                found = text
            } else {
                let names = parameters.keys.sorted() + (other.map { [$0] } ?? [])
                throw .invalidArgument(
                    "unknown field \"\(key).\(member.name)\"; "
                        + (suggestion(for: member.name, among: names)
                            ?? "known fields: " + names.joined(separator: ", ")))
            }
        }
        return found
    }

    private static func string(_ value: JSONValue, _ key: String) throws(ShortLinkFault) -> String {
        guard let text = value.string else {
            throw .invalidArgument("\(key) must be a string, not \(value.kindName)")
        }
        return text
    }
}
