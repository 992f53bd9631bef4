import ByteText

/// The clicks of a link or a site in a period, by properties of the clicks: those from Germany, those in Instagram's
/// browser, and so on.
///
/// Each dimension has its own amounts: clicks from Germany and clicks in Instagram can't be combined. A dimension has a
/// bounded number of values; the clicks of rarer ones are added up. Clicks with an unknown value are in no amount, so
/// they are the rest of the clicks. Nothing about a single visitor is kept.
public struct Breakdown: Sendable, Equatable {
    /// A property of clicks. The raw values are those in files.
    public enum Dimension: UInt8, Sendable, CaseIterable {
        /// The country, two letters of ISO 3166-1.
        case country = 0
        /// The app whose in-app browser sent the click, as in rules.
        case inApp = 1
        /// The browser, as in rules.
        case browser = 2
        /// The host of the page that had the link.
        case referrer = 3
        /// The preferred language, the primary subtag of RFC 5646.
        case language = 4
        /// The ID of the deciding rule; the arms of a split are rules.
        case rule = 5
        /// The key of the link, for a site.
        case link = 6

        /// The number of values kept, after a period had twice as many.
        var most: Int { self == .link ? 250 : 40 }
    }

    /// A value of a dimension; `nil` for the rarer ones.
    public struct Part: Hashable, Sendable {
        /// The property.
        public var dimension: Dimension
        /// The value; `nil` for the rarer ones.
        public var value: String?

        /// A value of a dimension.
        public init(_ dimension: Dimension, _ value: String?) { (self.dimension, self.value) = (dimension, value) }
    }

    /// The clicks with a value.
    public struct Amount: Sendable, Equatable {
        /// All of them.
        public var clicks: UInt64 = 0
        /// The clicks among them that opened the app.
        public var appOpens: UInt64 = 0

        /// An amount, by default no clicks.
        public init(clicks: UInt64 = 0, appOpens: UInt64 = 0) { (self.clicks, self.appOpens) = (clicks, appOpens) }

        static func += (sum: inout Amount, added: Amount) {
            sum.clicks &+= added.clicks
            sum.appOpens &+= added.appOpens
        }
    }

    /// The longest value in bytes; clicks with longer ones are added to those of the rarer values.
    static let longestValue = 100

    /// The amounts by value, in no order.
    public private(set) var amounts: [Part: Amount] = [:]

    /// No clicks.
    public init() {}

    /// Whether there are no amounts.
    public var isEmpty: Bool { amounts.isEmpty }

    /// The amounts of a dimension, the largest first; of equal ones in the order of their values.
    public func amounts(by dimension: Dimension) -> [(value: String?, amount: Amount)] {
        amounts.filter { $0.key.dimension == dimension }.map { ($0.key.value, $0.value) }.sorted { left, right in
            left.1.clicks == right.1.clicks
                ? left.0 ?? "\u{10FFFF}" < right.0 ?? "\u{10FFFF}" : left.1.clicks > right.1.clicks
        }
    }

    /// Adds clicks.
    public mutating func add(_ amount: Amount, to part: Part) {
        guard let value = part.value, value.utf8.count > Self.longestValue || value.isEmpty else {
            return amounts[part, default: Amount()] += amount
        }
        amounts[Part(part.dimension, nil), default: Amount()] += amount
    }

    /// Adds the clicks of another breakdown, and bounds the number of values.
    public mutating func add(_ other: Breakdown) {
        for (part, amount) in other.amounts { amounts[part, default: Amount()] += amount }
        bound()
    }

    /// Adds up the clicks of the rarest values of each dimension that has too many, down to half of the number, so that
    /// new values have time to grow.
    mutating func bound() {
        var counts = [Int](repeating: 0, count: Dimension.allCases.count)
        for part in amounts.keys where part.value != nil { counts[Int(part.dimension.rawValue)] += 1 }
        for dimension in Dimension.allCases where counts[Int(dimension.rawValue)] > 2 * dimension.most {
            let ranked = amounts(by: dimension).filter { $0.value != nil }
            for (value, amount) in ranked.dropFirst(dimension.most) {
                amounts[Part(dimension, value)] = nil
                amounts[Part(dimension, nil), default: Amount()] += amount
            }
        }
    }
}

// MARK: - Encoding

extension Breakdown {
    /// The encoding in files and at a source: for each value the dimension, the length of the value in a byte (0 for the
    /// rarer ones), the value, its clicks and its app opens in groups of seven bits, least significant first. Ordered by
    /// dimension and value.
    public var stored: [UInt8] {
        var bytes: [UInt8] = []
        let ordered = amounts.sorted { left, right in
            (left.key.dimension.rawValue, left.key.value ?? "") < (right.key.dimension.rawValue, right.key.value ?? "")
        }
        for (part, amount) in ordered {
            let value = Array((part.value ?? "").utf8)
            bytes.append(part.dimension.rawValue)
            bytes.append(UInt8(value.count))
            bytes += value
            bytes.append(groups: amount.clicks)
            bytes.append(groups: amount.appOpens)
        }
        return bytes
    }

    /// `nil` if the bytes are not those of a breakdown. Dimensions of newer programs are left out.
    public init?(stored bytes: [UInt8]) {
        var rest = bytes[...]
        while let dimension = rest.popFirst() {
            guard let count = rest.popFirst(), rest.count >= Int(count) else { return nil }
            // Replacement characters would be longer than the bytes that they replace.
            guard let text = String(validating: rest.prefix(Int(count)), as: UTF8.self) else { return nil }
            let value = text.isEmpty ? nil : text
            rest = rest.dropFirst(Int(count))
            guard let clicks = rest.popGroups(), let appOpens = rest.popGroups() else { return nil }
            guard let dimension = Dimension(rawValue: dimension) else { continue }
            amounts[Part(dimension, value), default: Amount()] += Amount(clicks: clicks, appOpens: appOpens)
        }
    }
}

extension UInt64 {
    /// Passes the number in groups of seven bits, least significant first; the top bit of all but the last is set.
    @inline(__always)
    func forEachGroup(_ body: (UInt8) -> Void) {
        var rest = self
        while rest > 0x7F {
            body(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        body(UInt8(truncatingIfNeeded: rest))
    }
}

extension [UInt8] {
    fileprivate mutating func append(groups number: UInt64) { number.forEachGroup { append($0) } }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func popGroups() -> UInt64? {
        var (number, shift) = (UInt64(0), UInt64(0))
        while let byte = popFirst(), shift < 64 {
            number |= UInt64(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { return number }
        }
        return nil
    }
}

/// The breakdown of a link or site in a period.
public struct BreakdownRow: Sendable, Equatable {
    /// The ID of the link, or of the site: see ``SiteID``.
    public var id: UInt64
    /// The period: see ``LinkCount/place``.
    public var place: UInt32
    /// The clicks by properties.
    public var breakdown: Breakdown

    /// A row for an ID and a place.
    public init(id: UInt64, place: UInt32, breakdown: Breakdown) {
        (self.id, self.place, self.breakdown) = (id, place, breakdown)
    }
}

/// The IDs under which the clicks of sites are counted. They have the highest bit, which no link's ID has.
public enum SiteID {
    /// The ID of a site by its name.
    public static func id(of name: String) -> UInt64 { ByteHash64.of(Array(name.utf8).span) | first }

    /// The lowest of them.
    static let first: UInt64 = 1 << 63
}
