import ByteText
public import OpenSSL

/// The signature of a manifest and its key: the first file of a bundle, and the first line of published links.
public struct BundleSignature: Equatable {
    /// The signature's file name in the archive.
    static let name = ".signature.json"
    private static let format = 1

    var algorithm: String
    /// The ``VerifyingKey/id`` of the key. Only a lookup key: trust comes from the verifier's list.
    var key: String
    var signature: [UInt8]

    /// Signs the bytes of a manifest.
    public init(of manifest: [UInt8], by key: SigningKey) {
        algorithm = key.algorithm.rawValue
        self.key = key.verifyingKey.id
        signature = key.signature(of: manifest.span)
    }

    /// The signature as a line of JSON.
    public var json: [UInt8] {
        let value: JSONValue = [
            "format": .number(JSONNumber(Self.format)), "algorithm": .string(algorithm), "key": .string(key),
            "signature": .string(Hexadecimal.text(signature)),
        ]
        return Array((value.text + "\n").utf8)
    }

    /// Parses a signature without verifying it.
    public init(json bytes: [UInt8]) throws(BundleFault) {
        guard let value = try? JSONValue(parsing: bytes.span), let algorithm = value["algorithm"]?.string,
            let key = value["key"]?.string, let signature = value["signature"]?.string.flatMap(Hexadecimal.bytes)
        else { throw BundleFault(.format, "\(Self.name): not a signature") }
        guard value["format"]?.number?.int == Self.format else {
            throw BundleFault(.format, "the signature has a format that this version does not support: update it")
        }
        (self.algorithm, self.key, self.signature) = (algorithm, key, signature)
    }

    /// The trusted key that signed a manifest.
    public func signer(of manifest: [UInt8], among keys: [VerifyingKey]) throws(BundleFault) -> VerifyingKey {
        guard let trusted = keys.first(where: { $0.id == key }) else {
            let known = keys.map(\.id).joined(separator: ", ")
            throw BundleFault(.signature, "signed by \(quoted(key)), which is not a trusted key (\(known))")
        }
        // The trusted key determines the algorithm. The one in the file is informational, and must match.
        guard trusted.algorithm.rawValue == algorithm else {
            throw BundleFault(.signature, "the signature's algorithm is not that of its key")
        }
        guard trusted.isSignature(signature.span, of: manifest.span) else {
            throw BundleFault(.signature, "the signature does not match the key \(key)")
        }
        return trusted
    }

    /// Unsigned text for a message: cut to the length of a key ID, without control characters that terminals interpret.
    private func quoted(_ text: String) -> String {
        String(text.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.prefix(71).map(Character.init))
    }
}
