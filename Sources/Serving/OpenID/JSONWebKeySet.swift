public import ByteText
import OpenSSL

/// A provider's public signing keys (RFC 7517, section 5). Keys of unsupported types are ignored.
public struct JSONWebKeySet: Sendable {
    /// The maximum number of keys read from a set. Providers have two or three.
    private static let mostKeys = 64
    /// The maximum length of a key ID: twice that of a SHA-512 digest in hexadecimal.
    private static let longestID = 256

    private var keys: [(id: String?, key: TokenKey)] = []

    /// An empty set.
    public init() {}

    /// Parses a key set. Returns `nil` if the JSON is not one.
    public init?(_ json: JSONValue) {
        guard let list = json["keys"]?.array else { return nil }
        for entry in list.prefix(Self.mostKeys) {
            guard let key = Self.key(entry) else { continue }
            let id = entry["kid"]?.string
            guard entry["kid"] == nil || id.map({ $0.utf8.count <= Self.longestID }) ?? false else { continue }
            keys.append((id, key))
        }
    }

    /// The number of usable keys.
    public var count: Int { keys.count }

    /// Whether there is a key with this ID.
    public func has(_ id: String) -> Bool { keys.contains { $0.id == id } }

    /// The keys that may have signed a token: those with its key ID and algorithm, or, if it has no key ID, all with
    /// its algorithm.
    func keys(for token: SignedToken) -> [TokenKey] {
        keys.filter { entry in
            entry.key.algorithm.rawValue == token.algorithm && (token.keyID == nil || token.keyID == entry.id)
        }.map(\.key)
    }

    /// A key that verifies signatures. `nil` for secret keys, encryption keys and unknown types.
    private static func key(_ entry: JSONValue) -> TokenKey? {
        if let use = entry["use"], use.string != "sig" { return nil }
        if let operations = entry["key_ops"], !(operations.array ?? []).contains("verify") { return nil }
        let key: TokenKey? =
            switch entry["kty"]?.string {
            case "RSA":
                bytes(entry, "n").flatMap { n in bytes(entry, "e").flatMap { TokenKey(rsaModulus: n, exponent: $0) } }
            case "EC" where entry["crv"] == "P-256":
                bytes(entry, "x").flatMap { x in bytes(entry, "y").flatMap { TokenKey(p256X: x, y: $0) } }
            default: nil
            }
        if let algorithm = entry["alg"], algorithm.string != key?.algorithm.rawValue { return nil }
        return key
    }

    private static func bytes(_ entry: JSONValue, _ name: String) -> [UInt8]? {
        guard let text = entry[name]?.string else { return nil }
        let digits = Array(text.utf8)
        return Base64URL.decode(digits.span)
    }
}
