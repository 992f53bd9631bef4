import ByteText

extension Span<UInt8> {
    /// Whether the span contains a control character, including a tab.
    var hasControl: Bool { endOfLongRun(of: .text) != count }
}
