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
    var hosts: [String] = []
    var keys: [String] = []

    /// No clicks.
    public init() {}

    /// Whether there are no clicks.
    public var isEmpty: Bool { clicks.isEmpty }

    /// The breakdowns of the links and sites, in ascending order of their keys.
    func rows() -> [BreakdownRow] {
        var amounts: [Slot: Breakdown.Amount] = [:]
        let siteIDs = names.sites.map(SiteID.id)
        for click in clicks {
            let amount = Breakdown.Amount(clicks: 1, appOpens: click.opensApp ? 1 : 0)
            let site = Int(click.site) < siteIDs.count ? siteIDs[Int(click.site)] : nil
            forEachNumber(of: click) { dimension, number in
                if dimension != .link {
                    amounts[Slot(id: click.id, day: click.day, dimension, number), default: .init()] += amount
                }
                guard let site else { return }
                amounts[Slot(id: site, day: click.day, dimension, number), default: .init()] += amount
            }
        }
        var rows: [IndexPlace: Breakdown] = [:]
        for (slot, amount) in amounts {
            let place = IndexPlace(id: slot.id, place: slot.day)
            rows[place, default: Breakdown()].add(amount, to: .init(slot.dimension, value(slot.dimension, slot.number)))
        }
        return rows.map { BreakdownRow(id: $0.id, place: $0.place, breakdown: $1) }.sorted {
            ($0.id, $0.place) < ($1.id, $1.place)
        }
    }

    /// Clicks with the same value.
    private struct Slot: Hashable {
        let id: UInt64
        let day: UInt32
        let dimension: Breakdown.Dimension
        let number: UInt32

        init(id: UInt64, day: UInt32, _ dimension: Breakdown.Dimension, _ number: UInt32) {
            (self.id, self.day, self.dimension, self.number) = (id, day, dimension, number)
        }

        /// One step instead of one for each member: there are a dozen slots for each click.
        func hash(into hasher: inout Hasher) {
            let rest = UInt64(day) << 40 | UInt64(dimension.rawValue) << 32 | UInt64(number)
            hasher.combine(id ^ rest.splitMixed)
        }
    }

    private struct IndexPlace: Hashable {
        let id: UInt64
        let place: UInt32
    }

    /// Calls a closure with each known property of a click.
    private func forEachNumber(of click: ClickDetail, _ body: (Breakdown.Dimension, UInt32) -> Void) {
        body(.link, UInt32(click.key))
        if click.country != 0 { body(.country, UInt32(click.country)) }
        if click.language != 0 { body(.language, click.language) }
        if click.host != 0 { body(.referrer, UInt32(click.host)) }
        if Self.hasName(click.inApp, names.inApps) { body(.inApp, UInt32(click.inApp)) }
        if Self.hasName(click.browser, names.browsers) { body(.browser, UInt32(click.browser)) }
        if click.rule > 0, Int(click.rule) <= names.rules.count { body(.rule, UInt32(click.rule)) }
    }

    private static func hasName(_ number: UInt8, _ names: [String]) -> Bool {
        Int(number) < names.count && !names[Int(number)].isEmpty
    }

    /// The value behind a number; `nil` for the rarer ones.
    private func value(_ dimension: Breakdown.Dimension, _ number: UInt32) -> String? {
        switch dimension {
        case .country, .language: Self.letters(number)
        case .inApp: names.inApps[Int(number)]
        case .browser: names.browsers[Int(number)]
        case .rule: names.rules[Int(number) - 1]
        case .referrer: Int(number) <= hosts.count ? hosts[Int(number) - 1] : nil
        case .link: number > 0 && Int(number) <= keys.count ? keys[Int(number) - 1] : nil
        }
    }

    private static func letters(_ number: UInt32) -> String {
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        return String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
    }
}
