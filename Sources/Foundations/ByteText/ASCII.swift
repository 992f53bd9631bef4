/// ASCII byte classes as the RFCs define them.
extension UInt8 {
    /// The byte of an ASCII character. Traps on any other scalar. Constant-folded for literals.
    @inlinable
    public init(ascii character: Unicode.Scalar) {
        precondition(character.isASCII)
        self = UInt8(truncatingIfNeeded: character.value)
    }

    /// `A`–`Z`, `a`–`z` (RFC 5234, appendix B.1).
    @inlinable public var isAlpha: Bool { (self | 0x20) &- 0x61 < 26 }
    /// `0`–`9`.
    @inlinable public var isDigit: Bool { self &- 0x30 < 10 }
    /// Letters and digits.
    @inlinable public var isAlphanumeric: Bool { isAlpha || isDigit }
    /// `0`–`9`, `A`–`F`, `a`–`f`.
    @inlinable public var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
    /// C0 controls and DEL.
    @inlinable public var isControl: Bool { self < 0x20 || self == 0x7F }
    /// `ALPHA / DIGIT / "-" / "." / "_" / "~"` (RFC 3986, section 2.3).
    @inlinable
    public var isUnreserved: Bool {
        isAlphanumeric || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
    }
    /// The byte with ASCII capitals lowercased.
    @inlinable public var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit, or `nil` for any other byte.
    @inlinable
    public var hexValue: UInt8? {
        if isDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }

    /// The upper-case hexadecimal digit of the low four bits.
    @inlinable
    public static func hexDigit(_ value: UInt8) -> UInt8 {
        let low = value & 0x0F
        return low < 10 ? 0x30 + low : 0x37 + low
    }
}
