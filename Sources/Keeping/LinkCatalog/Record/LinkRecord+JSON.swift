public import ByteText
public import LinkStore
public import Links

/// A link in the format of the API and of JSON-line files.
extension LinkRecord {
    /// The short link as an address.
    public var link: String { "https://\(key.text)" }

    /// The link's current entity tag (RFC 9110, section 8.8.3).
    public var entityTag: String { "\"\(revision)\"" }

    /// Writes the link as an object with every field, so that unset ones are visible.
    ///
    /// - Parameters:
    ///   - withRevision: Whether to include the fields that the store maintains, which differ between stores. Without them,
    ///     the object is a line of a file, and has the hash of a password.
    ///   - warnings: The warnings from the creation or change of the link.
    ///   - target: The result of the last target check, or that there was none; omitted if it was not looked up.
    ///   - clicks: All clicks so far; omitted if they were not looked up.
    public func write(
        to json: inout JSONWriter, withRevision: Bool, warnings: [ShortLinkWarning] = [], target: TargetCheck?? = nil,
        clicks: UInt64? = nil
    ) {
        json.beginObject()
        json.member("link", link)
        json.member("domain", String(key.domain))
        json.member("code", String(key.code))
        for field in LinkField.contents { field.write(self, inFile: !withRevision, to: &json) }
        json.member("created", Timestamp.text(created))
        json.member("updated", Timestamp.text(updated))
        for field in LinkField.conditions { field.write(self, inFile: !withRevision, to: &json) }
        json.member("suffix", suffix.name)
        json.member("reused", fingerprint != nil)
        if withRevision { json.member("etag", entityTag) }
        if let target { Self.write(target, to: &json) }
        if let clicks { json.member("clicks", Int(clamping: clicks)) }
        ShortLinkWarning.write(warnings, as: "warnings", to: &json)
        json.endObject()
    }

    private static func write(_ target: TargetCheck?, to json: inout JSONWriter) {
        json.name("target_check")
        guard let target else { return json.null() }
        json.beginObject()
        json.member("checked", Timestamp.text(target.checked))
        json.member("outcome", target.outcome.name)
        json.name("status")
        if let status = target.status { json.int(status) } else { json.null() }
        json.name("failures")
        json.int(target.failures)
        json.name("failing_since")
        if let since = target.failingSince { json.string(Timestamp.text(since)) } else { json.null() }
        json.member("broken", target.isBroken)
        json.endObject()
    }
}

extension LinkRecord.Suffix {
    /// The name in JSON: `custom`, `short`, `unguessable`.
    public var name: StaticString {
        switch self {
        case .unguessable: "unguessable"
        case .short: "short"
        case .custom: "custom"
        }
    }

    init?(named name: String) {
        guard let suffix = Self.allCases.first(where: { $0.name.description == name }) else { return nil }
        self = suffix
    }
}

extension ShortLinkWarning {
    /// Writes the warnings as a member of an object. An empty list is omitted, as Google's APIs do.
    public static func write(_ warnings: [ShortLinkWarning], as name: StaticString, to json: inout JSONWriter) {
        guard !warnings.isEmpty else { return }
        json.name(name)
        json.beginArray()
        for warning in warnings {
            json.beginObject()
            json.member("warningCode", warning.name)
            json.member("warningMessage", warning.message)
            json.member("warningDocumentLink", documentLink)
            json.endObject()
        }
        json.endArray()
    }

    /// The warning in one readable line: the code and its meaning.
    public var line: String { "\(name): \(message)" }
}
