import ByteText
import HTTP
import OpenSSL

/// Identifiers that correlate requests with logs: the peer's own if the peer is trusted and the identifier well-formed,
/// otherwise a generated one. They are sent in responses as `X-Request-Id`.
struct RequestIdentifiers: ~Copyable {
    /// The maximum length of a peer's identifier.
    static let maximumCount = 128

    private let key: UInt64
    private let prefix: [UInt8]
    /// The identifier of the current request.
    private(set) var current: [UInt8] = []
    /// The field line with ``current``.
    private var line = ByteBuffer(capacity: 192)
    /// Whether ``current`` was generated here, so that only its suffix changes for the next request.
    private var isMade = false

    init() {
        let random = SecureRandom.bytes(count: 16)
        key = random.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        prefix = Array(Hexadecimal.text(Array(random.suffix(8))).utf8)
        current.reserveCapacity(Self.maximumCount)
    }

    /// Generates an identifier from a number that is unique within the process. The number can't be inferred from it,
    /// since request counts are not public.
    mutating func make(_ number: UInt64) {
        // The mapping is injective. It need not resist attacks: identifiers are not secret.
        let mixed = (number ^ key).splitMixed
        if !isMade { beginMaking() }
        let count = current.count
        let (high, low) = (UInt32(truncatingIfNeeded: mixed >> 32), UInt32(truncatingIfNeeded: mixed))
        var characters = current.mutableSpan
        // Safe: the elements are bytes, valid with any bit pattern; the stores are bounds-checked.
        var digits = unsafe characters.mutableBytes
        digits.storeBytes(of: high.hexDigits.littleEndian, toByteOffset: count - 16, as: UInt64.self)
        digits.storeBytes(of: low.hexDigits.littleEndian, toByteOffset: count - 8, as: UInt64.self)
        line.truncate(to: Self.field.utf8CodeUnitCount + prefix.count)
        line.append(words: high.hexDigits, low.hexDigits)
        line.append(0x0D, 0x0A)
    }

    /// Writes the prefix shared by all generated identifiers.
    private mutating func beginMaking() {
        current.removeAll(keepingCapacity: true)
        current.append(contentsOf: prefix)
        current.append(contentsOf: repeatElement(0, count: 16))
        makeLine()
        isMade = true
    }

    /// Adopts a peer's identifier. Returns `false` if it is malformed.
    mutating func adopt(_ name: Span<UInt8>) -> Bool {
        guard (1...Self.maximumCount).contains(name.count), name.endOfRun(of: Self.allowed) == name.count else {
            return false
        }
        isMade = false
        current.removeAll(keepingCapacity: true)
        for index in name.indices { current.append(name[index]) }
        makeLine()
        return true
    }

    /// The identifier generated from a number, as ASCII.
    func name(of number: UInt64) -> InlineArray<32, UInt8> {
        var name = InlineArray<32, UInt8>(repeating: 0)
        for index in prefix.indices { name[index] = prefix[index] }
        let mixed = (number ^ key).splitMixed
        for index in 0..<16 {
            let digit = UInt8(truncatingIfNeeded: mixed >> (4 * UInt64(15 - index))) & 0xF
            name[16 + index] = UInt8.hexDigit(digit).lowercased
        }
        return name
    }

    /// The ID of this process's span for a request (W3C Trace Context, section 3.2.2.4); deterministic.
    func span(of number: UInt64) -> UInt64 { ((number ^ key) &+ UInt64.splitMixStep).splitMixed }

    /// Writes the identifier into every response of an exchange.
    func writeLine(_ writer: inout ResponseWriter) { writer.exchangeFieldLines(line.bytes) }

    private mutating func makeLine() {
        let name = current
        line.removeAll()
        line.append(Self.field)
        line.append(name.span)
        line.append(0x0D, 0x0A)
    }

    private static var field: StaticString { "X-Request-Id: " }
    private static let allowed = ByteSet { $0.isAlphanumeric || ".-_~+/=:".utf8.contains($0) }
}

extension Worker {
    /// A new trace for a sampled request, or `nil`. Its trace ID is derived from the request ID, not from an
    /// `X-Request-Id` that a peer has sent.
    func newTrace(_ requestID: UInt64) -> TraceContext? {
        guard traceInterval > 0 else { return nil }
        // As good as random: clients can't predict which requests are sampled.
        let span = identifiers.span(of: requestID)
        guard span % traceInterval == 0 else { return nil }
        let name = identifiers.name(of: requestID)
        return TraceContext(beginning: name.span, span)
    }
}
