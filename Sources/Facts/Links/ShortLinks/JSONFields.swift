import ByteText

/// The members of a request object, following the conventions of Google's APIs: names in camel or snake case, `null` treated as
/// absent, and errors for unknown names.
struct JSONFields {
    private let object: JSONObject
    /// The path of the object, for messages: `dynamicLinkInfo.androidInfo`.
    private let place: String

    init(_ value: JSONValue, at place: String, known: [String]) throws(ShortLinkFault) {
        guard let object = value.object else {
            throw .invalidRequest("\(place.isEmpty ? "the body" : place) must be an object, not \(value.kindName)")
        }
        self.object = object
        self.place = place
        for member in object.members where !known.contains(where: { $0 == Self.camelCase(member.name) }) {
            let hint = suggestion(for: Self.camelCase(member.name), among: known)
            let spot = place.isEmpty ? "" : " in \(place)"
            throw .invalidRequest(
                "unknown field \"\(member.name)\"\(spot); "
                    + (hint ?? "known fields: " + known.joined(separator: ", ")))
        }
        for name in known where object.members.filter({ Self.camelCase($0.name) == name }).count > 1 {
            throw .invalidRequest("\(path(of: name)) appears twice")
        }
    }

    private static func camelCase(_ name: String) -> String {
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    func path(of name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    /// The value of a field, or `nil` if it is absent or null.
    subscript(name: String) -> JSONValue? {
        guard let member = object.members.first(where: { Self.camelCase($0.name) == name }), !member.value.isNull
        else { return nil }
        return member.value
    }

    func string(_ name: String) throws(ShortLinkFault) -> String? {
        guard let value = self[name] else { return nil }
        guard let string = value.string else {
            throw .invalidRequest("\(path(of: name)) must be a string, not \(value.kindName)")
        }
        return string
    }

    /// The string value of a field, or `nil` if it is absent, null or empty.
    func nonEmpty(_ name: String) throws(ShortLinkFault) -> String? {
        guard let text = try string(name), !text.isEmpty else { return nil }
        return text
    }

    func bool(_ name: String) throws(ShortLinkFault) -> Bool? {
        guard let value = self[name] else { return nil }
        guard let bool = value.bool else {
            throw .invalidRequest("\(path(of: name)) must be true or false, not \(value.kindName)")
        }
        return bool
    }
}
