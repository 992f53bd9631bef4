import COpenSSL

/// The hash by which a password is recognized: scrypt with its costs and salt, in the format of the Password Hashing
/// Competition (`$scrypt$ln=14,r=8,p=1$SALT$KEY`), which other programs write as well.
public struct PasswordHash: Sendable, Equatable {
    private static let saltCount = 16
    private static let keyCount = 32

    private let costs: Scrypt.Costs
    private let salt: [UInt8]
    private let key: [UInt8]

    /// Hashes a password with a new salt. Takes tens of milliseconds: not for an event loop.
    public init(of password: String) {
        costs = .standard
        salt = SecureRandom.bytes(count: Self.saltCount)
        key = Scrypt.key(of: Array(password.utf8), salt: salt, costs, count: Self.keyCount)
    }

    /// Parses a hash; `nil` for any other text, and for costs that this program does not accept.
    public init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let costs = Self.costs(parts[2]),
            let salt = Self.bytes(parts[3]), (8...64).contains(salt.count), let key = Self.bytes(parts[4]),
            (16...64).contains(key.count)
        else { return nil }
        (self.costs, self.salt, self.key) = (costs, salt, key)
    }

    /// The hash as text.
    public var text: String {
        let costs = "ln=\(costs.logarithm),r=\(costs.blockSize),p=\(costs.parallelization)"
        return "$scrypt$\(costs)$\(Self.text(salt))$\(Self.text(key))"
    }

    /// Whether a password has this hash. Takes tens of milliseconds or, with the highest costs, seconds: not for an
    /// event loop.
    public func matches(_ password: [UInt8]) -> Bool {
        let other = Scrypt.key(of: password, salt: salt, costs, count: key.count)
        // Safe: libcrypto reads both arrays, of equal sizes, during the call.
        return unsafe CRYPTO_memcmp(other, key, key.count) == 0
    }

    private static func costs(_ text: Substring) -> Scrypt.Costs? {
        let values = text.split(separator: ",", omittingEmptySubsequences: false)
        let names = ["ln=", "r=", "p="]
        guard values.count == names.count, zip(values, names).allSatisfy({ $0.hasPrefix($1) }) else { return nil }
        let numbers = zip(values, names).compactMap { value, name in Int(value.dropFirst(name.count)) }
        guard numbers.count == names.count else { return nil }
        return Scrypt.Costs(logarithm: numbers[0], blockSize: numbers[1], parallelization: numbers[2])
    }

    /// Base64 without padding.
    private static func text(_ bytes: [UInt8]) -> String { String(Base64.text(bytes).prefix { $0 != "=" }) }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        guard text.utf8.count <= 128, !text.contains("=") else { return nil }
        return Base64.bytes(text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }
}
