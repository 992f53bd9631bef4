import ByteText

/// The current date as the field `Date` wants it (`IMF-fixdate`, RFC 9110, section 5.6.7), rendered once a second.
public struct HTTPDate: Sendable {
    private var second: Int64 = .min
    private var rendered: [UInt8] = []

    /// An empty date: it is rendered when the time is first set.
    public init() {}

    /// `Sun, 06 Nov 1994 08:49:37 GMT`: 29 bytes.
    public var text: Span<UInt8> {
        @_lifetime(borrow self) get { rendered.span }
    }

    func append(to buffer: inout ByteBuffer) { buffer.append(rendered.span) }

    /// Renders the date anew when the second has changed since the last call. No allocation after the first call.
    public mutating func update(secondsSince1970 now: Int64) {
        guard now != second else { return }
        second = now
        rendered.removeAll(keepingCapacity: true)
        CivilTime(secondsSinceEpoch: now).appendHTTPDate(to: &rendered)
    }
}
