import ByteText

/// The properties of one counted click, as numbers.
public struct ClickDetail: Sendable, Equatable {
    /// The link's ``LinkRecord/id``.
    public var id: UInt64 = 0
    /// The UTC day, in days since 1970-01-01.
    public var day: UInt32 = 0
    /// The ASCII letters of the primary language subtag in lower case, the first one lowest; 0 if unknown.
    public var language: UInt32 = 0
    /// The letters of the country in upper case, the first one lowest; 0 if unknown.
    public var country: UInt16 = 0
    /// The index of the site in ``ClickNames/sites``.
    public var site: UInt16 = 0
    /// One more than the index of the deciding rule in ``ClickNames/rules``; 0 for none.
    public var rule: UInt16 = 0
    /// One more than the number of the referrer's host in its batch; 0 if unknown, and the highest number for others.
    var host: UInt16 = 0
    /// One more than the number of the link's key in its batch; the highest number for others.
    var key: UInt16 = 0
    /// The index in ``ClickNames/inApps``.
    public var inApp: UInt8 = 0
    /// The index in ``ClickNames/browsers``.
    public var browser: UInt8 = 0
    /// Whether the click opened the app.
    public var opensApp = false

    /// A click with unknown properties.
    public init() {}
}

/// The names behind the numbers of clicks.
public struct ClickNames: Sendable, Equatable {
    /// The names of the sites.
    public var sites: [String] = []
    /// The IDs of the rules.
    public var rules: [String] = []
    /// The names of apps; empty for a value that counts as unknown.
    public var inApps: [String] = []
    /// The names of browsers; empty for a value that counts as unknown.
    public var browsers: [String] = []

    /// No names.
    public init() {}
}

/// The properties of counted clicks, to be added to the breakdowns of their links and sites.
public struct ClickDetails: Sendable, Equatable {
    var clicks: [ClickDetail] = []
    var names = ClickNames()
    /// The referrers' hosts and the links' keys by number.
    var hosts = NumberedTexts()
    var keys = NumberedTexts()

    /// No clicks.
    public init() {}

    /// Whether there are no clicks.
    public var isEmpty: Bool { clicks.isEmpty }
}

/// Texts by number, from 1, in contiguous storage.
struct NumberedTexts: Sendable, Equatable {
    private var bytes: [UInt8] = []
    /// The end of each text in ``bytes``.
    private var ends: [UInt32] = []

    var count: Int { ends.count }
    /// The length of all texts together.
    var byteCount: Int { bytes.count }

    /// The text of a number.
    subscript(number: Int) -> Span<UInt8> {
        @_lifetime(borrow self) get {
            bytes.span.extracting((number == 1 ? 0 : Int(ends[number - 2]))..<Int(ends[number - 1]))
        }
    }

    mutating func reserve(texts: Int, bytes count: Int) {
        ends.reserveCapacity(texts)
        bytes.reserveCapacity(count)
    }

    mutating func append(_ text: Span<UInt8>) {
        // Safe: the pointer is read only within the call.
        unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        ends.append(UInt32(bytes.count))
    }
}
