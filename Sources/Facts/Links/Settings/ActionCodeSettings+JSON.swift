public import ByteText

extension ActionCodeSettings {
    /// Parses settings from JSON, in the spelling of any of Firebase's SDKs or its REST API, or a mix of them.
    ///
    /// A `null` value counts as absent, and so does an object that contains only nulls, which Flutter writes.
    /// Two keys may set the same field if their values are equal; the error for contradicting values contains both keys.
    /// Unknown keys and values of the wrong type are errors, since Firebase's SDKs do not convert.
    /// The values are checked by ``validate(needsURL:in:)``. For cold paths.
    public init(_ json: JSONValue, in arena: inout ByteArena) throws(SettingsFault) {
        guard let object = json.object else {
            throw SettingsFault(.argumentError, problem: "The settings must be an object, not \(json.kindName).")
        }
        var reader = SettingsReader()
        try reader.read(object, SettingsKey.all, under: "", &arena)
        self = reader.settings
        // Firebase's SDKs reject these objects if they contain no ID.
        if reader.hasAndroid, androidPackageName == nil { androidPackageName = .empty }
        if reader.hasApple, iOSBundleID == nil { iOSBundleID = .empty }
    }
}

/// Parses a settings object, and records which key sets which field.
private struct SettingsReader {
    var settings = ActionCodeSettings()
    private(set) var hasAndroid = false
    private(set) var hasApple = false
    private var seen: [(field: SettingsField, path: String, value: JSONValue)] = []

    mutating func read(
        _ object: JSONObject, _ keys: [SettingsKey], under path: String, _ arena: inout ByteArena
    ) throws(SettingsFault) {
        for member in object.members {
            guard let key = keys.first(where: { $0.name == member.name }) else {
                throw Self.unknown(member.name, keys, under: path)
            }
            if member.value.isNull { continue }
            try set(key.field, path + key.name, member.value, &arena)
        }
    }

    private static func unknown(_ name: String, _ keys: [SettingsKey], under path: String) -> SettingsFault {
        let names = keys.map(\.name)
        // The web SDK's keys are first.
        let known = "known keys: \(names.prefix(6).joined(separator: ", "))"
        return SettingsFault(
            .argumentError, key: path + name,
            problem: "is not a known key; \(suggestion(for: name, among: names) ?? known)")
    }

    /// Records the value of a field, which must not contradict preceding keys.
    private mutating func record(_ field: SettingsField, _ path: String, _ value: JSONValue) throws(SettingsFault) {
        if let other = seen.first(where: { $0.field == field && $0.value != value }) {
            throw SettingsFault(
                .argumentError, key: path,
                problem:
                    "contradicts \"\(other.path)\": both are the same setting, with different values; keep one of them")
        }
        seen.append((field, path, value))
    }

    private mutating func set(
        _ field: SettingsField, _ key: String, _ value: JSONValue, _ arena: inout ByteArena
    ) throws(SettingsFault) {
        switch field {
        case .url: settings.url = try text(value, key, .invalidContinueURI, &arena)
        case .handleCodeInApp: settings.handleCodeInApp = try bool(value, key)
        case .android:
            let object = try object(value, key)
            if !Self.asksForNothing(object) { hasAndroid = true }
            try read(object, SettingsKey.android, under: "\(key).", &arena)
        case .androidPackageName: settings.androidPackageName = try text(value, key, .argumentError, &arena)
        case .androidInstallApp: settings.androidInstallApp = try bool(value, key)
        case .androidMinimumVersion:
            let version = try text(value, key, .argumentError, &arena)
            // Node rejects an empty version, and other SDKs ignore it.
            if version.isEmpty { throw SettingsFault(.argumentError, key: key, problem: "must not be empty") }
            settings.androidMinimumVersion = version
        case .apple:
            let object = try object(value, key)
            if !Self.asksForNothing(object) { hasApple = true }
            try read(object, SettingsKey.apple, under: "\(key).", &arena)
        case .iOSBundleID: settings.iOSBundleID = try text(value, key, .argumentError, &arena)
        case .iOSAppStoreID: settings.iOSAppStoreID = try text(value, key, .argumentError, &arena)
        case .linkDomain: settings.linkDomain = try text(value, key, .invalidHostingLinkDomain, &arena)
        case .dynamicLinkDomain: settings.dynamicLinkDomain = try text(value, key, .invalidDynamicLinkDomain, &arena)
        }
        if field != .android, field != .apple { try record(field, key, value) }
    }

    /// Whether an object contains only nulls, apart from `installApp: false`, as written by Flutter. Firebase's
    /// SDKs reject an empty object.
    private static func asksForNothing(_ object: JSONObject) -> Bool {
        object.members.contains { $0.value.isNull }
            && object.members.allSatisfy { $0.value.isNull || $0.value == false }
    }

    private func object(_ json: JSONValue, _ key: String) throws(SettingsFault) -> JSONObject {
        guard let object = json.object else {
            throw SettingsFault(.argumentError, key: key, problem: "must be an object, not \(json.kindName)")
        }
        return object
    }

    private func text(
        _ json: JSONValue, _ key: String, _ code: LinkFault.Code, _ arena: inout ByteArena
    ) throws(SettingsFault) -> TextRange {
        guard let text = json.string else {
            throw SettingsFault(code, key: key, problem: "must be a string, not \(json.kindName)")
        }
        return arena.append(text)
    }

    private func bool(_ json: JSONValue, _ key: String) throws(SettingsFault) -> Bool {
        guard let bool = json.bool else {
            throw SettingsFault(.argumentError, key: key, problem: "must be true or false, not \(json.kindName)")
        }
        return bool
    }
}

/// The reason why settings are invalid, or why no mail link can be composed from them: Firebase's code, and the invalid key.
///
/// Contains no values, which may be mail addresses.
public struct SettingsFault: Error, Equatable, Sendable {
    /// The code, in the web SDK's spelling.
    public var code: LinkFault.Code
    /// The key including its parent, `android.installApp`; empty if no single key is at fault.
    public var key: String
    /// The error and the expected value, as the rest of a sentence that begins with the key.
    public var problem: String

    /// Creates a fault. `code` determines the code of the response; `problem` continues a sentence that begins with the key.
    public init(_ code: LinkFault.Code, key: String = "", problem: String) {
        self.code = code
        self.key = key
        self.problem = problem
    }

    /// A fault of settings or of a link, with its own message.
    public init(_ fault: LinkFault) {
        self.init(fault.code, problem: fault.message)
    }

    /// The error message, as a sentence.
    public var message: String {
        key.isEmpty ? problem : "\"\(key)\" \(problem)"
    }
}
