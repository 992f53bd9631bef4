import CByteScan

extension Span<UInt8> {
    /// Where the field line at `start` ends, and where its name does, in one pass: the first control character other than a
    /// tab, and the first byte before it that is not in the set. The count where there is none.
    ///
    /// - Parameter names: The bytes of names, no control character among them.
    public func fieldLine(from start: Int, names: ByteSet) -> (end: Int, nameEnd: Int) {
        precondition(start >= 0 && count < Int(UInt32.max))
        guard start < count else { return (start, start) }
        // Safe: the bytes from `start` on are the span's, and the set has as many as the scan wants.
        return unsafe withUnsafeBufferPointer { bytes in
            let line = unsafe byte_scan_field_line(bytes.baseAddress! + start, bytes.count &- start, names.members)
            return (start &+ Int(line.end), start &+ Int(line.name_end))
        }
    }
}
