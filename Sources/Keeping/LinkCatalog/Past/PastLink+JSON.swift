public import ByteText

/// Links of the past as JSON, for receipts.
extension PastLink {
    /// The state, without members that have their default, and the doubt.
    public var json: JSONValue {
        ["state": state?.json ?? .null, "doubt": doubt.map { .string($0.rawValue) } ?? .null]
    }

    /// Parses ``json``; `nil` if malformed.
    public init?(json: JSONValue) {
        guard json.object != nil, let state = json["state"] else { return nil }
        if !state.isNull {
            guard let read = State(json: state) else { return nil }
            self.state = read
        }
        guard let doubt = json["doubt"]?.string else { return }
        guard let read = Doubt(rawValue: doubt) else { return nil }
        self.doubt = read
    }
}

extension PastLink.State {
    private static let flags: [(name: String, place: any WritableKeyPath<PastLink.State, Bool> & Sendable)] = [
        ("deleted", \.isDeleted), ("disabled", \.isDisabled), ("unsafe", \.isUnsafe), ("limited", \.isLimited),
        ("password", \.hasPassword),
    ]

    fileprivate var json: JSONValue {
        var object = JSONObject()
        object.append("long_link", .string(longLink))
        if let starts { object.append("starts", .string(Timestamp.text(starts))) }
        if let expires { object.append("expires", .string(Timestamp.text(expires))) }
        if let expiredTarget { object.append("expired_target", .string(expiredTarget)) }
        if let cacheSeconds { object.append("cache_seconds", .number(JSONNumber(cacheSeconds))) }
        for flag in Self.flags where self[keyPath: flag.place] { object.append(flag.name, .bool(true)) }
        return .object(object)
    }

    fileprivate init?(json: JSONValue) {
        guard let longLink = json["long_link"]?.string else { return nil }
        self.longLink = longLink
        starts = json["starts"]?.string.flatMap(Timestamp.seconds)
        expires = json["expires"]?.string.flatMap(Timestamp.seconds)
        expiredTarget = json["expired_target"]?.string
        cacheSeconds = json["cache_seconds"]?.number?.int
        for flag in Self.flags { self[keyPath: flag.place] = json[flag.name]?.bool ?? false }
    }
}
