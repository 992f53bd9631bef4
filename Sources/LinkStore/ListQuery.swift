/// Which links to list, and in which order.
public struct ListQuery: Sendable {
    public enum Order: String, Sendable, CaseIterable {
        /// By host, path and code.
        case key
        case created
        case updated
    }

    public var order = Order.created
    public var isDescending = true
    /// Only links of this domain: `links.example.com`, or `links.example.com/go`.
    public var domain: String?
    /// Only links with this tag.
    public var tag: String?
    /// Only archived links, or none of them; nil: both.
    public var isArchived: Bool? = false
    /// Only disabled links, or none of them; nil: both.
    public var isDisabled: Bool?
    /// Only links that have this text in key, name, note or long link; upper and lower case of ASCII letters are one.
    public var text: String?
    /// Where the page before ended.
    public var after: ListMark?
    /// The most links of a page.
    public var limit = 100

    public init() {}
}

/// Where a page of a list ended. It means something only for a query with the same order, direction, domain and tag.
public struct ListMark: Sendable, Equatable {
    var position: [UInt8]

    init(position: [UInt8]) {
        self.position = position
    }

    /// A mark from its text; nil where it is none.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard !digits.isEmpty, digits.count.isMultiple(of: 2), digits.count <= 1_022 else { return nil }
        position = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Character(Unicode.Scalar(digits[index])).hexDigitValue,
                let low = Character(Unicode.Scalar(digits[index + 1])).hexDigitValue
            else { return nil }
            position.append(UInt8(high << 4 | low))
        }
    }

    /// The mark in hexadecimal digits, for a token of a page.
    public var text: String {
        position.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}

/// A page of a list.
public struct ListPage: Sendable {
    public var links: [LinkRecord] = []
    /// Where to go on; nil at the end. A page may have fewer links than asked for, or none, and still not be the last:
    /// no page looks at more than ``LinkTransaction/mostLooks`` links.
    public var next: ListMark?
}
