/// The file format of a record, little-endian: fixed fields first, which the click path reads in place.
///
/// ```
/// 0 version · 1 suffix · 2 flags u16 · 4 long link length u32 · 8 id u64 · 16 created i64 · 24 updated i64
/// 32 revision u64 · 40 long link · then by flags: starts i64, expires i64, maximum clicks u64, clicks per second u64,
/// cache seconds u64, fingerprint 2×u64, expired target, used-up target, password hash
/// then, if the flag `texts` is set: name, note, tag count, tags, attribute count, names and values;
/// counts are LEB128, and each text is preceded by its length
/// ```
///
/// A record has version 4 if one of the flags ``RecordFlags/fourth`` is set, version 3 with one of
/// ``RecordFlags/third``, version 2 with one of ``RecordFlags/second``, and version 1 otherwise. Programs that only
/// support lower versions can still read those, and reject the others, so that an unsafe link or one with a password is
/// never followed because its mark was skipped.
enum RecordFormat {
    static let versions: ClosedRange<UInt8> = 1...4
    static let headerCount = 40
}

/// The flags of a record.
struct RecordFlags: OptionSet {
    let rawValue: UInt16

    static let managed = RecordFlags(rawValue: 1 << 0)
    static let archived = RecordFlags(rawValue: 1 << 1)
    static let disabled = RecordFlags(rawValue: 1 << 2)
    static let deleted = RecordFlags(rawValue: 1 << 3)
    static let starts = RecordFlags(rawValue: 1 << 4)
    static let expires = RecordFlags(rawValue: 1 << 5)
    static let maximumClicks = RecordFlags(rawValue: 1 << 6)
    static let fingerprint = RecordFlags(rawValue: 1 << 7)
    static let texts = RecordFlags(rawValue: 1 << 8)
    static let unsafe = RecordFlags(rawValue: 1 << 9)
    static let expiredTarget = RecordFlags(rawValue: 1 << 10)
    static let usedUpTarget = RecordFlags(rawValue: 1 << 11)
    static let clicksPerSecond = RecordFlags(rawValue: 1 << 12)
    static let cacheSeconds = RecordFlags(rawValue: 1 << 13)
    static let password = RecordFlags(rawValue: 1 << 14)
    /// If none of these is set, the link is served without further checks.
    static let gates: RecordFlags = [.disabled, .deleted, .unsafe, .starts, .expires, .maximumClicks, .password]
    /// The flags that require version 2.
    static let second: RecordFlags = [.unsafe, .expiredTarget, .usedUpTarget]
    /// The flags that require version 3.
    static let third: RecordFlags = [.clicksPerSecond, .cacheSeconds]
    /// The flags that require version 4.
    static let fourth: RecordFlags = [.password]
    /// The flags of the eight-byte numbers before the fingerprint, in field order.
    static let numbers: RecordFlags = [.starts, .expires, .maximumClicks, .clicksPerSecond, .cacheSeconds]

    /// The version of a record with these flags.
    var version: UInt8 {
        if !isDisjoint(with: Self.fourth) { return 4 }
        return !isDisjoint(with: Self.third) ? 3 : isDisjoint(with: Self.second) ? 1 : 2
    }
}

extension LinkRecord {
    var flags: RecordFlags {
        var flags: RecordFlags = isDeleted ? .deleted : []
        if fingerprint != nil { flags.insert(.fingerprint) }
        for field in LinkField.allCases where !self[field].isEmpty { flags.insert(field.flag) }
        return flags
    }

    /// Appends the record in the file's format.
    func encode(into bytes: inout [UInt8]) {
        let flags = flags
        bytes.append(flags.version)
        bytes.append(suffix.rawValue)
        bytes.appendLittleEndian(flags.rawValue)
        bytes.appendLittleEndian(UInt32(longLink.utf8.count))
        bytes.appendLittleEndian(id)
        bytes.appendLittleEndian(UInt64(bitPattern: created))
        bytes.appendLittleEndian(UInt64(bitPattern: updated))
        bytes.appendLittleEndian(revision)
        bytes.append(contentsOf: longLink.utf8)
        for field in LinkField.numbers where flags.contains(field.flag) { bytes.append(self[field]) }
        if let fingerprint {
            bytes.appendLittleEndian(fingerprint.high)
            bytes.appendLittleEndian(fingerprint.low)
        }
        for field in LinkField.texts where flags.contains(field.flag) { bytes.append(self[field]) }
    }
}

extension LinkField {
    /// The fields stored as numbers, in the order of the file.
    static let numbers = allCases.filter(\.isNumber).sorted { $0.flag.rawValue < $1.flag.rawValue }
    /// The other optional fields with a value in the file, in its order: those with a flag of their own, then those
    /// that share one.
    static let texts: [LinkField] = {
        let stored = allCases.filter { !$0.isNumber && !$0.isFlag && !$0.flag.isEmpty }
        let own = stored.filter { $0.flag != .texts }.sorted { $0.flag.rawValue < $1.flag.rawValue }
        return own + stored.filter { $0.flag == .texts }
    }()
}

extension [UInt8] {
    mutating func appendLittleEndian<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func appendBigEndian<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// LEB128: seven bits per byte, least significant first.
    mutating func appendCount(_ count: Int) {
        var rest = UInt(count)
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    mutating func appendText(_ text: String) {
        appendCount(text.utf8.count)
        append(contentsOf: text.utf8)
    }

    /// A field's value; a flag is not stored here.
    mutating func append(_ value: LinkValue) {
        switch value {
        case .empty, .flag: break
        case .text(let text): appendText(text)
        case .number(let number): appendLittleEndian(number)
        case .tags(let tags):
            appendCount(tags.count)
            for tag in tags { appendText(tag) }
        case .attributes(let attributes):
            appendCount(attributes.count)
            for attribute in attributes {
                appendText(attribute.name)
                appendText(attribute.value)
            }
        }
    }
}
