import ByteText
import WebAddress

/// Writes long Dynamic Links in their one form, over and over into the same buffer: nothing is allocated once that is warm.
///
/// The domain comes first, then the known parameters in the order of ``LinkParameter``, each once, then the others.
public struct LongLinkText: Sendable {
    /// What was written since ``begin(domain:)``.
    public private(set) var bytes: [UInt8] = []
    private var separator = UInt8(ascii: "?")

    /// An empty writer with room for 512 bytes; reused, it allocates for longer links only.
    public init() { bytes.reserveCapacity(512) }

    /// Begins a link: `links.example.com/go`.
    public mutating func begin(domain: Span<UInt8>) {
        bytes.removeAll(keepingCapacity: true)
        append("https://")
        bytes.append(domain)
        bytes.append(UInt8(ascii: "/"))
        separator = UInt8(ascii: "?")
    }

    /// Appends a known parameter and its value, which is encoded.
    public mutating func append(_ parameter: LinkParameter, _ value: Span<UInt8>) {
        bytes.append(separator)
        append(parameter.name)
        bytes.append(UInt8(ascii: "="))
        PercentCoding.encodeComponent(value, into: &bytes)
        separator = UInt8(ascii: "&")
    }

    /// Appends a parameter that means nothing here, as it stands.
    mutating func append(other pair: Span<UInt8>) {
        bytes.append(separator)
        bytes.append(pair)
        separator = UInt8(ascii: "&")
    }

    private mutating func append(_ literal: StaticString) {
        // Safe: the literal's bytes are read within the call.
        literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    fileprivate mutating func append(_ span: Span<UInt8>) {
        // Safe: the pointer is read within the call only.
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
