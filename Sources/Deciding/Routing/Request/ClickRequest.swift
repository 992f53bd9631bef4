public import ByteText
public import Devices
public import Links

/// One click or query for the evaluator, as ranges of the arena that contains its text.
///
/// A worker owns one request and resets it before each click, so that the header array keeps its memory. Missing values
/// are unknown to the rules; nothing is guessed. The caller must set the time.
public struct ClickRequest: ~Copyable, Sendable {
    /// A header field: its lower-case name and its value.
    public struct Header: Sendable {
        /// The name in lower case (RFC 9110, section 5.1).
        public var name: TextRange
        /// The value without surrounding white space; any bytes that the client sent.
        public var value: TextRange

        /// Both ranges must be of the request's arena.
        public init(name: TextRange, value: TextRange) {
            self.name = name
            self.value = value
        }
    }

    /// The clicked link, verbatim.
    public var link = TextRange.empty
    /// The value of `User-Agent`; `nil` if unknown.
    public var userAgent: TextRange?
    /// The values of the client hints (`Sec-CH-UA-…`) and of `X-Requested-With`.
    public var hints = ClientHints()
    /// The value of `Accept-Language`; `nil` if unknown.
    public var acceptLanguage: TextRange?
    /// The value of `Referer`; `nil` if unknown.
    public var referer: TextRange?
    /// The other known header fields. Fields with a property of their own are not included; see ``NotedField``.
    public private(set) var otherHeaders: [Header] = []
    /// Whether the header list is complete, so that a missing field was not sent. A user agent alone implies nothing
    /// about other fields.
    public private(set) var headersAreKnown = false
    /// The device profile supplied by a trusted peer. Takes precedence over the header fields.
    public var profile: DeviceProfile?
    /// `nil` if the link's shape determines the stage.
    public var stage: Stage?
    /// Where the click returned from. The mark that indicated it has been removed from the link.
    public var returnedFrom: ReturnedFrom = .none
    /// The settings that the action's link was created with, if the caller has them.
    public var settings: ActionCodeSettings?
    /// The client's address as text, IPv4 or IPv6 without brackets; `nil` if unknown.
    public var ip: TextRange?
    /// An ISO 3166-1 alpha-2 code.
    public var country: TextRange?
    /// The region, the part of the ISO 3166-2 code after the hyphen: `ENG`.
    public var region: TextRange?
    /// The city's name in English.
    public var city: TextRange?
    /// The autonomous system number of the address's network (RFC 6793).
    public var network: UInt32?
    /// Seconds since 1970-01-01T00:00:00Z.
    public var time: Int64?
    /// The purpose of the request. It does not affect the decision.
    public var purpose = RequestPurpose.click
    /// Whether the link's password was entered on a page: the click leads to the web, never to an app or a store page.
    public var isUnlocked = false
    /// Whether to omit addresses that lead into an app or to its store page, because they are expensive to write and
    /// not used. They are left empty; nothing else in the decision changes. For counting.
    public var omitsAddresses = false

    /// Creates an empty request with room for 64 header fields.
    public init() {
        otherHeaders.reserveCapacity(64)
    }

    /// Empties the request and keeps its memory.
    public mutating func reset() {
        link = .empty
        userAgent = nil
        hints = ClientHints()
        acceptLanguage = nil
        referer = nil
        if !otherHeaders.isEmpty { otherHeaders.removeAll(keepingCapacity: true) }
        headersAreKnown = false
        profile = nil
        stage = nil
        returnedFrom = .none
        settings = nil
        ip = nil
        country = nil
        region = nil
        city = nil
        network = nil
        time = nil
        purpose = .click
        isUnlocked = false
        omitsAddresses = false
    }

    /// Copies another request into this one's memory. Texts are not moved: the arena must be copied as well.
    public mutating func copy(_ other: borrowing ClickRequest) {
        link = other.link
        userAgent = other.userAgent
        hints = other.hints
        acceptLanguage = other.acceptLanguage
        referer = other.referer
        otherHeaders.removeAll(keepingCapacity: true)
        otherHeaders.append(contentsOf: other.otherHeaders)
        headersAreKnown = other.headersAreKnown
        profile = other.profile
        stage = other.stage
        returnedFrom = other.returnedFrom
        settings = other.settings
        ip = other.ip
        country = other.country
        region = other.region
        city = other.city
        network = other.network
        time = other.time
        purpose = other.purpose
        isUnlocked = other.isUnlocked
        omitsAddresses = other.omitsAddresses
    }

    /// Marks the header list as complete, including fields added after this call.
    public mutating func knowHeaders() {
        headersAreKnown = true
    }

    /// Adds a header field with a lower-case name. The first of repeated fields is used, and a user agent set earlier
    /// takes precedence.
    ///
    /// `Host` is part of the link, and `Fingerpost-Device` of the profile: neither is stored as a field.
    public mutating func add(_ header: Header, in arena: borrowing ByteArena) {
        let name = arena[header.name]
        if let field = NotedField.named(name) { return state(field, header.value) }
        if let stated = RequestPurpose.stated(by: name, arena[header.value]) { purpose = stated }
        if name.equals("host") || name.equals("fingerpost-device") { return }
        otherHeaders.append(header)
    }

    /// The value of a header field, by its lower-case name other than `host`; `nil` if it was not sent or is unknown.
    public func value(ofHeader name: Span<UInt8>, in arena: borrowing ByteArena) -> TextRange? {
        if let field = NotedField.named(name) { return self[field] }
        for header in otherHeaders where arena[header.name].equals(name) { return header.value }
        return nil
    }

    /// Whether a field describes the device or the origin of the click. Other fields are visible only to rules that
    /// read header fields. The name may be in any case.
    public static func isNoted(_ name: Span<UInt8>) -> Bool {
        switch name.count {
        case 7: name.equalsIgnoringCase("referer")
        case 10: name.equalsIgnoringCase("user-agent")
        case 15 where name.equalsIgnoringCase("accept-language"): true
        case 16 where name.equalsIgnoringCase("x-requested-with"): true
        case 9...: name.extracting(0..<9).equalsIgnoringCase("sec-ch-ua")
        default: false
        }
    }

    /// Sets a field that the request has a property for, like ``add(_:in:)`` does by name.
    public mutating func state(_ field: NotedField, _ value: TextRange) {
        switch field {
        case .platform, .platformVersion, .mobile, .model:
            // An Item sent in two lines is one value with a comma (RFC 9651, section 4.2), which does not parse;
            // neither does the empty text.
            self[field] = self[field] == nil ? value : .empty
        // A List may continue in further lines. No browser does that, and the first line has its first members.
        default: self[field] = self[field] ?? value
        }
    }
}
