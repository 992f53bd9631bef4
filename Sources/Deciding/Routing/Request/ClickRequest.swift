public import ByteText
public import Devices
public import Links

/// One click or question: what the evaluator is asked, as ranges of the arena that holds its bytes.
///
/// A worker owns one request and resets it before each click, so that the list of headers keeps its memory. What a
/// request does not hold is unknown to the rules; nothing is guessed. The time is filled in by the caller.
public struct ClickRequest: ~Copyable, Sendable {
    /// A header field: its lower-case name and its value.
    public struct Header: Sendable {
        /// The name in lower case (RFC 9110, section 5.1).
        public var name: TextRange
        /// The value without white space around it; any bytes that the client sent.
        public var value: TextRange

        /// Both ranges are of the arena that the request is read with.
        public init(name: TextRange, value: TextRange) {
            self.name = name
            self.value = value
        }
    }

    /// The clicked link, as it came.
    public var link = TextRange.empty
    /// The value of `User-Agent`; nil where it is not known.
    public var userAgent: TextRange?
    /// The values of the client hints (`Sec-CH-UA-…`) and of `X-Requested-With`.
    public var hints = ClientHints()
    /// The value of `Accept-Language`; nil where it is not known.
    public var acceptLanguage: TextRange?
    /// The value of `Referer`; nil where it is not known.
    public var referer: TextRange?
    /// The other header fields that the caller knows. What is said above is not among them: see ``NotedField``.
    public private(set) var otherHeaders: [Header] = []
    /// Whether all header fields are stated, so that one that is not was not sent. A user agent alone says nothing about
    /// the others.
    public private(set) var headersAreKnown = false
    /// What a trusted peer states about the device; beats the header fields.
    public var profile: DeviceProfile?
    /// Nil where the link's shape decides.
    public var stage: Stage?
    /// Where the click has been before; the link is without the mark that said so.
    public var returnedFrom: ReturnedFrom = .none
    /// The settings that the action's link was made with, where the caller has them.
    public var settings: ActionCodeSettings?
    /// The client's address as text, IPv4 or IPv6 without brackets; nil where it is not known.
    public var ip: TextRange?
    /// An ISO 3166-1 alpha-2 code.
    public var country: TextRange?
    /// The code of the region within the country, as ISO 3166-2 has it behind the hyphen: `ENG`.
    public var region: TextRange?
    /// The city's name in English.
    public var city: TextRange?
    /// The number of the network that the address belongs to, an autonomous system (RFC 6793).
    public var network: UInt32?
    /// Seconds since 1970-01-01T00:00:00Z.
    public var time: Int64?
    /// What the request is made for; no part of what is decided.
    public var purpose = RequestPurpose.click
    /// Whether nobody will look at addresses that lead into an app or to its page in a store: they take long to write, and are
    /// left empty. Nothing else of the decision hangs on it. For counting.
    public var omitsAddresses = false

    /// An empty request, with room for 64 header fields.
    public init() {
        otherHeaders.reserveCapacity(64)
    }

    /// Makes the request empty and keeps its memory.
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
        omitsAddresses = false
    }

    /// Becomes a copy of another request, in its own memory. The texts stay where they are: the arena is to be copied, too.
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
        omitsAddresses = other.omitsAddresses
    }

    /// States that all header fields are among those that are stated, before or after this call.
    public mutating func knowHeaders() {
        headersAreKnown = true
    }

    /// States a header field whose name is lower-case. Of a field that comes twice the first counts, and so does what was
    /// stated before as the user agent.
    ///
    /// `Host` is what the link says, and `Fingerpost-Device` what the profile says: neither is kept as a field.
    public mutating func add(_ header: Header, in arena: borrowing ByteArena) {
        let name = arena[header.name]
        if let field = NotedField.named(name) { return state(field, header.value) }
        if let stated = RequestPurpose.stated(by: name, arena[header.value]) { purpose = stated }
        if name.equals("host") || name.equals("fingerpost-device") { return }
        otherHeaders.append(header)
    }

    /// The value of a header field by its name in lower case, other than `host`; nil where it was not sent or is not known.
    public func value(ofHeader name: Span<UInt8>, in arena: borrowing ByteArena) -> TextRange? {
        if let field = NotedField.named(name) { return self[field] }
        for header in otherHeaders where arena[header.name].equals(name) { return header.value }
        return nil
    }

    /// Whether a field says something about the device or where the click comes from; of the others only rules that ask
    /// for header fields know. The name may be in any case.
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

    /// States a field that the request has a place for, as ``add(_:in:)`` does by its name.
    public mutating func state(_ field: NotedField, _ value: TextRange) {
        switch field {
        case .platform, .platformVersion, .mobile, .model:
            // An item that comes in two lines is one with a comma within (RFC 9651, section 4.2), which does not parse;
            // the empty text doesn't either.
            self[field] = self[field] == nil ? value : .empty
        // A list may go on in further lines. No browser sends it so, and the first line has its first members.
        default: self[field] = self[field] ?? value
        }
    }
}
