import ByteText
import OpenSSL

@testable import OpenID

/// Makes tokens like a provider, and like an attacker.
struct TokenForge {
    let key = SigningKey(.p256)
    var id: String? = "k1"

    /// The time of all tokens, in seconds since the epoch.
    static let now: Int64 = 1_800_000_000
    static let expected = IDToken.Expectation(issuer: "https://id.example.com", clientID: "console", nonce: "n1")

    /// The claims of a valid token.
    static var claims: [(String, JSONValue)] {
        [
            ("iss", "https://id.example.com"), ("sub", "ann"), ("aud", "console"), ("nonce", "n1"),
            ("exp", .number(JSONNumber(Int(now) + 300))), ("iat", .number(JSONNumber(Int(now)))),
        ]
    }

    /// The claims of a valid token with some of them changed; `nil` omits a claim.
    static func claims(_ changes: [String: JSONValue?]) -> [(String, JSONValue)] {
        let kept = claims.filter { changes[$0.0] == nil }
        return kept + changes.compactMap { name, value in value.map { (name, $0) } }
    }

    static func base64(_ bytes: [UInt8]) -> String { String(decoding: Base64URL.encode(bytes.span), as: UTF8.self) }

    static func base64(_ members: [(String, JSONValue)]) -> String {
        var object = JSONObject()
        for (name, value) in members { object.append(name, value) }
        return base64(Array(JSONValue.object(object).text.utf8))
    }

    /// The header and the claims, in their signed form.
    func text(_ claims: [(String, JSONValue)], algorithm: String = "ES256", more: [(String, JSONValue)] = []) -> String
    {
        var header: [(String, JSONValue)] = [("alg", .string(algorithm))]
        if let id { header.append(("kid", .string(id))) }
        return Self.base64(header + more) + "." + Self.base64(claims)
    }

    /// A correctly signed token.
    func token(_ claims: [(String, JSONValue)] = Self.claims, more: [(String, JSONValue)] = []) -> String {
        let text = text(claims, more: more)
        return text + "." + Self.base64(Self.raw(der(text)))
    }

    /// The DER signature of a text.
    func der(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return key.signature(of: bytes.span)
    }

    /// The two integers of a DER signature, 32 bytes each.
    static func raw(_ der: [UInt8]) -> [UInt8] {
        let first = Int(der[3])
        let numbers = [der[4..<4 + first], der[(6 + first)...]]
        return numbers.flatMap { number in
            let digits = number.drop { $0 == 0 }
            return [UInt8](repeating: 0, count: 32 - digits.count) + digits
        }
    }

    /// The public key as an entry of a key set.
    func entry(_ more: [(String, JSONValue)] = []) -> JSONValue {
        // A SubjectPublicKeyInfo of P-256 ends with the point.
        let lines = String(decoding: key.verifyingKey.pem, as: UTF8.self).split(separator: "\n")
        let point = (Base64.bytes(lines.dropFirst().dropLast().joined()) ?? []).suffix(64)
        var object = JSONObject()
        object.append("kty", "EC")
        object.append("crv", "P-256")
        object.append("x", .string(Self.base64(Array(point.prefix(32)))))
        object.append("y", .string(Self.base64(Array(point.suffix(32)))))
        if let id { object.append("kid", .string(id)) }
        for (name, value) in more { object.append(name, value) }
        return .object(object)
    }

    static func keys(_ entries: JSONValue...) -> JSONWebKeySet {
        JSONWebKeySet(["keys": .array(entries)]) ?? JSONWebKeySet()
    }

    /// The reason why a token is rejected; `nil` if it is valid.
    static func fault(_ token: String, _ keys: JSONWebKeySet, at now: Int64 = now) -> IDTokenFault? {
        do throws(IDTokenFault) {
            _ = try IDToken(token, keys: keys, for: expected, at: now)
            return nil
        } catch { return error }
    }
}

/// A 2,048-bit RSA key and a token that it has signed, made with Python's `cryptography`; no private key is kept.
enum RSASample {
    static let modulus =
        "yw_KRum5XRIbUR0mXbwblMsBF_oKit2MA5-oMSaMcKr6pymt4rKVTbZBkEdLe67OMj-GWm6W_xQbXGenhEvFydQhRwlT-pozNUiAbb6qxibUHli2G_rau-0bJ5xqYiHfX3gDePfSAsBBdVxz14GiaAR2lzNUA8taX3E9dU0C6CGaIlZwk3nJw98yZRFNNNmNPGsED-zhJuLKOaFl_8WHb8Ez4k33UcXF_saswMxqDHOedtRixnanSncdxUEb1tKZiX6Bq_MMGjZ2x-lLovfAIZ7r9Dg5hcNAaatVaguDsC2mQ1ST2ckrETHXWwETHoLgwksvsyzy9JpAdJ4t1rvPPw"
    static let signed =
        "eyJhbGciOiJSUzI1NiIsImtpZCI6InIiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUuY29tIiwic3ViIjoiYW5uIiwiYXVkIjoiY29uc29sZSIsIm5vbmNlIjoibjEiLCJleHAiOjE4MDAwMDAzMDAsImlhdCI6MTgwMDAwMDAwMH0"
    static let signature =
        "eTA_29lAj51DVOyyKWcDiS_ZMheqiQ_WqsjAc0m_OUHzd6u8K5eMN3AWClxegm5QBn2h7pWJKI3yW81JT5Mosh-5aPGUe_doQWNtu_8-TZ_Ht2oox1lHwDF2iLJ-dwW4Bb60mNmc5Me7macH4wJSx1VNaNWHc2RCAEBjhV4kRbCE0m2Wup8CPL8P20AU0uLbm1yjZWzcd1fQthS8twVDIyRnoHbHFty3h4gb4PVmfJ7oy9jgigjPiROEmjEqdF-5I7e9V6Xzn5Vmm4BBvuTQF84-CsZsXKrL5KdPlm5_27ljkSILTPwrMEqE5iAyyNEnGWNnp0dce5VQ754VB_lnuQ"
    /// The RSASSA-PSS signature of the same text.
    static let otherPadding =
        "Lrnxt_qaRKxC0V9usOCGZBv25IyvGchH5CGKTxDa4ts50NsE0S1W_eOfOzEJ1hx2zIi_WnqPpFw-cRLZWY4DeVz0obkVnuRu0NTE4GC4bZYu4tEFRBsHJAvMlyzYyW685KADm_Isl6xml8pC1dc5NPVArIWvpibb3aWHTEIH1YPDT6-l6vM1vB4JgDHeQuqsGSh80bJb7WGjl1EAyKKY6MurwfDLGeuGYo-_fqFj6paekTXnUxViGKGK318rFFgkLQJmv5bqT03FfHlGGsWLdyzA7lg5R2kFYKEidDbP2tinFyAWnOByDdfQCeobmavjDcyqbxQznvyJtY1npvP7Zw"
    /// The modulus of another key of 1,024 bits.
    static let shortModulus =
        "sH4LvfnxkNqwrRSuTsRPe8xtnVleLQJLnbIRcNziV3KqDnwsUR2bRro2a594fmD9hCr3Bd6dZzECyhYlvV_LpDEFjFFvwgfDuA9fYqysJqCIn_W9yDUgK8--6bQsmtStxogUs_wNtae3S84dYFcDxw0mvNNr5OcMnGvSHGICmH8"

    static func entry(modulus: String = modulus, exponent: String = "AQAB", id: String = "r") -> JSONValue {
        ["kty": "RSA", "n": .string(modulus), "e": .string(exponent), "kid": .string(id), "use": "sig"]
    }
}
