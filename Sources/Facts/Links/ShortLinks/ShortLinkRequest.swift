public import ByteText

/// A request for a short link as in the Firebase Dynamic Links API (`shortLinks`, `managedShortLinks:create`).
///
/// Parsing has no side effects: no domain is looked up, and nothing is stored.
public struct ShortLinkRequest: Sendable, Equatable {
    /// The method of choosing the code of the short link.
    public enum Suffix: Sendable, Equatable {
        /// 17 random characters, which cannot be guessed.
        case unguessable
        /// 4 characters, or more if the space is exhausted.
        case short
        /// A code chosen by the caller.
        case custom(String)
    }

    /// The long link to shorten.
    public var link: LongLink
    /// The method of choosing the code.
    public var suffix: Suffix
    /// The name of a managed link.
    public var name: String?
    /// The warnings that do not depend on the site.
    public var warnings: [ShortLinkWarning] = []

    /// Parses the body of a request.
    ///
    /// - Parameter managed: Whether the request is for a managed link, which may have a name and a custom code.
    public init(_ json: JSONValue, managed: Bool) throws(ShortLinkFault) {
        let known = ["longDynamicLink", "dynamicLinkInfo", "suffix", "sdkVersion"] + (managed ? ["name"] : [])
        let fields = try JSONFields(json, at: "", known: known)
        _ = try fields.string("sdkVersion")
        let long = try fields.nonEmpty("longDynamicLink")
        switch (long, fields["dynamicLinkInfo"]) {
        case (let text?, nil):
            do throws(LinkFault) { link = try LongLink(parsing: text) } catch { throw ShortLinkFault(error) }
            if text.contains("#") { warnings.append(.linkWithFragments) }
        case (nil, let info?):
            link = try LongLink(info: info)
            if info["dynamicLinkDomain"] != nil || info["dynamic_link_domain"] != nil {
                warnings.append(.deprecatedParam)
            }
        case (nil, nil): throw .invalidRequest("specify longDynamicLink or dynamicLinkInfo")
        case (.some, .some): throw .invalidRequest("specify longDynamicLink or dynamicLinkInfo, not both")
        }
        guard link.nonEmpty(.link) != nil else { throw ShortLinkFault(LinkFault(.missingLink)) }
        suffix = try Self.suffix(fields["suffix"], managed: managed)
        name = managed ? try fields.string("name") : nil
    }

    private static func suffix(_ json: JSONValue?, managed: Bool) throws(ShortLinkFault) -> Suffix {
        guard let json else { return .unguessable }
        let fields = try JSONFields(json, at: "suffix", known: ["option", "customSuffix"])
        let custom = try fields.nonEmpty("customSuffix")
        switch try fields.string("option") ?? "OPTION_UNSPECIFIED" {
        case "OPTION_UNSPECIFIED", "UNGUESSABLE": return .unguessable
        case "SHORT": return .short
        case "CUSTOM":
            guard managed else { throw .customSuffixNotAvailable }
            guard let custom else {
                throw .invalidRequest("suffix.option CUSTOM needs suffix.customSuffix")
            }
            return .custom(custom)
        case let other:
            let names = ["UNGUESSABLE", "SHORT", "CUSTOM"]
            throw .invalidRequest(
                "unknown suffix.option \"\(other)\"; "
                    + (suggestion(for: other, among: names) ?? "known options: " + names.joined(separator: ", ")))
        }
    }
}
