import ByteText

extension ByteBuffer {
    /// The bytes from `start` on: a message that is being read.
    @_lifetime(borrow self)
    func message(at start: Int) -> Span<UInt8> { bytes.extracting(start..<count) }

    /// The first index in `start..<end` of a control byte other than a tab, or `end`.
    func firstControlButTab(from start: Int, to end: Int) -> Int {
        let bytes = bytes
        var index = bytes.firstControl(from: start, to: end)
        while index < end, bytes[index] == 0x09 { index = bytes.firstControl(from: index + 1, to: end) }
        return index
    }
}
