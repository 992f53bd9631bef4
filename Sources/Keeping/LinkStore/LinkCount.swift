/// How often something happened to a link on a day, by platform.
public struct LinkCount: Sendable, Hashable {
    /// What happened. The raw values are those in the file.
    public enum Event: UInt8, Sendable, CaseIterable {
        /// The link was clicked, by a person as far as can be determined.
        case click = 0
        /// The click went into the app.
        case appOpen = 1
        /// The click went to the store.
        case storeVisit = 2
        /// The click went to a fallback link or to the web widget.
        case webFallback = 3
        /// The click went on to the payload as a page.
        case redirect = 4
        /// The click came from a QR code; it is among the clicks, too.
        case scan = 5
        /// An app that was installed after a click has asked, for the first time, where that led.
        case installClaim = 6
    }

    /// Where it was clicked. The raw values are those in the file.
    public enum Platform: UInt8, Sendable, CaseIterable {
        case android = 0
        case ios = 1
        case desktop = 2
        case other = 3
    }

    /// The link's ``LinkRecord/id``.
    public var id: UInt64
    /// The UTC day, in days since 1970-01-01; the first day of a longer period.
    public var day: UInt32
    /// How many days it is the sum of.
    public var period: Period
    /// What is counted.
    public var event: Event
    /// The clicker's platform.
    public var platform: Platform
    /// How often.
    public var count: UInt64

    /// A count for one link, day or period, event and platform.
    public init(id: UInt64, day: UInt32, period: Period = .day, event: Event, platform: Platform, count: UInt64) {
        self.id = id
        self.day = day
        self.period = period
        self.event = event
        self.platform = platform
        self.count = count
    }
}

extension LinkCount {
    /// The day value that holds the sums of all days.
    static let allDays: UInt32 = 0xFFFF_FFFF
    /// The last day that can be counted.
    public static let lastDay: UInt32 = (1 << 24) - 1

    /// What the day of scans and claims differs in from that of everything else: they have a value of their own, which programs
    /// from before there were scans leave alone, and those from before there were claims keep as it is.
    static let scanDay: UInt32 = 1 << 30

    /// The counter's index among those of its value.
    var slot: Int { CounterValue.slot(event.counterRow, platform) }
}

extension LinkCount.Event {
    /// Whether the counter lies in the value of scans.
    var isBesideScans: Bool { self == .scan || self == .installClaim }

    /// The event whose place in the value it has.
    fileprivate var counterRow: LinkCount.Event {
        switch self {
        case .click, .appOpen, .storeVisit, .webFallback, .redirect: self
        case .scan: .click
        case .installClaim: .appOpen
        }
    }
}
