/// What is counted of a link, on what, and how often.
public struct LinkCount: Sendable, Hashable {
    public enum Event: UInt8, Sendable, CaseIterable {
        /// The link was asked for, by a person as far as one can tell.
        case click = 0
        /// The click went into the app.
        case appOpen = 1
        /// The click went to the store.
        case storeVisit = 2
        /// The click went to a fallback link or to the web widget.
        case webFallback = 3
        /// The click went on to the payload as a page.
        case redirect = 4
    }

    public enum Platform: UInt8, Sendable, CaseIterable {
        case android = 0
        case ios = 1
        case desktop = 2
        case other = 3
    }

    /// The link's ``LinkRecord/id``.
    public var id: UInt64
    /// The UTC day, in days since 1970-01-01.
    public var day: UInt32
    public var event: Event
    public var platform: Platform
    public var count: UInt64

    public init(id: UInt64, day: UInt32, event: Event, platform: Platform, count: UInt64) {
        self.id = id
        self.day = day
        self.event = event
        self.platform = platform
        self.count = count
    }
}

extension LinkCount {
    /// The day that has the sums of all days.
    static let allDays: UInt32 = 0xFFFF_FFFF
    /// How many numbers are kept for a day.
    static let slotCount = Event.allCases.count * Platform.allCases.count

    /// Where the number is among those of its day.
    var slot: Int { Self.slot(event, platform) }
}
