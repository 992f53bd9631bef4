/// An app's request for the click before its installation, which is answered and counted once.
///
/// The store keeps a digest, the claim time and the expiry time, and nothing about the app or the user. Expired claims
/// are removed as new ones arrive.
public struct InstallClaim: Sendable, Equatable {
    /// The digest of the app's claim token.
    public var token: LinkFingerprint
    /// The expiry time of the token in seconds since 1970.
    public var end: Int64
    /// The time of the claim in seconds since 1970.
    public var time: Int64
    /// The count for the first claim; `nil` if nothing is counted.
    public var count: LinkCount?

    /// Whether the result depends on earlier claims at any node; not stored.
    public var isOnce: Bool

    /// A claim at a time, with the count for it.
    public init(token: LinkFingerprint, end: Int64, time: Int64, count: LinkCount?, isOnce: Bool = false) {
        (self.token, self.end, self.time, self.count, self.isOnce) = (token, end, time, count, isOnce)
    }

    fileprivate static let prefix = IndexKey.document("", in: "claims")

    /// Keys are ordered by expiry time, so expired claims come first.
    fileprivate var place: [UInt8] {
        var place = Self.prefix
        place.appendBigEndian(UInt64(bitPattern: end) ^ 1 << 63)
        place.appendBigEndian(token.high)
        place.appendBigEndian(token.low)
        return place
    }

    /// Whether the claim with a key has expired.
    fileprivate func isPast(_ place: [UInt8]) -> Bool {
        let end = place.dropFirst(Self.prefix.count).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } ^ 1 << 63
        return Int64(bitPattern: end) < time
    }
}

extension LinkTransaction {
    /// The maximum number of expired claims removed by a new one; more than one, so they can't accumulate.
    private static let removed = 8

    /// Records and counts a claim, unless it exists; returns the time of the first one.
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
        var scan = IndexScan(database: databases.documents, prefix: InstallClaim.prefix, isIndex: false)
        for (place, _) in try keys(&scan, count: Self.removed) where claim.isPast(place) {
            try remove(place, from: databases.documents)
        }
    }
}
