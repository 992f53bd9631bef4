public import ByteText
public import Links

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
