import OpenSSL
import Testing

@Suite("keys that sign")
struct SigningKeyTests {
    private static let text = Array("what is signed".utf8)

    @Test("verify what they signed, and nothing else", arguments: SignatureAlgorithm.allCases)
    func sign(_ algorithm: SignatureAlgorithm) {
        let key = SigningKey(algorithm)
        let signature = key.signature(of: Self.text.span)
        func accepts(_ key: SigningKey, _ signature: [UInt8], _ text: [UInt8]) -> Bool {
            key.verifyingKey.isSignature(signature.span, of: text.span)
        }
        #expect(accepts(key, signature, Self.text))
        #expect(!accepts(SigningKey(algorithm), signature, Self.text))
        #expect(!accepts(key, signature, Self.text + [0]))
        #expect(!accepts(key, signature.dropLast(), Self.text))
        #expect(!accepts(key, [], Self.text))
    }

    @Test("are written in PEM and read again", arguments: SignatureAlgorithm.allCases)
    func pem(_ algorithm: SignatureAlgorithm) throws {
        let key = SigningKey(algorithm)
        let pem = key.pem
        let again = try SigningKey(pem: pem.span, file: "key.pem")
        #expect(again.algorithm == algorithm && again.verifyingKey.id == key.verifyingKey.id)
        #expect(String(decoding: pem, as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        let publicPEM = key.verifyingKey.pem
        let publicKey = try VerifyingKey(pem: publicPEM.span, file: "key.pub.pem")
        #expect(publicKey.id == key.verifyingKey.id && publicKey.algorithm == algorithm)
    }

    /// Section 7.1 of RFC 8032, test 2; the key in PKCS#8 as in RFC 8410, section 7.
    @Test("sign as RFC 8032 does")
    func vector() throws {
        let pem = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIEzNCJso/5banbbDRuwRTg9bijGfNaumJNqM9u1PuKb7
            -----END PRIVATE KEY-----

            """
        let key = try SigningKey(pem: Array(pem.utf8).span, file: "RFC 8032")
        let text: [UInt8] = [0x72]
        let signature = key.signature(of: text.span).map { String($0, radix: 16) }.prefix(4)
        #expect(signature == ["92", "a0", "9", "a9"])
    }

    @Test("are distinguished from other files")
    func faults() throws {
        let key = SigningKey(.ed25519)
        let (privatePEM, publicPEM) = (key.pem, key.verifyingKey.pem)
        let nothing = Array("no key".utf8)
        func reason(_ body: () throws -> Void) -> SignatureKeyFault.Reason? {
            do { try body() } catch { return (error as? SignatureKeyFault)?.reason }
            return nil
        }
        #expect(reason { _ = try SigningKey(pem: publicPEM.span, file: "f") } == .isPublic)
        #expect(reason { _ = try VerifyingKey(pem: privatePEM.span, file: "f") } == .isPrivate)
        #expect(reason { _ = try SigningKey(pem: nothing.span, file: "f") } == .noPrivateKey)
        #expect(reason { _ = try VerifyingKey(pem: nothing.span, file: "f") } == .noPublicKey)
    }
}
