import ByteText

/// Limits how often clients may try passwords of links: each client for a link, and all clients together.
///
/// A limit is a bucket that refills at its rate (generic cell rate algorithm), stored as the time at which it is full
/// again. Right passwords do not count. Memory is bounded: if too many buckets are in use, tries by further clients are
/// refused.
struct PasswordTries: Sendable {
    /// A limit on tries per minute, all of which may come at once.
    private struct Limit {
        static let span: UInt64 = 60_000_000_000

        let perMinute: UInt64

        var cost: UInt64 { Self.span / perMinute }
    }

    private struct Bucket: Hashable {
        let link: UInt64
        /// ``ByteText/IPAddress/subscriber`` of the client; `nil` for all clients together.
        let client: Client?
    }

    /// A client by its address; those with unknown addresses count as one.
    enum Client: Hashable, Sendable {
        case address(IPAddress)
        case unknown

        init(_ address: IPAddress?) { self = address.map { .address($0.subscriber) } ?? .unknown }
    }

    private static let ofClient = Limit(perMinute: 5)
    private static let ofAll = Limit(perMinute: 100)
    private static let mostBuckets = 1 << 16

    private let key = UInt64.random(in: .min ... .max)
    /// When each bucket is full again, in nanoseconds of the monotonic clock.
    private var full: [Bucket: UInt64] = [:]

    /// Counts a try; returns the seconds to wait if it exceeds a limit and is not counted, or `nil`.
    ///
    /// - Parameters:
    ///   - link: The key of the link.
    ///   - now: In nanoseconds of the monotonic clock.
    mutating func delay(_ link: Span<UInt8>, by client: Client, now: UInt64) -> Int? {
        if full.count >= Self.mostBuckets {
            full = full.filter { $0.value > now }
            if full.count >= Self.mostBuckets { return 10 }
        }
        let buckets = buckets(of: link, client)
        let times = buckets.map { bucket, limit in max(full[bucket] ?? 0, now) + limit.cost }
        if let late = times.max(), late > now + Limit.span { return Int((late - now - Limit.span) / 1_000_000_000) + 1 }
        for ((bucket, _), time) in zip(buckets, times) { full[bucket] = time }
        return nil
    }

    /// Takes back a try that was counted: its password was right, or it was not checked.
    mutating func takeBack(_ link: Span<UInt8>, by client: Client) {
        for (bucket, limit) in buckets(of: link, client) {
            if let time = full[bucket] { full[bucket] = time > limit.cost ? time - limit.cost : 0 }
        }
    }

    private func buckets(of link: Span<UInt8>, _ client: Client) -> [(Bucket, Limit)] {
        let link = KeyedHash.of(link, key: key)
        return [
            (Bucket(link: link, client: client), Self.ofClient), (Bucket(link: link, client: nil), Self.ofAll),
        ]
    }
}
