/// The keys of the indexes, with big-endian numbers so that bytes sort like numbers.
enum IndexKey {
    /// A time and an ID. Times before 1970 sort first.
    static func time(_ time: Int64, id: UInt64) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(16)
        appendTime(time, id: id, to: &key)
        return key
    }

    static func tag(_ tag: String, created: Int64, id: UInt64) -> [UInt8] {
        var key = tagPrefix(tag)
        appendTime(created, id: id, to: &key)
        return key
    }

    static func tagPrefix(_ tag: String) -> [UInt8] {
        Array(tag.utf8) + [0]
    }

    static func fingerprint(_ fingerprint: LinkFingerprint, id: UInt64) -> [UInt8] {
        var key = fingerprintPrefix(fingerprint)
        key.appendBigEndian(id)
        return key
    }

    static func fingerprintPrefix(_ fingerprint: LinkFingerprint) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(24)
        key.appendBigEndian(fingerprint.high)
        key.appendBigEndian(fingerprint.low)
        return key
    }

    static func destination(_ destination: LinkDestination, id: UInt64) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(destinationCount)
        key.appendBigEndian(destination.hostHash)
        key.appendBigEndian(destination.addressHash)
        key.appendBigEndian(id)
        return key
    }

    /// The size of a key in the destination index; keys of other listed indexes have other sizes.
    static let destinationCount = 24

    /// The key of the counters of a link and a day, in place.
    static func day(_ day: UInt32, id: UInt64) -> InlineArray<12, UInt8> {
        var key = InlineArray<12, UInt8>(repeating: 0)
        for index in 0..<8 { key[index] = UInt8(truncatingIfNeeded: id >> UInt64(56 - 8 * index)) }
        for index in 0..<4 { key[8 + index] = UInt8(truncatingIfNeeded: day >> UInt32(24 - 8 * index)) }
        return key
    }

    static func document(_ name: String, in namespace: String) -> [UInt8] {
        Array(namespace.utf8) + [0] + Array(name.utf8)
    }

    static func secret(_ name: String) -> [UInt8] { document(name, in: "secrets") }

    private static func appendTime(_ time: Int64, id: UInt64, to key: inout [UInt8]) {
        key.appendBigEndian(UInt64(bitPattern: time) ^ 1 << 63)
        key.appendBigEndian(id)
    }
}
