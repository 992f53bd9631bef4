/// The number of events of a link on a day, by platform.
public struct LinkCount: Sendable, Hashable {
    /// The kind of event. The raw values are those in the file.
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
        /// The click came from a QR code; it is also counted as a click.
        case scan = 5
        /// An app claimed the click before its installation, for the first time.
        case installClaim = 6
    }

    /// The platform of the click. The raw values are those in the file.
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
    /// The period that it covers.
    public var period: Period
    /// The kind of event.
    public var event: Event
    /// The platform of the click.
    public var platform: Platform
    /// The number of events.
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

    /// The mask by which the day of scans and claims differs from that of other events. They are stored separately:
    /// programs from before there were scans ignore them, and those from before there were claims keep them unchanged.
    static let scanDay: UInt32 = 1 << 30

    /// The counter's index in its value.
    var slot: Int { CounterValue.slot(event.counterRow, platform) }

    /// The counts in the two values of a link at one of its places; zeros are left out.
    static func counts(
        of id: UInt64, place: UInt32, _ sums: borrowing CounterValue, scans: borrowing CounterValue
    ) -> [LinkCount] {
        let (period, day) = period(at: place) ?? (.day, place)
        var counts: [LinkCount] = []
        for event in Event.allCases {
            for platform in Platform.allCases {
                var count = LinkCount(id: id, day: day, period: period, event: event, platform: platform, count: 0)
                count.count = event.isBesideScans ? scans[count.slot] : sums[count.slot]
                if count.count > 0 { counts.append(count) }
            }
        }
        return counts
    }
}

extension LinkCount.Event {
    /// Whether the counter is stored with the scans.
    var isBesideScans: Bool { self == .scan || self == .installClaim }

    /// The event whose slot in the value it uses.
    fileprivate var counterRow: LinkCount.Event {
        switch self {
        case .click, .appOpen, .storeVisit, .webFallback, .redirect: self
        case .scan: .click
        case .installClaim: .appOpen
        }
    }
}
