import ByteText

/// The properties of one counted click, as numbers.
public struct ClickDetail: Sendable, Equatable {
    /// The length of a text that is too long for a breakdown.
    static let otherText = UInt8.max

    /// The link's ``LinkRecord/id``.
    var id: UInt64 = 0
    /// The UTC day, in days since 1970-01-01, in the upper 24 bits, and the number of the ``ClickKind`` in the lower eight.
    var place: UInt32 = 0
    /// The ASCII letters of the primary language subtag in lower case, the first one lowest; 0 if unknown.
    public var language: UInt32 = 0
    /// The place of the referrer's host in the texts of the batch; the link's key follows.
    var textStart: UInt32 = 0
    /// The letters of the country in upper case, the first one lowest; 0 if unknown.
    public var country: UInt16 = 0
    /// The index of the site in ``ClickNames/sites``; the highest number for none.
    public var site = UInt16.max
    /// One more than the index of the deciding rule in ``ClickNames/rules``; 0 for none.
    public var rule: UInt16 = 0
    /// The length of the referrer's host; 0 if unknown.
    var hostCount: UInt8 = 0
    /// The length of the link's key.
    var keyCount: UInt8 = 0
    /// The index in ``ClickNames/inApps``.
    public var inApp: UInt8 = 0
    /// The index in ``ClickNames/browsers``.
    public var browser: UInt8 = 0

    /// A click with unknown properties.
    public init() {}

    /// The UTC day, in days since 1970-01-01.
    var day: UInt32 { place >> 8 }
    /// Whether the click opened the app.
    var opensApp: Bool { ClickKind(number: UInt8(truncatingIfNeeded: place)).outcome == .appOpen }
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
    /// The hosts and keys of the clicks.
    var texts: [UInt8] = []

    /// No clicks.
    public init() {}

    /// Whether there are no clicks.
    public var isEmpty: Bool { clicks.isEmpty }

    /// The host of the page with the link; empty if it is unknown or too long.
    @_lifetime(borrow self)
    func host(of click: ClickDetail) -> Span<UInt8> {
        text(from: Int(click.textStart), click.hostCount)
    }

    /// The key of the click's link; empty if it is too long.
    @_lifetime(borrow self)
    func key(of click: ClickDetail) -> Span<UInt8> {
        let hostCount = click.hostCount == ClickDetail.otherText ? 0 : Int(click.hostCount)
        return text(from: Int(click.textStart) + hostCount, click.keyCount)
    }

    @_lifetime(borrow self)
    private func text(from start: Int, _ count: UInt8) -> Span<UInt8> {
        count == ClickDetail.otherText ? Span() : texts.span.extracting(start..<start + Int(count))
    }
}
