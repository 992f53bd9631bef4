import ByteText

/// A JSON Web Token in compact form (RFC 7515, section 7.1), parsed but not yet verified.
///
///     eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.MEUCIQ…
struct SignedToken {
    /// The maximum size of a token in bytes. One with hundreds of groups has some ten thousand.
    static let mostBytes = 65_536

    /// The signature algorithm given in the header, to be checked against the key.
    let algorithm: String
    /// The key ID, or `nil` if the header has none.
    let keyID: String?
    /// The claims.
    let claims: JSONObject
    let signature: [UInt8]
    /// The signed text: header, dot, claims, as sent.
    let text: [UInt8]

    /// Parses a token.
    init(_ token: String) throws(IDTokenFault) {
        let bytes = Array(token.utf8)
        guard bytes.count <= Self.mostBytes else { throw .malformed }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Self.bytes(parts[2]), !signature.isEmpty,
            let algorithm = header["alg"]?.string
        else { throw .malformed }
        // Unsupported critical headers must be rejected (RFC 7515, section 4.1.11); none are supported.
        guard header["crit"] == nil else { throw .malformed }
        if let type = header["typ"], type.string?.lowercased() != "jwt" { throw .malformed }
        if let keyID = header["kid"], keyID.string == nil { throw .malformed }
        self.algorithm = algorithm
        keyID = header["kid"]?.string
        (self.claims, self.signature) = (claims, signature)
        text = parts[0] + [UInt8(ascii: ".")] + parts[1]
    }

    private static func bytes(_ part: [UInt8]) -> [UInt8]? { Base64URL.decode(part.span) }

    private static func object(_ part: [UInt8]) -> JSONObject? {
        guard let bytes = bytes(part) else { return nil }
        return (try? JSONValue(parsing: bytes.span))?.object
    }
}
