import ByteText
import WebAddress

/// Writes normalized long Dynamic Links to a reusable buffer. A warm buffer does not allocate.
///
/// The domain is followed by the supported parameters in the order of ``LinkParameter``, each once, and then by the others.
public struct LongLinkText: Sendable {
    /// The bytes written since ``begin(domain:)``.
    public private(set) var bytes: [UInt8] = []
    private var separator = UInt8(ascii: "?")

    /// Creates a writer with room for 512 bytes. Reused writers allocate only for longer links.
    public init() { bytes.reserveCapacity(512) }

    /// Starts a new link with its domain, such as `links.example.com/go`.
    public mutating func begin(domain: Span<UInt8>) {
        bytes.removeAll(keepingCapacity: true)
        append("https://")
        bytes.append(domain)
        bytes.append(UInt8(ascii: "/"))
        separator = UInt8(ascii: "?")
    }

    /// Appends a supported parameter and its value, which is encoded.
    public mutating func append(_ parameter: LinkParameter, _ value: Span<UInt8>) {
        bytes.append(separator)
        append(parameter.name)
        bytes.append(UInt8(ascii: "="))
        PercentCoding.encodeComponent(value, into: &bytes)
        separator = UInt8(ascii: "&")
    }

    /// Appends an unsupported parameter in raw form.
    mutating func append(other pair: Span<UInt8>) {
        bytes.append(separator)
        bytes.append(pair)
        separator = UInt8(ascii: "&")
    }

    private mutating func append(_ literal: StaticString) {
        // Safe: the literal's bytes are read only during the call.
        literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    fileprivate mutating func append(_ span: Span<UInt8>) {
        // Safe: the pointer is read only during the call.
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
