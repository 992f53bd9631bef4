import ByteText
import LinkStore
import Links

/// A line of JSON as `link export` writes it, read without building a JSON value first.
///
/// It only handles plain lines: known fields, each once, strings without escapes, no tags and no attributes. All others
/// are passed to the JSON reader, which reports their faults.
struct PlainLine: ~Escapable {
    /// A value, with the range of its text.
    private enum Value {
        case string(Range<Int>)
        case number(Range<Int>)
        case bool(Bool)
        case null, emptyArray, emptyObject
    }

    private let bytes: Span<UInt8>
    private var position = 0

    @_lifetime(copy bytes)
    private init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// The fields of a line; `nil` if the line is not plain.
    static func fields(_ line: Span<UInt8>) -> LinkFields? {
        guard (try? UTF8Span(validating: line)) != nil else { return nil }
        var reader = PlainLine(line)
        return reader.fields()
    }

    private static let names: [StaticString] = [
        "link", "domain", "code", "long_link", "name", "note", "tags", "attributes", "created", "updated", "starts",
        "expires", "max_clicks", "archived", "disabled", "managed", "suffix", "reused",
        "expired_target", "used_up_target", "unsafe", "max_clicks_per_second", "cache",
    ]

    @_lifetime(self: copy self)
    private mutating func fields() -> LinkFields? {
        var fields = LinkFields()
        var seen: UInt32 = 0
        guard consume(UInt8(ascii: "{")) else { return nil }
        repeat {
            guard let name = string(), consume(UInt8(ascii: ":")), let value = value() else { return nil }
            let text = bytes.extracting(name)
            guard let field = Self.names.firstIndex(where: { text.equals($0) }), seen & 1 << UInt32(field) == 0,
                set(field, value, in: &fields)
            else { return nil }
            seen |= 1 << UInt32(field)
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "}")) else { return nil }
        skipSpace()
        return position == bytes.count ? fields : nil
    }

    /// Sets a field by its index in ``names``; `false` if the value is not plain.
    private func set(_ field: Int, _ value: Value, in fields: inout LinkFields) -> Bool {
        switch (field, value) {
        // Fields that a file omits.
        case (_, .null): return true
        case (0, .string(let text)):
            guard let place = try? LinkFields.place(bytes.extracting(text)) else { return false }
            (fields.domain, fields.code) = place
        case (1, .string(let text)): fields.domain = string(text)
        case (2, .string(let text)): fields.code = string(text)
        case (3, .string(let text)): fields.patch.longLink = string(text)
        case (4, .string(let text)): fields.patch.name = string(text)
        case (5, .string(let text)): fields.patch.note = string(text)
        case (6, .emptyArray): fields.patch.tags = []
        case (7, .emptyObject): fields.patch.attributes = []
        case (8...11, .string(let text)): return setTime(field, text, in: &fields)
        case (12, .number(let text)):
            guard let count = bytes.extracting(text).decimalValue, count > 0 else { return false }
            fields.patch.maximumClicks = .some(UInt64(count))
        case (13, .bool(let value)): fields.patch.isArchived = value
        case (14, .bool(let value)): fields.patch.isDisabled = value
        case (15, .bool(let value)): fields.patch.isManaged = value
        case (16, .string(let text)):
            guard let suffix = LinkRecord.Suffix(named: string(text)) else { return false }
            fields.suffix = suffix
        case (17, .bool(let value)): fields.isReused = value
        case (18, .string(let text)) where !text.isEmpty: fields.patch.expiredTarget = .some(string(text))
        case (19, .string(let text)) where !text.isEmpty: fields.patch.usedUpTarget = .some(string(text))
        case (20, .bool(let value)): fields.patch.isUnsafe = value
        case (21, .number(let text)):
            guard let rate = number(text, atMost: LinkRecord.maximumClicksPerSecond) else { return false }
            fields.patch.clicksPerSecond = .some(rate)
        case (22, .number(let text)):
            guard let seconds = number(text, atMost: LinkRecord.maximumCacheSeconds) else { return false }
            fields.patch.cacheSeconds = .some(seconds)
        default: return false
        }
        return true
    }

    private func setTime(_ field: Int, _ text: Range<Int>, in fields: inout LinkFields) -> Bool {
        guard let seconds = Timestamp.seconds(bytes.extracting(text)) else { return false }
        switch field {
        case 8: fields.created = seconds
        case 9: fields.updated = seconds
        case 10: fields.patch.starts = .some(seconds)
        default: fields.patch.expires = .some(seconds)
        }
        return true
    }

    /// A number up to a limit. Numbers with leading zeros are not plain.
    private func number(_ range: Range<Int>, atMost most: Int) -> Int? {
        guard let number = bytes.extracting(range).decimalValue, number <= most else { return nil }
        return number
    }

    private func string(_ range: Range<Int>) -> String { String(bytes.extracting(range)) }

    // MARK: - JSON

    @_lifetime(self: copy self)
    private mutating func value() -> Value? {
        skipSpace()
        guard position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "\""): return string().map(Value.string)
        case UInt8(ascii: "1")...UInt8(ascii: "9"): return number()
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        case UInt8(ascii: "["): return word("[]", .emptyArray)
        case UInt8(ascii: "{"): return word("{}", .emptyObject)
        default: return nil
        }
    }

    @_lifetime(self: copy self)
    private mutating func word(_ word: StaticString, _ value: Value) -> Value? {
        guard bytes.extracting(position..<bytes.count).starts(with: word) else { return nil }
        position += word.utf8CodeUnitCount
        return value
    }

    @_lifetime(self: copy self)
    private mutating func number() -> Value {
        let start = position
        while position < bytes.count, bytes[position].isDigit { position += 1 }
        return .number(start..<position)
    }

    /// Skips a string without escapes; `nil` for any other.
    @_lifetime(self: copy self)
    private mutating func string() -> Range<Int>? {
        guard consume(UInt8(ascii: "\"")) else { return nil }
        let start = position
        let end = bytes.endOfRun(of: Self.plain, from: start)
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
        position = end + 1
        return start..<end
    }

    /// Consumes a punctuation character, after any white space.
    @_lifetime(self: copy self)
    private mutating func consume(_ mark: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == mark else { return false }
        position += 1
        return true
    }

    @_lifetime(self: copy self)
    private mutating func skipSpace() { position = bytes.endOfRun(of: Self.space, from: position) }

    private static let space = ByteSet(" \t\r\n")
    private static let plain = ByteSet { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
}
