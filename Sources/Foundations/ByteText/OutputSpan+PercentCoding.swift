import CByteScan

/// Percent-coding (RFC 3986, section 2.1) into room that is there.
extension OutputSpan<UInt8> {
    /// Appends bytes, those that are not in a set as `%XX` in upper case, for which there must be three times as much room. One
    /// by one: an arena does it faster.
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
                unsafe byte_scan_encode_plain($0.baseAddress!, count, target, kept.members)
            }
        }
    }
}
