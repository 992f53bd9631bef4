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

    /// Ordered by day and link.
    private let details: ClickDetails
    private let siteIDs: [UInt64]
    private var hosts = HostNumbers()
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
        var details = details
        details.clicks.radixSort { $0.id }
        details.clicks.radixSort { UInt64($0.day) }
        self.details = details
        siteIDs = details.names.sites.map(SiteID.id)
        amountsOfSites = Array(repeating: [], count: siteIDs.count)
        site = siteIDs.count
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
            guard start < details.clicks.count else { return false }
            readLink()
            if !sums.isEmpty { return true }
        }
    }

    /// Reads the next link's clicks of one day, and adds them to their site's.
    private mutating func readLink() {
        let clicks = details.clicks
        let first = clicks[start]
        (id, day) = (first.id, first.day)
        amounts.removeAll(keepingCapacity: true)
        var end = start
        while end < clicks.count, clicks[end].id == id, clicks[end].day == day, clicks[end].site == first.site {
            append(clicks[end], at: end)
            // All clicks of the row have the key of the first.
            append(.link, UInt32(start + 1), clicks[end])
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
    private mutating func append(_ click: ClickDetail, at index: Int) {
        if click.country != 0 { append(.country, UInt32(click.country), click) }
        if Self.hasName(click.inApp, details.names.inApps) { append(.inApp, UInt32(click.inApp), click) }
        if Self.hasName(click.browser, details.names.browsers) { append(.browser, UInt32(click.browser), click) }
        if click.hostCount != 0 { append(.referrer, hosts.number(at: index, in: details), click) }
        if click.language != 0 { append(.language, click.language, click) }
        if click.rule > 0, Int(click.rule) <= details.names.rules.count { append(.rule, UInt32(click.rule), click) }
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
        // A copy, since the sums change while its texts are borrowed.
        let details = details
        let names = details.names
        for amount in amounts[..<count] {
            let number = Int(amount.number)
            switch Breakdown.Dimension(rawValue: amount.dimension) {
            case .country, .language: sums.append(amount, letters: amount.number)
            case .inApp: sums.append(amount, names.inApps[number].utf8.span)
            case .browser: sums.append(amount, names.browsers[number].utf8.span)
            case .rule: sums.append(amount, names.rules[number - 1].utf8.span)
            case .referrer where number == 0: sums.append(amount, Span())
            case .referrer: sums.append(amount, details.host(of: details.clicks[number - 1]))
            case .link: sums.append(amount, details.key(of: details.clicks[number - 1]))
            case nil: break
            }
        }
        sums.sort()
    }
}

/// Numbers for the hosts of a batch: one more than the index of the first click with the host.
private struct HostNumbers {
    /// Open addressing, at most half full.
    private static let tableCount = 2 * ClickBatch.capacity
    /// The maximum number of slots examined: clients choose the hosts, and may choose such with equal hashes.
    private static let mostProbes = 16

    /// The numbers of hosts, by hash; 0 if the slot is empty. Empty until the first host.
    private var table: [UInt16] = []

    /// The number of a click's host; 0 if there is no room for it.
    mutating func number(at index: Int, in details: borrowing ClickDetails) -> UInt32 {
        let host = details.host(of: details.clicks[index])
        guard !host.isEmpty else { return 0 }
        if table.isEmpty { table = [UInt16](repeating: 0, count: Self.tableCount) }
        var slot = Int(truncatingIfNeeded: ByteHash64.of(host)) & (Self.tableCount - 1)
        for _ in 0..<Self.mostProbes {
            let known = Int(table[slot])
            if known == 0 {
                table[slot] = UInt16(index + 1)
                return UInt32(index + 1)
            }
            if details.host(of: details.clicks[known - 1]).equals(host) { return UInt32(known) }
            slot = (slot + 1) & (Self.tableCount - 1)
        }
        return 0
    }
}
