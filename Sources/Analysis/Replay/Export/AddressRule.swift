import ByteText
import OpenSSL

/// The treatment of client addresses in an export.
public enum AddressRule: Sendable {
    /// Addresses are omitted.
    case drop
    /// Each address becomes 16 hexadecimal digits that only a holder of the key can link to it (HMAC-SHA-256, RFC 2104,
    /// truncated to 64 bits). With the same key, an address has the same digits in every export.
    case pseudonym(PseudonymKey)
    /// Addresses are kept.
    case keep
}

/// The key of pseudonyms.
public struct PseudonymKey: Sendable {
    private static let blockCount = 64
    private let inner: [UInt8]
    private let outer: [UInt8]

    /// A random key that is not stored, so that the pseudonyms of different exports can't be linked.
    public init() {
        self.init(secret: SecureRandom.bytes(count: 32))
    }

    /// Derives a key from a secret, which must be hard to guess because there are few addresses.
    public init(secret: [UInt8]) {
        let short = secret.count > Self.blockCount ? Digest.sha256(secret.span) : secret
        let key = short + [UInt8](repeating: 0, count: Self.blockCount - short.count)
        inner = key.map { $0 ^ 0x36 }
        outer = key.map { $0 ^ 0x5C }
    }

    /// The first eight bytes of a text's HMAC.
    func pseudonym(of text: Span<UInt8>) -> ArraySlice<UInt8> {
        var message = inner
        for index in text.indices { message.append(text[index]) }
        let digest = outer + Digest.sha256(message.span)
        return Digest.sha256(digest.span).prefix(8)
    }
}
