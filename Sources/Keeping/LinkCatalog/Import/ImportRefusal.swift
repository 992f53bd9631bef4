import ByteText
public import Links

/// A line of a file that is not imported.
public struct ImportRefusal: Sendable, Equatable {
    /// The line number, from 1.
    public var line: Int
    /// The short link, as far as it can be read: `links.example.com/go/WXYZ`.
    public var link: String?
    /// The site that the link would belong to.
    public var site: String?
    /// The reason.
    public var fault: ShortLinkFault
    /// The line as written in the file, ending in a line feed; empty unless ``LinkImporter/Options/keepsRows``.
    public var row: [UInt8] = []
}

extension ShortLinkFault {
    /// The fault, with its remedy, of links that the store or the file has with other contents.
    static let leadsElsewhere = ShortLinkFault(
        "exists", "the short link is already in the store, and leads elsewhere")
    static let hasOtherFields = ShortLinkFault(
        "exists",
        "the short link is already in the store and leads to the same address, with another name, limit or state")

    /// The fault of a line whose link an earlier line has with other contents.
    static func repeated(_ line: Int) -> ShortLinkFault {
        ShortLinkFault(
            "repeated", "line \(grouped(line)) has the same short link, with other contents; the first one counts",
            summary: "an earlier line has the same short link, with other contents; the first one counts")
    }
}
