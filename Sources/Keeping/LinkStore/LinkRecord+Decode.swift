extension LinkRecord {
    /// Copies a record out of the memory map; `nil` if it is damaged.
    init?(key: LinkKey, _ view: LinkView) {
        self.init(key: key, longLink: String(copying: view.longLink), created: 0)
        let flags = view.flags
        guard let suffix = Suffix(rawValue: view.bytes[1]) else { return nil }
        self.suffix = suffix
        id = view.id
        created = Int64(bitPattern: view.bytes.littleEndian(at: 16))
        updated = Int64(bitPattern: view.bytes.littleEndian(at: 24))
        revision = view.revision
        isManaged = flags.contains(.managed)
        isArchived = flags.contains(.archived)
        isDisabled = flags.contains(.disabled)
        isUnsafe = flags.contains(.unsafe)
        isDeleted = flags.contains(.deleted)
        var fields = FieldReader(view.bytes, at: view.optionalStart)
        if flags.contains(.starts) { starts = fields.number().map(Int64.init(bitPattern:)) }
        if flags.contains(.expires) { expires = fields.number().map(Int64.init(bitPattern:)) }
        if flags.contains(.maximumClicks) { maximumClicks = fields.number() }
        if flags.contains(.clicksPerSecond) { clicksPerSecond = fields.number().map(Int.init(clamping:)) }
        if flags.contains(.cacheSeconds) { cacheSeconds = fields.number().map(Int.init(clamping:)) }
        if flags.contains(.fingerprint), let high = fields.number(), let low = fields.number() {
            fingerprint = LinkFingerprint(high: high, low: low)
        }
        if flags.contains(.expiredTarget) { expiredTarget = fields.text() }
        if flags.contains(.usedUpTarget) { usedUpTarget = fields.text() }
        if flags.contains(.texts) { readTexts(&fields) }
        guard fields.isAtEnd else { return nil }
    }

    private mutating func readTexts(_ fields: inout FieldReader) {
        name = fields.text()
        note = fields.text()
        for _ in 0..<fields.boundedCount() { tags.append(fields.text()) }
        for _ in 0..<fields.boundedCount() { attributes.append(Attribute(fields.text(), fields.text())) }
    }
}

/// Reads fields in sequence. A read past the end sets ``isShort`` and returns an empty value.
struct FieldReader: ~Escapable {
    private let bytes: Span<UInt8>
    private var offset: Int
    private var isShort = false

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, at offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Whether all bytes were read, and none beyond.
    var isAtEnd: Bool { !isShort && offset == bytes.count }

    @_lifetime(self: copy self)
    mutating func number() -> UInt64? {
        guard offset + 8 <= bytes.count else {
            isShort = true
            return nil
        }
        defer { offset += 8 }
        return bytes.littleEndian(at: offset)
    }

    @_lifetime(self: copy self)
    mutating func count() -> Int {
        var value = 0
        var shift = 0
        while offset < bytes.count, shift < 35 {
            let byte = bytes[offset]
            offset += 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        isShort = true
        return 0
    }

    /// A count of elements that have at least a byte each.
    @_lifetime(self: copy self)
    mutating func boundedCount() -> Int {
        let count = count()
        guard count <= bytes.count - offset else {
            isShort = true
            return 0
        }
        return count
    }

    @_lifetime(self: copy self)
    mutating func text() -> String { String(copying: bytes.extracting(textRange())) }

    /// The range of a text, which is skipped; empty if it is truncated.
    @_lifetime(self: copy self)
    mutating func textRange() -> Range<Int> {
        let count = count()
        guard count <= bytes.count - offset else {
            isShort = true
            return 0..<0
        }
        defer { offset += count }
        return offset..<(offset + count)
    }
}
