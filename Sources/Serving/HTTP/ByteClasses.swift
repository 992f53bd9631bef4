import ByteText

/// The character classes of RFC 9110 and RFC 3986, as bit sets over ASCII.
extension UInt8 {
    /// `tchar`: a byte of a method or a field name (RFC 9110, section 5.6.2).
    var isToken: Bool { isMember(low: UInt8.tokenLow, high: UInt8.tokenHigh) }

    /// A space or a tab, of which there may be any number around a field's value (RFC 9110, section 5.6.3).
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// A byte of a target's path: visible ASCII without `#` and without what every browser encodes there. `|`
    /// is let through because browsers send it as it is.
    var isPath: Bool { isMember(low: UInt8.pathLow, high: UInt8.pathHigh) }

    /// A byte of a target's query: visible ASCII without `#`.
    var isQuery: Bool { self > 0x20 && self < 0x7F && self != 0x23 }

    @inline(__always)
    private func isMember(low: UInt64, high: UInt64) -> Bool {
        self < 0x80 && ((self < 0x40 ? low : high) >> UInt64(self & 0x3F)) & 1 == 1
    }

    // `!#$%&'*+-.` and digits; `^_`|~` and letters.
    private static var tokenLow: UInt64 { 0x03FF_6CFA_0000_0000 }
    private static var tokenHigh: UInt64 { 0x57FF_FFFF_C7FF_FFFE }
    // `!$%&'()*+,-./:;=` and digits; `@[]_|~` and letters.
    private static var pathLow: UInt64 { 0x2FFF_FFF2_0000_0000 }
    private static var pathHigh: UInt64 { 0x57FF_FFFE_AFFF_FFFF }
}

/// The same classes for scans over many bytes.
extension ByteSet {
    static let token = ByteSet { $0.isToken }
    static let path = ByteSet { $0.isPath }
    static let query = ByteSet { $0.isQuery }
}
