/// A request's position in a distributed trace (W3C Trace Context).
public struct TraceContext: Sendable, Equatable {
    /// Both halves of the 16-byte trace ID; never all zero.
    private let high: UInt64
    private let low: UInt64
    /// The span ID; never zero.
    private let span: UInt64
    /// The parent's span ID; zero if there is none or it is unknown.
    private let parent: UInt64
    private let flags: UInt8

    /// Parses the value of a `traceparent` header field (section 3.2.2).
    ///
    /// Returns `nil` for an invalid value, which the standard requires to be ignored. Accepts higher versions and reads the
    /// fields of version 00.
    public init?(traceparent text: Span<UInt8>) {
        guard text.count >= 55, text[2] == Self.dash, text[35] == Self.dash, text[52] == Self.dash,
            let version = Self.number(text, 0..<2), version != 0xFF,
            version == 0 ? text.count == 55 : text.count == 55 || text[55] == Self.dash,
            let high = Self.number(text, 3..<19), let low = Self.number(text, 19..<35), high | low != 0,
            let span = Self.number(text, 36..<52), span != 0, let flags = Self.number(text, 53..<55)
        else { return nil }
        self.high = high
        self.low = low
        self.span = span
        parent = 0
        self.flags = UInt8(flags)
    }

    private init(high: UInt64, low: UInt64, span: UInt64, parent: UInt64, flags: UInt8) {
        self.high = high
        self.low = low
        self.span = span
        self.parent = parent
        self.flags = flags
    }

    /// The root span of a new trace, which is sampled. `nil` if `id` is not 16 bytes in hexadecimal.
    ///
    /// - Parameters:
    ///   - id: The trace ID, unique, in hexadecimal.
    ///   - number: The span ID, any value.
    public init?(beginning id: Span<UInt8>, _ number: UInt64) {
        guard id.count == 32, let high = Self.number(id, 0..<16), let low = Self.number(id, 16..<32), high | low != 0
        else {
            return nil
        }
        self.init(high: high, low: low, span: max(1, number), parent: 0, flags: Self.sampled)
    }

    /// Whether the caller may have recorded trace data (section 3.2.2.5.1).
    public var isSampled: Bool { flags & Self.sampled != 0 }

    /// A child span in the same trace with the same flags.
    ///
    /// - Parameter number: The span ID, any value.
    public func child(_ number: UInt64) -> TraceContext {
        TraceContext(high: high, low: low, span: max(1, number), parent: span, flags: flags)
    }

    /// Calls `body` with the version 00 `traceparent` value: `00-`, trace ID, span ID and flags. Valid during the call.
    /// Does not allocate.
    public func withText(_ body: (Span<UInt8>) -> Void) {
        var text = InlineArray<55, UInt8>(repeating: Self.dash)
        Self.write(0, 2, &text, 0)
        Self.write(high, 16, &text, 3)
        Self.write(low, 16, &text, 19)
        Self.write(span, 16, &text, 36)
        Self.write(UInt64(flags), 2, &text, 53)
        body(text.span)
    }

    /// Calls `body` with the 32 digits of the trace ID and the 16 of the span ID. Valid during the call. Does not allocate.
    public func withIDs(_ body: (_ trace: Span<UInt8>, _ span: Span<UInt8>) -> Void) {
        withText { body($0.extracting(3..<35), $0.extracting(36..<52)) }
    }

    /// Calls `body` with the 16 digits of the parent's span ID, unless there is no parent. Valid during the call. Does not
    /// allocate.
    public func withParentID(_ body: (Span<UInt8>) -> Void) {
        guard parent != 0 else { return }
        var text = InlineArray<55, UInt8>(repeating: Self.dash)
        Self.write(parent, 16, &text, 0)
        body(text.span.extracting(0..<16))
    }

    private static let sampled: UInt8 = 1
    private static let dash = UInt8(ascii: "-")

    /// Parses a number in lower-case hexadecimal.
    private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
        var number: UInt64 = 0
        for index in range {
            guard let digit = text[index].hexValue, text[index].lowercased == text[index] else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }

    private static func write(_ number: UInt64, _ count: Int, _ text: inout InlineArray<55, UInt8>, _ start: Int) {
        for index in 0..<count {
            let digit = UInt8(truncatingIfNeeded: number >> (4 * UInt64(count - 1 - index))) & 0xF
            text[start + index] = UInt8.hexDigit(digit).lowercased
        }
    }
}
