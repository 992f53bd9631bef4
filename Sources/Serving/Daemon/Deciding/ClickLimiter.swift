import ByteText

/// Keeps the clicks of each site, and of each link, within the rates that the site states: those of one worker.
///
/// A rate is a bucket that a second's worth of clicks fills and that runs empty within a second, as in nginx's `limit_req` with
/// `burst` and `nodelay`: kept as the time at which it is empty. Memory is the same whatever comes: links share a table of some
/// thousand places, and where a link finds none, only the site's rate counts.
struct ClickLimiter {
    private struct Place {
        var link: UInt64 = 0
        /// When the bucket is empty, in nanoseconds of the monotonic clock.
        var empty: UInt64 = 0
    }

    private static let second: UInt64 = 1_000_000_000
    private static let placeCount = 4_096
    /// How many places a link looks at.
    private static let reach = 8

    private let key = UInt64.random(in: .min ... .max)
    /// By the place of the site in the rule set; made with the first click on a site that has limits.
    private var sites: [UInt64] = []
    private var places: [Place] = []

    /// Counts a click; false if it is above a rate, and then it does not count.
    ///
    /// - Parameters:
    ///   - perLink: The clicks a second of the link; nil for any number.
    ///   - perSite: The clicks a second of its site; nil for any number.
    ///   - now: In nanoseconds of the monotonic clock.
    mutating func admits(
        _ link: Span<UInt8>, ofSite site: Int, perLink: Int?, perSite: Int?, now: UInt64
    ) -> Bool {
        if let perLink, !admits(link: KeyedHash.of(link, key: key) | 1, perLink, now) { return false }
        guard let perSite else { return true }
        while sites.count <= site { sites.append(0) }
        return Self.admits(&sites[site], perSite, now)
    }

    private mutating func admits(link: UInt64, _ rate: Int, _ now: UInt64) -> Bool {
        if places.isEmpty { places = Array(repeating: Place(), count: Self.placeCount) }
        let start = Int(truncatingIfNeeded: link >> 32) & (Self.placeCount - 1)
        var free: Int?
        for step in 0..<Self.reach {
            let place = (start + step) & (Self.placeCount - 1)
            if places[place].link == link { return Self.admits(&places[place].empty, rate, now) }
            if free == nil, places[place].empty <= now { free = place }
        }
        guard let free else { return true }
        places[free] = Place(link: link)
        return Self.admits(&places[free].empty, rate, now)
    }

    private static func admits(_ empty: inout UInt64, _ rate: Int, _ now: UInt64) -> Bool {
        let next = max(empty, now) + second / UInt64(rate)
        guard next <= now + second else { return false }
        empty = next
        return true
    }
}
