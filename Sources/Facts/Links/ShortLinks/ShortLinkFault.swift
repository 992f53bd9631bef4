/// The reason why no short link is created: a machine-readable code, and a sentence that explains what to do.
public struct ShortLinkFault: Error, Equatable, Sendable {
    /// The code of the link's own fault, as in ``LinkFault/Code``, or one of this type's constants.
    public var code: String
    /// The message, without secrets of the link.
    public var message: String
    /// The message without parts that differ between links, such as values, for counting faults.
    public var summary: String
    /// A reason shared by many links: the link domain of no site, or the host that no pattern allows.
    public var subject: String?

    /// Creates a fault.
    ///
    /// - Parameter summary: The message for all faults of the kind, or `nil` if it equals `message`.
    public init(_ code: String, _ message: String, summary: String? = nil, subject: String? = nil) {
        self.code = code
        self.message = message
        self.summary = summary ?? message
        self.subject = subject
    }

    /// Wraps the fault of a link.
    public init(_ fault: LinkFault) {
        self.init(fault.code.name.description, fault.message)
    }

    /// The request does not match the documented format.
    static func invalidRequest(_ message: String) -> ShortLinkFault { ShortLinkFault("invalid-request", message) }

    /// Custom suffixes are only available for managed links.
    static var customSuffixNotAvailable: ShortLinkFault {
        ShortLinkFault(
            "custom-suffix-not-available",
            "suffix.option CUSTOM is for managed short links; use managedShortLinks:create, or SHORT or UNGUESSABLE")
    }
}
