import ByteText

/// The links that were requested and do not exist: those of one worker.
///
/// A link that is missing in a replica may have been created elsewhere a moment ago, so its first requests wait for the source. The
/// memory is the same for any number of links: of two at the same place, the later one is kept.
struct UnknownLinks {
    private struct Place {
        var link: UInt64 = 0
        /// When the link was requested first, in milliseconds of the monotonic clock.
        var start: Int64 = 0
        var count = 0
    }

    private static let placeCount = 4_096
    /// How many requests for a link may wait within its time: more than one, since people try an address before they create it.
    private static let mostWaits = 3
    private static let lifetime: Int64 = 2_000

    private let key = UInt64.random(in: .min ... .max)
    private var places: [Place] = []

    /// Counts a request for a link that does not exist; false if enough of them have waited.
    ///
    /// - Parameter now: In milliseconds of the monotonic clock.
    mutating func admits(_ link: Span<UInt8>, now: Int64) -> Bool {
        if places.isEmpty { places = Array(repeating: Place(), count: Self.placeCount) }
        let hash = KeyedHash.of(link, key: key) | 1
        let index = Int(truncatingIfNeeded: hash >> 32) & (Self.placeCount - 1)
        if places[index].link != hash || now - places[index].start >= Self.lifetime {
            places[index] = Place(link: hash, start: now)
        }
        guard places[index].count < Self.mostWaits else { return false }
        places[index].count += 1
        return true
    }
}
