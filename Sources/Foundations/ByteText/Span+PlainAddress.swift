import CByteScan

/// Where the parts are of an address that is nothing but `https://`, a name, a path and a query.
public struct PlainAddress: Equatable, Sendable {
    /// The index behind the name.
    public let hostEnd: Int
    /// The index behind the path: of the first `?`, or the count.
    public let pathEnd: Int
}

extension Span<UInt8> {
    /// The parts of an address that has nothing which needs a closer look; nil for any other. One pass, 32 bytes a turn.
    ///
    /// - Parameters:
    ///   - names: What a name has: labels that are not empty and do not begin with `x`, the last not with a digit, 31 bytes at
    ///     most.
    ///   - tail: What path and query have: the hexadecimal digits, neither `%` nor `#`. In a path no `.` follows a `/`; a query has
    ///     escapes, too, other than `%00`.
    public func plainAddress(names: ByteSet, tail: ByteSet) -> PlainAddress? {
        // Safe: the bytes are the span's, and the sets have as many as the scan wants. It reads none where there are none.
        let found = unsafe withUnsafeBufferPointer { bytes in
            unsafe bytes.count == 0 || bytes.count >= Int(UInt32.max)
                ? byte_scan_address()
                : byte_scan_plain_address(bytes.baseAddress!, bytes.count, names.members, tail.members)
        }
        return found.host_end == 0 ? nil : PlainAddress(hostEnd: Int(found.host_end), pathEnd: Int(found.path_end))
    }
}
