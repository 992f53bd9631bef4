import ByteText
import OpenSSL

/// What happens to clients' addresses in an export.
public enum AddressRule: Sendable {
    /// They are left out.
    case drop
    /// Each becomes 16 hexadecimal digits that only the holder of the key can link to an address (HMAC-SHA-256, RFC
    /// 2104, truncated to 64 bits). With the same key an address has the same digits in every export.
    case pseudonym(PseudonymKey)
    /// They stay.
    case keep
}

/// The key of pseudonyms.
public struct PseudonymKey: Sendable {
    private static let blockCount = 64
    private let inner: [UInt8]
    private let outer: [UInt8]

    /// A key that is lost with the process: pseudonyms of two exports can't be linked.
    public init() {
        self.init(secret: SecureRandom.bytes(count: 32))
    }

    /// A key from a secret, which must be hard to guess since there are few addresses.
    public init(secret: [UInt8]) {
        let short = secret.count > Self.blockCount ? Digest.sha256(secret.span) : secret
        let key = short + [UInt8](repeating: 0, count: Self.blockCount - short.count)
        inner = key.map { $0 ^ 0x36 }
        outer = key.map { $0 ^ 0x5C }
    }

    /// The first eight bytes of the HMAC of a text.
    func pseudonym(of text: Span<UInt8>) -> ArraySlice<UInt8> {
        var message = inner
        for index in text.indices { message.append(text[index]) }
        let digest = outer + Digest.sha256(message.span)
        return Digest.sha256(digest.span).prefix(8)
    }
}
