import ByteText
public import Links

/// A line of a file that is not imported.
public struct ImportRefusal: Sendable, Equatable {
    /// Its number, from 1.
    public var line: Int
    /// The short link, as far as it can be read: `links.example.com/go/WXYZ`.
    public var link: String?
    /// The site that the link would belong to.
    public var site: String?
    /// Why.
    public var fault: ShortLinkFault
    /// The line as the file has it, ending in a line feed; empty unless ``LinkImporter/Options/keepsRows``.
    public var row: [UInt8] = []
}

extension ShortLinkFault {
    /// What can be done about links that the store or the file has with other contents.
    static let leadsElsewhere = ShortLinkFault(
        "exists", "the short link is already in the store, and leads elsewhere")
    static let hasOtherFields = ShortLinkFault(
        "exists",
        "the short link is already in the store and leads to the same address, with another name, limit or state")

    /// The link of a line that an earlier one made differently.
    static func repeated(_ line: Int) -> ShortLinkFault {
        ShortLinkFault(
            "repeated", "line \(grouped(line)) has the same short link, with other contents; the first one counts",
            summary: "an earlier line has the same short link, with other contents; the first one counts")
    }
}
