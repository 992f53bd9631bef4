import CByteScan

/// Percent-coding (RFC 3986, section 2.1) into room that is there.
extension OutputSpan<UInt8> {
    /// Appends bytes with their escapes decoded, for which there must be as much room as for the bytes.
    ///
    /// Returns whether all of the result is visible ASCII and spaces; nil, and nothing is appended, where a `%` is without two
    /// hexadecimal digits.
    @_lifetime(self: copy self)
    public mutating func append(decoding source: Span<UInt8>) -> Bool? {
        let count = source.count
        guard count > 0 else { return true }
        var isAllText: Int32 = 1
        // Safe: the check leaves room for as many bytes as are read, more are not written, and the pointers are used within
        // the calls only. There is a base address where there is room.
        let written = unsafe withUnsafeMutableBufferPointer { space, initialized in
            precondition(space.count - initialized >= count, "no room to decode")
            let target = unsafe space.baseAddress! + initialized
            let written = unsafe source.withUnsafeBufferPointer {
                unsafe byte_scan_decode($0.baseAddress!, count, target, &isAllText)
            }
            initialized += max(0, written)
            return written
        }
        return written < 0 ? nil : isAllText != 0
    }

    /// Appends bytes, those that are not in a set as `%XX` in upper case, for which there must be three times as much room.
    @_lifetime(self: copy self)
    public mutating func append(encoding source: Span<UInt8>, keeping kept: ByteSet) {
        let count = source.count
        guard count > 0 else { return }
        // Safe: the check leaves room for three bytes for each that is read, more are not written, the set has what a scan
        // wants of one, and the pointers are used within the calls only. There is a base address where there is room.
        unsafe withUnsafeMutableBufferPointer { space, initialized in
            precondition(space.count - initialized >= 3 * count, "no room to encode")
            let target = unsafe space.baseAddress! + initialized
            initialized += unsafe source.withUnsafeBufferPointer {
                unsafe byte_scan_encode($0.baseAddress!, count, target, kept.members)
            }
        }
    }
}
