import CByteScan

/// The component boundaries of an address that consists only of `https://`, a host name, a path and a query.
public struct PlainAddress: Equatable, Sendable {
    /// The end index of the host name.
    public let hostEnd: Int
    /// The end index of the path: the first `?`, or the count.
    public let pathEnd: Int
}

extension Span<UInt8> {
    /// The component boundaries of an address that needs no further validation, or `nil`. One pass, 32 bytes at a time.
    ///
    /// - Parameters:
    ///   - names: The bytes allowed in host names. A name is at most 31 bytes long; its labels are not empty and do not begin
    ///     with `x`, and the last one does not begin with a digit.
    ///   - tail: The bytes allowed in path and query; must contain the hexadecimal digits, but neither `%` nor `#`. In the path
    ///     `/` must not be followed by `.`; the query may also contain escapes other than `%00`.
    public func plainAddress(names: ByteSet, tail: ByteSet) -> PlainAddress? {
        // Safe: the bytes belong to the span, and the sets' tables have the layout the scan expects. Nothing is read if it
        // is empty.
        let found = unsafe withUnsafeBufferPointer { bytes in
            unsafe bytes.count == 0 || bytes.count >= Int(UInt32.max)
                ? byte_scan_address()
                : byte_scan_plain_address(bytes.baseAddress!, bytes.count, names.members, tail.members)
        }
        return found.host_end == 0 ? nil : PlainAddress(hostEnd: Int(found.host_end), pathEnd: Int(found.path_end))
    }
}
