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
        isDeleted = flags.contains(.deleted)
        for field in LinkField.allCases where field.isFlag { self[field] = .flag(flags.contains(field.flag)) }
        var fields = FieldReader(view.bytes, at: view.optionalStart)
        for field in LinkField.numbers where flags.contains(field.flag) { self[field] = fields.value(of: field) }
        if flags.contains(.fingerprint), let high = fields.number(), let low = fields.number() {
            fingerprint = LinkFingerprint(high: high, low: low)
        }
        for field in LinkField.texts where flags.contains(field.flag) { self[field] = fields.value(of: field) }
        guard fields.isAtEnd else { return nil }
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

    /// The value of a field that is not a flag.
    @_lifetime(self: copy self)
    mutating func value(of field: LinkField) -> LinkValue {
        switch field.kind {
        case .time, .count, .number: return number().map(LinkValue.number) ?? .empty
        case .target, .text, .address, .password: return .text(text())
        case .tags:
            var tags: [String] = []
            for _ in 0..<boundedCount() { tags.append(text()) }
            return .tags(tags)
        case .attributes:
            var attributes: [LinkRecord.Attribute] = []
            for _ in 0..<boundedCount() { attributes.append(LinkRecord.Attribute(text(), text())) }
            return .attributes(attributes)
        case .flag, .state: return .empty
        }
    }
}
