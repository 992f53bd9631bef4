import ByteText

/// What may stand in the lines of a head, and in what is written into one.
extension ByteSet {
    /// All bytes but controls.
    static let text = ByteSet { !$0.isControl }
    /// The same with tabs, which are blanks within a field line.
    static let lineText = ByteSet { !$0.isControl || $0 == 0x09 }
}

extension Span<UInt8> {
    /// Whether a control is among the bytes, a tab too.
    var hasControl: Bool { endOfLongRun(of: .text) != count }
}
