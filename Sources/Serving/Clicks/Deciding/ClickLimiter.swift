import ByteText

/// Enforces the rate limits of sites and links for the clicks of one worker.
///
/// A rate is a bucket with the capacity of one second's clicks, as in nginx's `limit_req` with `burst` and `nodelay`. It is
/// stored as the time at which it is empty. Memory is constant: links share a table of a few thousand slots, and for a link
/// without a free slot only the site's rate is enforced.
struct ClickLimiter {
    private struct Place {
        var link: UInt64 = 0
        /// When the bucket is empty, in nanoseconds of the monotonic clock.
        var empty: UInt64 = 0
    }

    private static let second: UInt64 = 1_000_000_000
    private static let placeCount = 4_096
    /// The number of slots that are probed for a link.
    private static let reach = 8

    private let key = UInt64.random(in: .min ... .max)
    /// By the index of the site in the rule set; extended with the first click on a site with limits.
    private var sites: [UInt64] = []
    private var places: [Place] = []

    /// Counts a click; `false` if it exceeds a rate, in which case it is not counted.
    ///
    /// - Parameters:
    ///   - perLink: The link's clicks per second, or `nil` if unlimited.
    ///   - perSite: The site's clicks per second, or `nil` if unlimited.
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
