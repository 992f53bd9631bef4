import ByteText

extension Span<UInt8> {
    /// Whether a control is among the bytes, a tab too.
    var hasControl: Bool { endOfLongRun(of: .text) != count }
}
