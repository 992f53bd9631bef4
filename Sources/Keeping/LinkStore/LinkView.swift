/// A record where it lies in the map: what the click path needs of it, read without a copy.
///
/// It lives for as long as the reader looks at the same state. Reading checks bounds: a damaged record reads as short.
public struct LinkView: ~Escapable {
    let bytes: Span<UInt8>

    /// Nil where the bytes are no record of a version that is known.
    @_lifetime(copy bytes)
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count >= RecordFormat.headerCount, bytes[0] == RecordFormat.version else { return nil }
        self.bytes = bytes
        guard RecordFormat.headerCount + longLinkCount <= bytes.count else { return nil }
    }

    /// What the short link stands for.
    public var longLink: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(RecordFormat.headerCount..<(RecordFormat.headerCount + longLinkCount)) }
    }

    /// The number of the link.
    public var id: UInt64 { bytes.littleEndian(at: 8) }

    public var revision: UInt64 { bytes.littleEndian(at: 32) }

    public var isDeleted: Bool { flags.contains(.deleted) }

    public var isArchived: Bool { flags.contains(.archived) }

    public var isDisabled: Bool { flags.contains(.disabled) }

    /// Whether the link has neither beginning nor end nor a number of clicks and is not disabled or deleted.
    public var isOpen: Bool { flags.isDisjoint(with: .gates) }

    var flags: RecordFlags { RecordFlags(rawValue: UInt16(bytes[2]) | UInt16(bytes[3]) << 8) }

    private var longLinkCount: Int {
        Int(bytes[4]) | Int(bytes[5]) << 8 | Int(bytes[6]) << 16 | Int(bytes[7]) << 24
    }

    /// When the link begins to work, in seconds since 1970.
    public var starts: Int64? { flags.contains(.starts) ? optional(before: []).map(Int64.init(bitPattern:)) : nil }

    /// When the link ends to work, in seconds since 1970.
    public var expires: Int64? {
        flags.contains(.expires) ? optional(before: [.starts]).map(Int64.init(bitPattern:)) : nil
    }

    /// How many clicks the link is good for.
    public var maximumClicks: UInt64? {
        flags.contains(.maximumClicks) ? optional(before: [.starts, .expires]) : nil
    }

    /// The eight bytes behind the long link and behind those of these fields that are there.
    private func optional(before: RecordFlags) -> UInt64? {
        let start = optionalStart + 8 * flags.intersection(before).rawValue.nonzeroBitCount
        return start + 8 <= bytes.count ? bytes.littleEndian(at: start) : nil
    }

    /// Where the fields begin that are there by flags.
    var optionalStart: Int { RecordFormat.headerCount + longLinkCount }
}

extension Span<UInt8> {
    /// Eight bytes as a number.
    func littleEndian(at offset: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in (0..<8).reversed() { number = number << 8 | UInt64(self[offset + index]) }
        return number
    }

    /// Eight bytes as a number, the highest first.
    func bigEndian(at offset: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in 0..<8 { number = number << 8 | UInt64(self[offset + index]) }
        return number
    }
}
