import ByteText
import Sorting

/// Pending clicks of one thread. Adding a click neither waits nor allocates: it only copies its properties, which are added up
/// when the batch is drained, and by the writer.
struct ClickBatch: ~Copyable {
    /// The maximum number of clicks. A full batch is flushed early.
    static let capacity = 8_192
    /// The maximum length of hosts and keys together.
    private static let textCapacity = 1 << 18

    private var clicks: [ClickDetail] = []
    /// The hosts and keys of the clicks, one after the other.
    private var texts = ByteBuffer(capacity: textCapacity)
    /// The names of the following clicks. A batch has clicks with the same names only.
    var names = ClickNames() {
        didSet { siteIDs = names.sites.map(SiteID.id) }
    }
    private var siteIDs: [UInt64] = []

    init() { clicks.reserveCapacity(Self.capacity) }

    var isEmpty: Bool { clicks.isEmpty }
    var isFull: Bool {
        clicks.count >= Self.capacity || texts.count > Self.textCapacity - 2 * Breakdown.longestValue
    }

    /// Adds a click. The batch must not be full.
    ///
    /// - Parameters:
    ///   - host: The referrer's host in lower case; empty if unknown.
    ///   - key: The link's key.
    mutating func add(_ click: ClickDetail, host: Span<UInt8>, key: Span<UInt8>) {
        var click = click
        click.textStart = UInt32(truncatingIfNeeded: texts.count)
        click.hostCount = append(host)
        click.keyCount = append(key)
        clicks.append(click)
    }

    /// Copies a text and returns its length; ``ClickDetail/otherText`` if it is too long for a breakdown.
    @inline(__always)
    private mutating func append(_ text: Span<UInt8>) -> UInt8 {
        guard text.count <= Breakdown.longestValue else { return ClickDetail.otherText }
        texts.append(text)
        return UInt8(truncatingIfNeeded: text.count)
    }

    /// Removes all clicks. Returns the counts of links and sites, ordered by ID and day, and the properties of the clicks.
    mutating func drain() -> (counts: [LinkCount], details: ClickDetails) {
        var details = ClickDetails()
        swap(&details.clicks, &clicks)
        // Not while a click waits.
        clicks.reserveCapacity(Self.capacity)
        details.names = names
        details.texts = [UInt8](copying: texts.bytes)
        texts.removeAll()
        let links = ClickSum.sums(details.clicks.map { ClickSum(id: $0.id, place: $0.place, site: $0.site) })
        let sites = links.compactMap { sum in
            Int(sum.site) < siteIDs.count
                ? ClickSum(id: siteIDs[Int(sum.site)], place: sum.place, site: sum.site, count: sum.count) : nil
        }
        return (ClickSum.counts(links) + ClickSum.counts(ClickSum.sums(sites)), details)
    }
}

/// The number of clicks of one link or site on a day, of one kind.
private struct ClickSum {
    let id: UInt64
    /// As ``ClickDetail/place``.
    let place: UInt32
    let site: UInt16
    var count: UInt32 = 1

    /// Adds up clicks that differ in nothing. The sums are ordered by ID and place.
    static func sums(_ clicks: [ClickSum]) -> [ClickSum] {
        var clicks = clicks
        clicks.radixSort { UInt64($0.place) }
        clicks.radixSort { $0.id }
        var sums: [ClickSum] = []
        for click in clicks {
            if let last = sums.last, last.id == click.id, last.place == click.place, last.site == click.site {
                sums[sums.count - 1].count += click.count
            } else {
                sums.append(click)
            }
        }
        return sums
    }

    static func counts(_ sums: [ClickSum]) -> [LinkCount] {
        var counts: [LinkCount] = []
        counts.reserveCapacity(2 * sums.count)
        for sum in sums {
            let kind = ClickKind(number: UInt8(truncatingIfNeeded: sum.place))
            var count = LinkCount(
                id: sum.id, day: sum.place >> 8, event: .click, platform: kind.platform, count: UInt64(sum.count))
            counts.append(count)
            if let outcome = kind.outcome {
                count.event = outcome
                counts.append(count)
            }
            if kind.isScan {
                count.event = .scan
                counts.append(count)
            }
        }
        return counts
    }
}

/// The outcome, platform and scan flag of a click, packed into one number.
struct ClickKind {
    let outcome: LinkCount.Event?
    let platform: LinkCount.Platform
    let isScan: Bool

    init(_ outcome: LinkCount.Event?, _ platform: LinkCount.Platform, isScan: Bool) {
        self.outcome = outcome
        self.platform = platform
        self.isScan = isScan
    }

    init(number: UInt8) {
        let event = number >> 2 & 0x1F
        isScan = number & 0x80 != 0
        outcome = event == 0 ? nil : LinkCount.Event(rawValue: event - 1)
        platform = LinkCount.Platform(rawValue: number & 3) ?? .other
    }

    var number: UInt8 { (isScan ? 0x80 : 0) | (outcome.map { $0.rawValue + 1 } ?? 0) << 2 | platform.rawValue }
}
