/// Why no short link is made: a code for machines and a sentence that says what to do.
public struct ShortLinkFault: Error, Equatable, Sendable {
    /// The code: the link's own fault, as ``LinkFault/Code`` spells it, or one of this type's constants.
    public var code: String
    /// The sentence; holds nothing secret of the link.
    public var message: String
    /// The sentence without what differs from link to link, such as a value; faults are counted by it.
    public var summary: String
    /// What many links may be refused for in common: the link domain that no site has, or the host that no pattern allows.
    public var subject: String?

    /// Makes a fault of a code and a sentence.
    ///
    /// - Parameter summary: The sentence for all faults of the kind; nil where `message` is that already.
    public init(_ code: String, _ message: String, summary: String? = nil, subject: String? = nil) {
        self.code = code
        self.message = message
        self.summary = summary ?? message
        self.subject = subject
    }

    /// The fault of a link.
    public init(_ fault: LinkFault) {
        self.init(fault.code.name.description, fault.message)
    }

    /// The request is not of the documented form.
    static func invalidRequest(_ message: String) -> ShortLinkFault { ShortLinkFault("invalid-request", message) }

    /// A suffix of one's own is for managed links.
    static var customSuffixNotAvailable: ShortLinkFault {
        ShortLinkFault(
            "custom-suffix-not-available",
            "suffix.option CUSTOM is for managed short links; use managedShortLinks:create, or SHORT or UNGUESSABLE")
    }
}
