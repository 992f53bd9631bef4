import ByteText
import OpenSSL
import Testing

@testable import OpenID

/// Valid ID tokens, and every way in which one can be invalid.
@Suite("ID tokens", .timeLimit(.minutes(20)))
struct IDTokenTests {
    private let forge = TokenForge()
    private var keys: JSONWebKeySet { TokenForge.keys(forge.entry()) }

    @Test("a token of ES256, and one of RS256 that another program has signed")
    func good() throws {
        let token = try IDToken(forge.token(), keys: keys, for: TokenForge.expected, at: TokenForge.now)
        #expect(token.subject == "ann" && token.displayName == "ann")
        let rsa = "\(RSASample.signed).\(RSASample.signature)"
        #expect(TokenForge.fault(rsa, TokenForge.keys(RSASample.entry())) == nil)
        #expect(TokenForge.fault(rsa, TokenForge.keys(forge.entry(), RSASample.entry())) == nil)
        #expect(TokenForge.fault(forge.token(more: [("typ", "JWT"), ("x", "y")]), keys) == nil)
    }

    @Test("not signed, or signed with the public key as the secret")
    func otherAlgorithms() {
        for algorithm in ["none", "None", "", "HS256", "HS512", "PS256", "ES384", "EdDSA", "rs256"] {
            let text = forge.text(TokenForge.claims, algorithm: algorithm)
            #expect(TokenForge.fault("\(text).AAAA", keys) == .algorithm, "\(algorithm)")
            #expect(TokenForge.fault("\(text).", keys) == .malformed, "\(algorithm)")
        }
        let text = forge.text(TokenForge.claims, algorithm: "HS256")
        let bytes = Array(text.utf8)
        for secret in [forge.key.verifyingKey.pem, Array(RSASample.modulus.utf8)] {
            let code = TokenForge.base64(HMAC.sha256(bytes.span, key: secret))
            #expect(TokenForge.fault("\(text).\(code)", keys) == .algorithm)
        }
    }

    @Test("another key, whatever the header calls it")
    func otherKeys() {
        let other = TokenForge()
        #expect(TokenForge.fault(other.token(), keys) == .signature)
        // The key's own ID, but an algorithm of another kind.
        let rsaText = forge.text(TokenForge.claims, algorithm: "RS256")
        #expect(
            TokenForge.fault("\(rsaText).\(TokenForge.base64(TokenForge.raw(forge.der(rsaText))))", keys) == .unknownKey
        )
        var unknown = forge
        unknown.id = "k2"
        #expect(TokenForge.fault(unknown.token(), keys) == .unknownKey)
        // Signed by the second key, with the first one's ID.
        var second = TokenForge()
        second.id = "k2"
        let both = TokenForge.keys(forge.entry(), second.entry())
        #expect(TokenForge.fault(second.token(), both) == nil)
        second.id = "k1"
        #expect(TokenForge.fault(second.token(), both) == .signature)
        // Keys in a header are ignored.
        let own: [(String, JSONValue)] = [("jwk", other.entry()), ("jku", "https://evil.example/keys")]
        #expect(TokenForge.fault(other.token(more: own), keys) == .signature)
    }

    @Test("a token that names no key is any key's of its algorithm")
    func withoutName() {
        var nameless = forge
        nameless.id = nil
        #expect(TokenForge.fault(nameless.token(), TokenForge.keys(TokenForge().entry(), forge.entry())) == nil)
        #expect(TokenForge.fault(nameless.token(), TokenForge.keys(TokenForge().entry())) == .signature)
        #expect(TokenForge.fault(nameless.token(), TokenForge.keys(RSASample.entry())) == .unknownKey)
    }

    @Test("a signature in another form: in DER, padded, shortened, longer, zero")
    func signatureForms() {
        let text = forge.text(TokenForge.claims)
        let der = forge.der(text)
        let raw = TokenForge.raw(der)
        #expect(TokenForge.fault("\(text).\(TokenForge.base64(raw))", keys) == nil)
        #expect(TokenForge.fault("\(text).\(TokenForge.base64(der))", keys) == .signature)
        for bytes in [raw + [0], [0] + raw, Array(raw.dropLast()), [UInt8](repeating: 0, count: 64), [1]] {
            #expect(TokenForge.fault("\(text).\(TokenForge.base64(bytes))", keys) == .signature)
        }
        let rest = ["=", "==", "\n", " ", ".", ".AAAA", "AAAAA+"]
        for tail in rest { #expect(TokenForge.fault("\(text).\(TokenForge.base64(raw))\(tail)", keys) == .malformed) }
        let rsa = TokenForge.keys(RSASample.entry())
        #expect(TokenForge.fault("\(RSASample.signed).\(RSASample.otherPadding)", rsa) == .signature)
        #expect(TokenForge.fault("\(RSASample.signed).AA\(RSASample.signature)", rsa) != nil)
    }

    @Test("one bit of the signed text, anywhere")
    func tampered() throws {
        let token = Array(forge.token().utf8)
        let end = try #require(token.lastIndex(of: UInt8(ascii: ".")))
        for index in 0..<end {
            var bytes = token
            bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(TokenForge.fault(String(decoding: bytes, as: UTF8.self), keys) != nil, "byte \(index)")
        }
    }

    @Test("what is not a token at all")
    func malformed() {
        let parts = forge.token().split(separator: ".").map(String.init)
        let texts = [
            "", ".", "..", "...", "a.b.c", parts[0], "\(parts[0]).\(parts[1])", "\(parts[0])..\(parts[2])",
            ".\(parts[1]).\(parts[2])", "{}.{}.{}", String(repeating: "A", count: 70_000),
            "\(TokenForge.base64(Array("[]".utf8))).\(parts[1]).\(parts[2])",
            "\(TokenForge.base64(Array(#"{"alg":"ES256","alg":"none"}"#.utf8))).\(parts[1]).\(parts[2])",
            "\(TokenForge.base64(Array(#"{"alg":7}"#.utf8))).\(parts[1]).\(parts[2])",
            "\(TokenForge.base64(Array(#"{"alg":"ES256","kid":7}"#.utf8))).\(parts[1]).\(parts[2])",
        ]
        for text in texts { #expect(TokenForge.fault(text, keys) == .malformed, "\(text.prefix(80))") }
        #expect(TokenForge.fault(forge.token(more: [("crit", ["exp"])]), keys) == .malformed)
        #expect(TokenForge.fault(forge.token(more: [("typ", "at+jwt")]), keys) == .malformed)
    }

    typealias Row = (changes: [String: JSONValue?], fault: IDTokenFault?)

    private static func time(_ seconds: Int64) -> JSONValue { .number(JSONNumber(Int(TokenForge.now + seconds))) }

    private static var claimRows: [Row] {
        [
            (["iss": "https://id.example.com/"], .issuer), (["iss": "https://evil.example"], .issuer),
            (["iss": nil], .issuer), (["iss": ["https://id.example.com"]], .issuer),
            (["aud": "other"], .audience), (["aud": nil], .audience), (["aud": []], .audience),
            (["aud": ["other"]], .audience), (["aud": "Console"], .audience), (["aud": 1], .audience),
            (["aud": ["console"]], nil), (["aud": ["console", "other"]], .authorizedParty),
            (["aud": ["console", "other"], "azp": "console"], nil), (["azp": "other"], .authorizedParty),
            (["azp": "console"], nil), (["azp": 1], .authorizedParty),
            (["nonce": "n2"], .nonce), (["nonce": nil], .nonce), (["nonce": ""], .nonce), (["nonce": ["n1"]], .nonce),
            (["sub": nil], .subject), (["sub": ""], .subject), (["sub": 7], .subject), (["sub": "a\nb"], .subject),
            (["sub": .string(String(repeating: "a", count: 256))], .subject),
            (["sub": .string(String(repeating: "a", count: 255))], nil),
        ]
    }

    private static var timeRows: [Row] {
        [
            (["exp": time(-60)], .expired), (["exp": time(-59)], nil), (["exp": nil], .expired),
            (["exp": "1800000300"], .expired), (["exp": .number(JSONNumber(Double(TokenForge.now) + 0.5)!)], nil),
            (["exp": .number(JSONNumber(1e300)!)], .expired), (["exp": -1], .expired),
            (["iat": time(60)], nil), (["iat": time(61)], .issuedAt), (["iat": time(-600)], nil),
            (["iat": time(-601)], .issuedAt), (["iat": nil], .issuedAt), (["iat": "1"], .issuedAt),
            (["nbf": time(60)], nil), (["nbf": time(61)], .notYet), (["nbf": "x"], .notYet),
        ]
    }

    @Test("each claim that is not as it has to be")
    func claims() {
        for (changes, fault) in Self.claimRows + Self.timeRows {
            let token = forge.token(TokenForge.claims(changes))
            #expect(TokenForge.fault(token, keys) == fault, "\(changes)")
        }
    }

    @Test("a person's name: verified by the provider, and printable on a line")
    func names() throws {
        let rows: [([String: JSONValue?], String)] = [
            (["email": "ann@example.com", "email_verified": true], "ann@example.com"),
            (["email": "ann@example.com", "email_verified": "true"], "ann@example.com"),
            // Without the claim, users may have entered any address at the provider.
            (["email": "boss@example.com", "preferred_username": "ann"], "ann"),
            (["email": "boss@example.com", "email_verified": 1], "ann"),
            (["email": "boss@example.com", "email_verified": false, "preferred_username": "ann"], "ann"),
            (["email": "boss@example.com", "email_verified": "false"], "ann"),
            (["email": "", "name": "Ann A."], "Ann A."), (["name": "a\u{202E}b"], "ann"), (["name": "a\nb"], "ann"),
            (["name": .string(String(repeating: "x", count: 500))], String(repeating: "x", count: 100)),
        ]
        for (changes, name) in rows {
            let token = try IDToken(
                forge.token(TokenForge.claims(changes)), keys: keys, for: TokenForge.expected, at: TokenForge.now)
            #expect(token.displayName == name)
        }
    }

    @Test("groups: a list, one string, a claim within another, a claim with dots in its name")
    func groups() throws {
        let changes: [String: JSONValue?] = [
            "groups": ["a", 1, "b"], "hd": "example.com", "realm_access": ["roles": ["c"]],
            "https://example.com/groups": ["d"], "n": 7,
        ]
        let token = try IDToken(
            forge.token(TokenForge.claims(changes)), keys: keys, for: TokenForge.expected, at: TokenForge.now)
        let rows: [(String, [String])] = [
            ("groups", ["a", "b"]), ("hd", ["example.com"]), ("realm_access.roles", ["c"]),
            ("https://example.com/groups", ["d"]), ("n", []), ("none", []), ("realm_access", []), ("groups.a", []),
            ("", []),
        ]
        for (path, groups) in rows { #expect(token.strings(of: path) == groups, "\(path)") }
    }

    @Test("an email is a group only if the provider has verified it")
    func emailGroups() throws {
        let rows: [([String: JSONValue?], [String])] = [
            (["email": "ann@example.com"], []), (["email": "ann@example.com", "email_verified": false], []),
            (["email": "ann@example.com", "email_verified": .null], []),
            (["email": ["ann@example.com"]], []),
            (["email": "ann@example.com", "email_verified": true], ["ann@example.com"]),
        ]
        for (changes, groups) in rows {
            let token = try IDToken(
                forge.token(TokenForge.claims(changes)), keys: keys, for: TokenForge.expected, at: TokenForge.now)
            #expect(token.strings(of: "email") == groups, "\(changes)")
        }
    }

    @Test("each fault has words of its own")
    func words() { #expect(Set(IDTokenFault.allCases.map(\.text)).count == IDTokenFault.allCases.count) }
}
