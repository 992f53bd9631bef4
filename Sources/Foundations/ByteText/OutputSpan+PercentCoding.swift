import CByteScan

/// Percent-encoding (RFC 3986, section 2.1) into reserved space.
extension OutputSpan<UInt8> {
    /// Appends bytes with those outside of `kept` as upper-case `%XX`. Requires room for three times as many bytes. Works byte
    /// by byte; ``ByteArena`` is faster.
    @_lifetime(self: copy self)
    public mutating func append(encoding source: Span<UInt8>, keeping kept: ByteSet) {
        let count = source.count
        guard count > 0 else { return }
        // Safe: the precondition ensures room for three bytes per byte read, the maximum; the set's table has the layout the scan
        // expects; the pointers are used only during the calls. The base address is not nil if there is room.
        unsafe withUnsafeMutableBufferPointer { space, initialized in
            precondition(space.count - initialized >= 3 * count, "no room to encode")
            let target = unsafe space.baseAddress! + initialized
            initialized += unsafe source.withUnsafeBufferPointer {
                unsafe byte_scan_encode_plain($0.baseAddress!, count, target, kept.members)
            }
        }
    }
}
