import ByteText
import OpenSSL
import Testing

@testable import OpenID

/// The keys of a provider that are used.
@Suite("JSON Web Keys", .timeLimit(.minutes(20)))
struct JSONWebKeySetTests {
    private let forge = TokenForge()

    @Test("keys for signatures are read, and all others passed over")
    func kinds() throws {
        let entry = forge.entry()
        let rows: [(JSONValue, Int)] = [
            (entry, 1), (forge.entry([("use", "sig"), ("alg", "ES256"), ("key_ops", ["verify"])]), 1),
            (forge.entry([("use", "enc")]), 0), (forge.entry([("alg", "RS256")]), 0),
            (forge.entry([("alg", "none")]), 0), (forge.entry([("key_ops", ["sign"])]), 0),
            (RSASample.entry(), 1), (RSASample.entry(modulus: RSASample.shortModulus), 0),
            (RSASample.entry(exponent: "AQ"), 0), (RSASample.entry(exponent: "Ag"), 0),
            (RSASample.entry(exponent: "AQAAAAE"), 0), (RSASample.entry(modulus: "AQAB="), 0),
            (["kty": "oct", "k": "c2VjcmV0", "kid": "k1"], 0), (["kty": "OKP", "crv": "Ed25519", "x": "AA"], 0),
            (["kty": "EC", "crv": "P-384", "x": "AA", "y": "AA"], 0), (["kty": "EC", "crv": "P-256", "x": "AA"], 0),
            ([:], 0), (7, 0),
        ]
        for (row, count) in rows {
            let set = try #require(JSONWebKeySet(["keys": [row]]))
            #expect(set.count == count, "\(row.text)")
        }
        #expect(
            JSONWebKeySet([:]) == nil && JSONWebKeySet(["keys": 1]) == nil && JSONWebKeySet(["keys": []])?.count == 0)
    }

    @Test("a point that is not on the curve is no key, and neither is a huge modulus")
    func forged() throws {
        let y = try #require(forge.entry()["y"])
        let off: JSONValue = ["kty": "EC", "crv": "P-256", "x": y, "y": y]
        #expect(JSONWebKeySet(["keys": [off]])?.count == 0)
        let huge = TokenForge.base64([UInt8](repeating: 0xFF, count: 1025))
        #expect(JSONWebKeySet(["keys": [RSASample.entry(modulus: huge)]])?.count == 0)
    }

    @Test("of a set with more keys than anyone has, the first are read")
    func many() throws {
        let list = (0..<200).map { index in
            var one = forge
            one.id = "k\(index)"
            return one.entry()
        }
        let set = try #require(JSONWebKeySet(["keys": .array(list)]))
        #expect(set.count == 64 && set.has("k0") && !set.has("k64"))
    }

    @Test("a token is verified with the keys of its name and algorithm alone")
    func choice() throws {
        let set = TokenForge.keys(forge.entry(), RSASample.entry(id: "k1"), RSASample.entry())
        let token = try SignedToken(forge.token())
        #expect(set.keys(for: token).map(\.algorithm) == [.es256])
        let rsa = try SignedToken("\(RSASample.signed).\(RSASample.signature)")
        #expect(set.keys(for: rsa).count == 1)
    }
}
