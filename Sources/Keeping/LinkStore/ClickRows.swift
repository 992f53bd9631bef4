import ByteText
import Sorting

/// The clicks of a batch by link, site and day: rows to be added to the stored breakdowns.
///
/// Ordered by day; within one, links come before sites, and links in the order of their keys in the file. A row is a small
/// sorted list, not a dictionary: most links have one or two clicks in a batch, and a second's batch has thousands of links.
struct ClickRows: ~Copyable {
    /// The clicks with one value of a dimension.
    struct Amount {
        /// The dimension in the upper half, the number of the value in the lower.
        let value: UInt64
        var amount: Breakdown.Amount

        var dimension: UInt8 { UInt8(truncatingIfNeeded: value >> 32) }
        var number: UInt32 { UInt32(truncatingIfNeeded: value) }
    }

    private let details: ClickDetails
    private let siteIDs: [UInt64]
    /// Ordered by day and link.
    private let clicks: [ClickDetail]
    /// The first click that is in no row yet.
    private var start = 0
    /// The amounts of the day's links, by site, and the next site.
    private var amountsOfSites: [[Amount]]
    private var site: Int

    /// The ID of the row's link or site, and its day.
    private(set) var id: UInt64 = 0
    private(set) var day: UInt32 = 0
    /// The row's amounts by number.
    private var amounts: [Amount] = []
    /// The row's amounts by value.
    var sums = BreakdownSums()

    init(_ details: ClickDetails) {
        self.details = details
        siteIDs = details.names.sites.map(SiteID.id)
        amountsOfSites = Array(repeating: [], count: siteIDs.count)
        site = siteIDs.count
        var clicks = details.clicks
        clicks.radixSort { $0.id }
        clicks.radixSort { UInt64($0.day) }
        self.clicks = clicks
    }

    /// Moves to the next row. Returns `false` at the end.
    mutating func next() -> Bool {
        while true {
            while site < amountsOfSites.count {
                defer { site += 1 }
                guard !amountsOfSites[site].isEmpty else { continue }
                id = siteIDs[site]
                swap(&amounts, &amountsOfSites[site])
                amountsOfSites[site].removeAll(keepingCapacity: true)
                Self.combine(&amounts)
                readValues(of: amounts.count)
                return true
            }
            guard start < clicks.count else { return false }
            readLink()
            if !sums.isEmpty { return true }
        }
    }

    /// Reads the next link's clicks of one day, and adds them to their site's.
    private mutating func readLink() {
        let first = clicks[start]
        (id, day) = (first.id, first.day)
        amounts.removeAll(keepingCapacity: true)
        var end = start
        while end < clicks.count, clicks[end].id == id, clicks[end].day == day, clicks[end].site == first.site {
            append(clicks[end])
            end += 1
        }
        start = end
        Self.combine(&amounts)
        if Int(first.site) < amountsOfSites.count { amountsOfSites[Int(first.site)] += amounts }
        // The sites follow the last link of a day.
        if end == clicks.count || clicks[end].day != day { site = 0 }
        readValues(of: amounts.firstIndex { $0.dimension == Breakdown.Dimension.link.rawValue } ?? amounts.count)
    }

    /// Appends the known properties of a click.
    private mutating func append(_ click: ClickDetail) {
        if click.country != 0 { append(.country, UInt32(click.country), click) }
        if Self.hasName(click.inApp, details.names.inApps) { append(.inApp, UInt32(click.inApp), click) }
        if Self.hasName(click.browser, details.names.browsers) { append(.browser, UInt32(click.browser), click) }
        if click.host != 0 { append(.referrer, UInt32(click.host), click) }
        if click.language != 0 { append(.language, click.language, click) }
        if click.rule > 0, Int(click.rule) <= details.names.rules.count { append(.rule, UInt32(click.rule), click) }
        append(.link, UInt32(click.key), click)
    }

    private mutating func append(_ dimension: Breakdown.Dimension, _ number: UInt32, _ click: ClickDetail) {
        amounts.append(
            Amount(
                value: UInt64(dimension.rawValue) << 32 | UInt64(number),
                amount: Breakdown.Amount(clicks: 1, appOpens: click.opensApp ? 1 : 0)))
    }

    private static func hasName(_ number: UInt8, _ names: [String]) -> Bool {
        Int(number) < names.count && !names[Int(number)].isEmpty
    }

    /// Adds up equal values.
    private static func combine(_ amounts: inout [Amount]) {
        guard !amounts.isEmpty else { return }
        if amounts.count > 64 { amounts.radixSort { $0.value } } else { amounts.sort { $0.value < $1.value } }
        var last = 0
        for next in amounts.indices.dropFirst() {
            if amounts[next].value == amounts[last].value {
                amounts[last].amount += amounts[next].amount
            } else {
                last += 1
                amounts[last] = amounts[next]
            }
        }
        amounts.removeLast(amounts.count - last - 1)
    }

    /// Looks up the values of the first amounts.
    private mutating func readValues(of count: Int) {
        sums.removeAll()
        let names = details.names
        for amount in amounts[..<count] {
            let number = Int(amount.number)
            switch Breakdown.Dimension(rawValue: amount.dimension) {
            case .country, .language: sums.append(amount, letters: amount.number)
            case .inApp: sums.append(amount, names.inApps[number].utf8.span)
            case .browser: sums.append(amount, names.browsers[number].utf8.span)
            case .rule: sums.append(amount, names.rules[number - 1].utf8.span)
            case .referrer: append(amount, number, of: details.hosts)
            case .link: append(amount, number, of: details.keys)
            case nil: break
            }
        }
        sums.sort()
    }

    private mutating func append(_ amount: Amount, _ number: Int, of texts: NumberedTexts) {
        if number > 0, number <= texts.count { sums.append(amount, texts[number]) } else { sums.append(amount, Span()) }
    }
}
