/// A record in place in the memory map: the fields that the click path needs, read without a copy.
///
/// Valid while the reader keeps its snapshot. Reads check bounds: a damaged record reads as short.
///
/// Reads the fields by their offsets instead of the rows of ``LinkField``, whose key paths and values would cost a click
/// time and allocations.
struct LinkView: ~Escapable {
    let bytes: Span<UInt8>

    /// `nil` if the bytes are not a record of a supported version.
    @_lifetime(copy bytes)
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= RecordFormat.headerCount, RecordFormat.versions.contains(bytes[0]) else { return nil }
        self.bytes = bytes
        guard RecordFormat.headerCount + longLinkCount <= bytes.count else { return nil }
    }

    /// The target.
    var longLink: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(RecordFormat.headerCount..<(RecordFormat.headerCount + longLinkCount)) }
    }

    /// The ID of the link.
    var id: UInt64 { bytes.littleEndian(at: 8) }

    var revision: UInt64 { bytes.littleEndian(at: 32) }

    var isDeleted: Bool { flags.contains(.deleted) }

    var isDisabled: Bool { flags.contains(.disabled) }

    var isUnsafe: Bool { flags.contains(.unsafe) }

    var hasPassword: Bool { flags.contains(.password) }

    /// Whether the link can be served without checks: it has neither times, a maximum number of clicks nor a password,
    /// and is not disabled, unsafe or deleted.
    var isOpen: Bool { flags.isDisjoint(with: .gates) }

    var flags: RecordFlags { RecordFlags(rawValue: UInt16(bytes[2]) | UInt16(bytes[3]) << 8) }

    private var longLinkCount: Int {
        Int(bytes[4]) | Int(bytes[5]) << 8 | Int(bytes[6]) << 16 | Int(bytes[7]) << 24
    }

    /// The time from which the link works, in seconds since 1970.
    var starts: Int64? { number(.starts).map(Int64.init(bitPattern:)) }

    /// The time at which the link expires, in seconds since 1970.
    var expires: Int64? { number(.expires).map(Int64.init(bitPattern:)) }

    /// The maximum number of clicks.
    var maximumClicks: UInt64? { number(.maximumClicks) }

    /// The clicks per second that each worker answers, instead of the site's limit.
    var clicksPerSecond: Int? { number(.clicksPerSecond).map(Int.init(clamping:)) }

    /// The seconds for which caches may keep the target, 0 to prohibit caching.
    var cacheSeconds: Int? { number(.cacheSeconds).map(Int.init(clamping:)) }

    /// A number by its flag: the eight bytes after the long link and the preceding numbers that are present.
    private func number(_ flag: RecordFlags) -> UInt64? {
        guard flags.contains(flag) else { return nil }
        let before = flags.intersection(.numbers).rawValue & (flag.rawValue - 1)
        let start = optionalStart + 8 * before.nonzeroBitCount
        return start + 8 <= bytes.count ? bytes.littleEndian(at: start) : nil
    }

    /// The target for clicks after the link has expired or is used up, by the flag of the field; `nil` if it has none.
    @_lifetime(copy self)
    func target(_ flag: RecordFlags) -> Span<UInt8>? {
        guard flags.contains(flag) else { return nil }
        let numbers = flags.intersection(.numbers).rawValue.nonzeroBitCount
        let start = optionalStart + 8 * (numbers + (flags.contains(.fingerprint) ? 2 : 0))
        var fields = FieldReader(bytes, at: start)
        var range = fields.textRange()
        if flag == .usedUpTarget, flags.contains(.expiredTarget) { range = fields.textRange() }
        return range.isEmpty ? nil : bytes.extracting(range)
    }

    /// The offset of the optional fields.
    var optionalStart: Int { RecordFormat.headerCount + longLinkCount }
}

extension Span<UInt8> {
    /// Eight bytes as a number, little-endian.
    func littleEndian(at offset: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in (0..<8).reversed() { number = number << 8 | UInt64(self[offset + index]) }
        return number
    }

    /// Eight bytes as a number, big-endian.
    func bigEndian(at offset: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in 0..<8 { number = number << 8 | UInt64(self[offset + index]) }
        return number
    }
}
