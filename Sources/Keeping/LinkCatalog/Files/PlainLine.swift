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

    /// The names of the members that are not fields, in the order of their cases in ``set(_:_:in:)``, and of the fields.
    private static let names: [StaticString] =
        ["link", "domain", "code", "created", "updated", "suffix", "reused"] + LinkField.allCases.map(\.name)

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
        case (3, .string(let text)): return setTime(text, &fields.created)
        case (4, .string(let text)): return setTime(text, &fields.updated)
        case (5, .string(let text)):
            guard let suffix = LinkRecord.Suffix(named: string(text)) else { return false }
            fields.suffix = suffix
        case (6, .bool(let value)): fields.isReused = value
        case (7..., _):
            let field = LinkField.allCases[field - 7]
            guard let value = self.value(value, of: field) else { return false }
            fields.patch[field] = value
        default: return false
        }
        return true
    }

    private func setTime(_ text: Range<Int>, _ time: inout Int64?) -> Bool {
        time = Timestamp.seconds(bytes.extracting(text))
        return time != nil
    }

    /// The value of a field; `nil` if it is not plain.
    private func value(_ value: Value, of field: LinkField) -> LinkValue? {
        switch (field.kind, value) {
        case (.target, .string(let text)), (.text, .string(let text)): return .text(string(text))
        case (.address, .string(let text)): return text.isEmpty ? nil : .text(string(text))
        case (.tags, .emptyArray): return .tags([])
        case (.attributes, .emptyObject): return .attributes([])
        case (.time, .string(let text)): return Timestamp.seconds(bytes.extracting(text)).map(LinkValue.time)
        case (.count, .number(let text)): return number(text, in: 1...Int.max)
        case (.number(let range), .number(let text)): return number(text, in: range)
        case (.flag, .bool(let value)), (.state, .bool(let value)): return .flag(value)
        default: return nil
        }
    }

    /// A number in a range. Numbers with leading zeros are not plain.
    private func number(_ text: Range<Int>, in range: ClosedRange<Int>) -> LinkValue? {
        guard let number = bytes.extracting(text).decimalValue, range.contains(number) else { return nil }
        return .number(UInt64(number))
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
