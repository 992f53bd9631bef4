/// An app's question where the click before its installation led, so that each is answered once and counted once.
///
/// What is kept is a digest, when it was claimed and until when it could be: nothing of the app or of the person. What has
/// expired is removed as others come.
public struct InstallClaim: Sendable, Equatable {
    /// A digest of what the app was given to claim with.
    public var token: LinkFingerprint
    /// Until when that counts, in seconds since 1970.
    public var end: Int64
    /// When it is claimed, in seconds since 1970.
    public var time: Int64
    /// What is counted where the claim is the first; nil for nothing.
    public var count: LinkCount?

    /// Whether the answer depends on an earlier claim, at whatever node; not kept.
    public var isOnce: Bool

    /// A claim at a time, with what it is counted as.
    public init(token: LinkFingerprint, end: Int64, time: Int64, count: LinkCount?, isOnce: Bool = false) {
        (self.token, self.end, self.time, self.count, self.isOnce) = (token, end, time, count, isOnce)
    }

    fileprivate static let prefix = IndexKey.document("", in: "claims")

    /// The ends sort first to last, so that those that have expired come first.
    fileprivate var place: [UInt8] {
        var place = Self.prefix
        place.appendBigEndian(UInt64(bitPattern: end) ^ 1 << 63)
        place.appendBigEndian(token.high)
        place.appendBigEndian(token.low)
        return place
    }

    /// Whether a claim at such a place has expired.
    fileprivate func isPast(_ place: [UInt8]) -> Bool {
        let end = place.dropFirst(Self.prefix.count).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } ^ 1 << 63
        return Int64(bitPattern: end) < time
    }
}

extension LinkTransaction {
    /// The most expired claims that a new one removes: more than one, so that there never are many.
    private static let removed = 8

    /// Notes a claim, and counts it, unless it was made before; returns when it was made first.
    mutating func note(_ claim: InstallClaim) throws(StoreError) -> Int64 {
        let place = claim.place
        if let known = try value(for: place.span, in: databases.documents) {
            guard known.count == 8 else { throw .damaged("a claim of \(known.count) bytes") }
            return Int64(bitPattern: known.littleEndian(at: 0))
        }
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(UInt64(bitPattern: claim.time))
        try put(bytes.span, for: place.span, in: databases.documents)
        if let count = claim.count { try add([count]) }
        try removeClaims(before: claim)
        return claim.time
    }

    private mutating func removeClaims(before claim: InstallClaim) throws(StoreError) {
        var walk = Walk(database: databases.documents, prefix: InstallClaim.prefix, isIndex: false)
        for (place, _) in try keys(&walk, count: Self.removed) where claim.isPast(place) {
            try remove(place, from: databases.documents)
        }
    }
}
