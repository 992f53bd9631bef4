import ByteText

/// The current date in the format of the `Date` field (`IMF-fixdate`, RFC 9110, section 5.6.7), rendered once per
/// second together with another line that is the same in every response.
public struct HTTPDate: Sendable {
    private var second: Int64 = .min
    private var rendered: [UInt8] = []
    private static let name = Array("Date: ".utf8)

    /// An empty date. It is rendered when the time is first set.
    public init() {}

    /// `Sun, 06 Nov 1994 08:49:37 GMT`: 29 bytes.
    public var text: Span<UInt8> {
        @_lifetime(borrow self) get {
            let (start, count) = rendered.isEmpty ? (0, 0) : (HTTPDate.name.count, 29)
            return rendered.span.extracting(start..<(start + count))
        }
    }

    /// Appends the field lines that follow the status line of every response.
    func appendLines(to buffer: inout ByteBuffer) { buffer.append(rendered.span) }

    /// Renders the date if the second has changed since the last call. Does not allocate after the first call.
    public mutating func update(secondsSince1970 now: Int64) {
        guard now != second else { return }
        second = now
        rendered.removeAll(keepingCapacity: true)
        rendered += HTTPDate.name
        CivilTime(secondsSinceEpoch: now).appendHTTPDate(to: &rendered)
        // Keeps browsers from sniffing content types (Fetch, section 3.7).
        rendered.append(contentsOf: "\r\nX-Content-Type-Options: nosniff\r\n".utf8)
    }
}
