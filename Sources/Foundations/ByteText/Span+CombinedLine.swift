import CByteScan

/// The fields of a line in the combined log format, as ranges of the line.
public struct CombinedLine: Sendable, Equatable {
    /// The client's address, or a name.
    public let address: Range<Int>
    /// The time, without brackets.
    public let time: Range<Int>
    /// The request line, without quotes.
    public let request: Range<Int>
    /// The status of the response.
    public let status: Range<Int>
    /// The `Referer` field, without quotes.
    public let referer: Range<Int>
    /// The `User-Agent` field, without quotes.
    public let userAgent: Range<Int>
}

extension Span<UInt8> {
    /// The fields of a line in the combined log format, in one pass; `nil` if it has another form, an empty word, or a backslash
    /// in quoted text.
    public var combinedLine: CombinedLine? {
        guard count > 0, count < Int(UInt32.max) else { return nil }
        // Safe: the function reads within the count.
        let line = unsafe withUnsafeBufferPointer { unsafe byte_scan_combined_line($0.baseAddress!, $0.count) }
        guard line.agent_end > 0 else { return nil }
        return CombinedLine(
            address: 0..<Int(line.address_end), time: Int(line.time)..<Int(line.time_end),
            request: Int(line.request)..<Int(line.request_end), status: Int(line.status)..<Int(line.status_end),
            referer: Int(line.referer)..<Int(line.referer_end), userAgent: Int(line.agent)..<Int(line.agent_end))
    }
}
