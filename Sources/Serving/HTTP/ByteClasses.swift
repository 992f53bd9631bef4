import ByteText

/// Character classes of RFC 9110; the larger ones are byte sets.
extension UInt8 {
    /// `tchar`: a byte of a method or a field name (RFC 9110, section 5.6.2).
    var isToken: Bool { ByteSet.token.contains(self) }

    /// A space or tab, which may surround a field value in any number (RFC 9110, section 5.6.3).
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension Span<UInt8> {
    /// Whether the span contains a control character, including a tab.
    var hasControl: Bool { endOfLongRun(of: .text) != count }
}
