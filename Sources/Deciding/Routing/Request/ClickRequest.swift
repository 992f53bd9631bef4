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
        public var name: TextRange
        public var value: TextRange

        public init(name: TextRange, value: TextRange) {
            self.name = name
            self.value = value
        }
    }

    /// The clicked link, as it came.
    public var link = TextRange.empty
    public var userAgent: TextRange?
    public var hints = ClientHints()
    public var acceptLanguage: TextRange?
    public var referer: TextRange?
    /// All header fields that the caller knows; nil where it knows none.
    public private(set) var headers: [Header] = []
    public private(set) var headersAreKnown = false
    public var profile: DeviceProfile?
    /// Nil where the link's shape decides.
    public var stage: Stage?
    public var settings: ActionCodeSettings?
    public var ip: TextRange?
    /// An ISO 3166-1 alpha-2 code.
    public var country: TextRange?
    /// Seconds since 1970-01-01T00:00:00Z.
    public var time: Int64?

    public init() {
        headers.reserveCapacity(64)
    }

    /// Makes the request empty and keeps its memory.
    public mutating func reset() {
        link = .empty
        userAgent = nil
        hints = ClientHints()
        acceptLanguage = nil
        referer = nil
        headers.removeAll(keepingCapacity: true)
        headersAreKnown = false
        profile = nil
        stage = nil
        settings = nil
        ip = nil
        country = nil
        time = nil
    }

    /// States that the header fields are known, and that there are none so far.
    public mutating func knowHeaders() {
        headersAreKnown = true
    }

    /// Adds a header field whose name is lower-case, and takes note of the fields that classify the device.
    public mutating func add(_ header: Header, in arena: borrowing ByteArena) {
        headersAreKnown = true
        headers.append(header)
        note(header, in: arena)
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

    private mutating func note(_ header: Header, in arena: borrowing ByteArena) {
        let name = arena[header.name]
        switch name.count {
        case 7 where name.equals("referer"): referer = header.value
        case 10 where name.equals("user-agent"): if userAgent == nil { userAgent = header.value }
        case 15 where name.equals("accept-language"): acceptLanguage = header.value
        case 16 where name.equals("x-requested-with"): hints.requestedWith = header.value
        case 9... where name.starts(with: "sec-ch-ua"): noteHint(name, header.value)
        default: break
        }
    }

    private mutating func noteHint(_ name: Span<UInt8>, _ value: TextRange) {
        if name.equals("sec-ch-ua") {
            Self.note(list: value, in: &hints.brands)
        } else if name.equals("sec-ch-ua-platform") {
            Self.note(item: value, in: &hints.platform)
        } else if name.equals("sec-ch-ua-platform-version") {
            Self.note(item: value, in: &hints.platformVersion)
        } else if name.equals("sec-ch-ua-mobile") {
            Self.note(item: value, in: &hints.mobile)
        } else if name.equals("sec-ch-ua-model") {
            Self.note(item: value, in: &hints.model)
        } else if name.equals("sec-ch-ua-form-factors") {
            Self.note(list: value, in: &hints.formFactors)
        } else if name.equals("sec-ch-ua-full-version-list") {
            Self.note(list: value, in: &hints.fullVersionList)
        }
    }

    /// An item that comes in two lines is one with a comma within (RFC 9110, section 5.3), which does not parse; the
    /// empty text doesn't either.
    private static func note(item: TextRange, in hint: inout TextRange?) {
        hint = hint == nil ? item : .empty
    }

    /// A list may go on in further lines. No browser sends it so, and the first line has its first members.
    private static func note(list: TextRange, in hint: inout TextRange?) {
        hint = hint ?? list
    }
}
