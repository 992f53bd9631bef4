import ByteText

/// One worker's recently requested links that do not exist.
///
/// A link that is missing in a replica may have just been created elsewhere, so the first requests for it wait for the
/// source. Memory is constant: of two links with the same slot, the later one is kept.
struct UnknownLinks {
    private struct Place {
        var link: UInt64 = 0
        /// The time of the first request, in milliseconds of the monotonic clock.
        var start: Int64 = 0
        var count = 0
    }

    private static let placeCount = 4_096
    /// How many requests for a link may wait within its lifetime: more than one, since people try addresses before creating them.
    private static let mostWaits = 3
    private static let lifetime: Int64 = 2_000

    private let key = UInt64.random(in: .min ... .max)
    private var places: [Place] = []

    /// Counts a request for a missing link; `false` if enough of them have waited.
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
