/// Escape sequences of other formats. Callers handle a backslash or `%` that begins no escape.
extension Span<UInt8> {
    /// The byte encoded by the two hexadecimal digits at an index, or `nil`.
    @inlinable
    public func hexPair(at index: Int) -> UInt8? {
        guard index >= 0, count &- index >= 2 else { return nil }
        // Safe: both indices are within the span.
        guard let high = unsafe self[unchecked: index].hexValue, let low = unsafe self[unchecked: index &+ 1].hexValue
        else { return nil }
        return high << 4 | low
    }

    /// The byte encoded by the `%HH` at an index (RFC 3986, section 2.1), or `nil`.
    @inlinable
    public func percentEscape(at index: Int) -> UInt8? {
        self[index] == UInt8(ascii: "%") ? hexPair(at: index + 1) : nil
    }

    /// Calls `body` with each percent-decoded byte. A percent sign that begins no escape is passed unchanged.
    @inlinable
    public func forEachPercentDecoded(_ body: (UInt8) -> Void) {
        var index = 0
        while index < count {
            let escape = percentEscape(at: index)
            body(escape ?? self[index])
            index += escape == nil ? 1 : 3
        }
    }
}

extension UInt8 {
    /// The control character for a letter after a backslash, as in JSON and C, including `v`, which JSON does not have; `nil`
    /// for other letters.
    public var backslashControl: UInt8? {
        switch self {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "v"): 0x0B
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "r"): 0x0D
        default: nil
        }
    }
}

/// A `\uHHHH` escape, or a surrogate pair of two (RFC 8259, section 7).
public struct UnicodeEscape {
    /// The character, or `nil` for a lone surrogate.
    public let scalar: Unicode.Scalar?
    /// The index after the escape.
    public let end: Int

    /// Parses the escape whose backslash is at `start`; `nil` if it is not followed by `u` and four hexadecimal digits.
    public init?(_ text: Span<UInt8>, at start: Int) {
        guard let unit = UnicodeEscape.unit(text, at: start) else { return nil }
        if unit & 0xFC00 == 0xD800, let low = UnicodeEscape.unit(text, at: start + 6), low & 0xFC00 == 0xDC00 {
            scalar = Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10 | low & 0x3FF))
            end = start + 12
        } else {
            scalar = Unicode.Scalar(unit)
            end = start + 6
        }
    }

    private static func unit(_ text: Span<UInt8>, at start: Int) -> UInt32? {
        guard start + 1 < text.count, text[start] == UInt8(ascii: "\\"), text[start + 1] == UInt8(ascii: "u"),
            let high = text.hexPair(at: start + 2), let low = text.hexPair(at: start + 4)
        else { return nil }
        return UInt32(high) << 8 | UInt32(low)
    }
}
