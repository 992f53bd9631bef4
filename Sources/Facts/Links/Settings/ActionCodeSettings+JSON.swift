public import ByteText

extension ActionCodeSettings {
    /// Reads settings from JSON, in any spelling that Firebase's SDKs and its REST API use; one object uses one spelling.
    ///
    /// `null` means that the key is not there. A key that is not known is an error that names it, and so is a value of
    /// another kind: Firebase's SDKs do not convert. What the values say is left to ``validate(needsURL:in:)``. Cold.
    public init(_ json: JSONValue, in arena: inout ByteArena) throws(SettingsFault) {
        guard let object = json.object else {
            throw SettingsFault(.argumentError, problem: "The settings must be an object, not \(json.kindName).")
        }
        var reader = SettingsReader()
        try reader.read(object, SettingsKey.all, under: "", &arena)
        self = reader.settings
    }
}

/// Reads an object of settings, and remembers which keys were there.
private struct SettingsReader {
    var settings = ActionCodeSettings()
    private var seen: [SettingsKey] = []

    mutating func read(
        _ object: JSONObject, _ keys: [SettingsKey], under path: String, _ arena: inout ByteArena
    ) throws(SettingsFault) {
        for member in object.members {
            guard let key = keys.first(where: { $0.name == member.name }) else {
                throw Self.unknown(member.name, keys, under: path)
            }
            if member.value.isNull { continue }
            try record(key, path)
            try set(key.field, path + key.name, member.value, &arena)
        }
    }

    private static func unknown(_ name: String, _ keys: [SettingsKey], under path: String) -> SettingsFault {
        let names = keys.map(\.name)
        let first = keys.filter { $0.spellings.contains(.web) }.map(\.name).joined(separator: ", ")
        let hint = suggestion(for: name, among: names) ?? "known keys: \(first)"
        return SettingsFault(.argumentError, key: path + name, problem: "is not a known key; \(hint)")
    }

    /// Records a key, which must be compatible with those before it.
    private mutating func record(_ key: SettingsKey, _ path: String) throws(SettingsFault) {
        for other in seen {
            if other.field == key.field {
                throw SettingsFault(
                    .argumentError, key: path + key.name,
                    problem: "sets the same as \"\(other.name)\"; use only one of them")
            }
            if other.spellings.isDisjoint(with: key.spellings) {
                throw SettingsFault(
                    .argumentError, key: path + key.name,
                    problem:
                        "is the spelling of \(key.spellings.owners), but \"\(other.name)\" that of \(other.spellings.owners); "
                        + "use one spelling")
            }
        }
        seen.append(key)
    }

    private mutating func set(
        _ field: SettingsField, _ key: String, _ value: JSONValue, _ arena: inout ByteArena
    ) throws(SettingsFault) {
        switch field {
        case .url: settings.url = try text(value, key, .invalidContinueURI, &arena)
        case .handleCodeInApp: settings.handleCodeInApp = try bool(value, key)
        case .android:
            settings.androidPackageName = .empty
            try read(try object(value, key), SettingsKey.android, under: "\(key).", &arena)
        case .androidPackageName: settings.androidPackageName = try text(value, key, .argumentError, &arena)
        case .androidInstallApp: settings.androidInstallApp = try bool(value, key)
        case .androidMinimumVersion:
            let version = try text(value, key, .argumentError, &arena)
            // Node refuses it, and it means nothing to any other SDK.
            if version.isEmpty { throw SettingsFault(.argumentError, key: key, problem: "must not be empty") }
            settings.androidMinimumVersion = version
        case .apple:
            settings.iOSBundleID = .empty
            try read(try object(value, key), SettingsKey.apple, under: "\(key).", &arena)
        case .iOSBundleID: settings.iOSBundleID = try text(value, key, .argumentError, &arena)
        case .iOSAppStoreID: settings.iOSAppStoreID = try text(value, key, .argumentError, &arena)
        case .linkDomain: settings.linkDomain = try text(value, key, .invalidHostingLinkDomain, &arena)
        case .dynamicLinkDomain: settings.dynamicLinkDomain = try text(value, key, .invalidDynamicLinkDomain, &arena)
        }
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
