import OpenSSL
import Testing

@Suite("Digests and random bytes")
struct DigestTests {
    /// The examples of FIPS 180-4, and the empty input.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func sha256(text: String, digest: String) {
        let bytes = Array(text.utf8)
        #expect(Digest.sha256Hex(bytes.span) == digest)
        #expect(Digest.sha256(bytes.span).count == Digest.sha256Count)
        var pieces = SHA256()
        for piece in [bytes[..<(bytes.count / 3)], [], bytes[(bytes.count / 3)...]] { pieces.add(Array(piece).span) }
        #expect(pieces.finish() == digest)
    }

    @Test("random bytes come in the number asked for and differ from call to call")
    func random() {
        #expect(SecureRandom.bytes(count: 0).isEmpty)
        #expect(SecureRandom.bytes(count: 32).count == 32)
        #expect(SecureRandom.bytes(count: 32) != SecureRandom.bytes(count: 32))
    }
}
