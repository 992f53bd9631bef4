import CByteScan

extension Span<UInt8> {
    /// The end of the field line at `start` and the end of its name, in one pass: the first control character other than tab,
    /// and the first byte before it that is not in the set. Each is the count if there is no such byte.
    ///
    /// - Parameter names: The bytes allowed in names; must not contain control characters.
    public func fieldLine(from start: Int, names: ByteSet) -> (end: Int, nameEnd: Int) {
        precondition(start >= 0 && count < Int(UInt32.max))
        guard start < count else { return (start, start) }
        // Safe: the bytes from `start` on belong to the span, and the set's table has the layout the scan expects.
        return unsafe withUnsafeBufferPointer { bytes in
            let line = unsafe byte_scan_field_line(bytes.baseAddress! + start, bytes.count &- start, names.members)
            return (start &+ Int(line.end), start &+ Int(line.name_end))
        }
    }
}
