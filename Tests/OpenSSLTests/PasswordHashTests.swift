import OpenSSL
import Testing

@Suite("Password hashes")
struct PasswordHashTests {
    /// RFC 7914, section 12; the last one needs 1 GiB.
    @Test(arguments: [
        ("", "", 4, 1, 1, "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"),
        ("password", "NaCl", 10, 8, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"),
        (
            "pleaseletmein", "SodiumChloride", 14, 8, 1,
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        ),
    ])
    func scrypt(password: String, salt: String, logarithm: Int, blockSize: Int, times: Int, start: String) throws {
        let costs = try #require(
            Scrypt.Costs(logarithm: logarithm, blockSize: blockSize, parallelization: times))
        let key = Scrypt.key(of: Array(password.utf8), salt: Array(salt.utf8), costs, count: 64)
        #expect(key.prefix(32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == start)
        #expect(key.count == 64)
    }

    @Test("a hash matches its password only, also after it was written and parsed")
    func matches() throws {
        let hash = PasswordHash(of: "pässword 1")
        let text = hash.text
        #expect(text.hasPrefix("$scrypt$ln=14,r=8,p=1$"))
        let read = try #require(PasswordHash(text))
        #expect(read == hash && read.text == text)
        #expect(read.matches(Array("pässword 1".utf8)))
        for other in ["", "pässword 2", "passwort 1", text] { #expect(!read.matches(Array(other.utf8)), "\(other)") }
        #expect(PasswordHash(of: "pässword 1") != hash, "salted")
    }

    @Test("a hash of another program with scrypt matches")
    func foreign() throws {
        // Passlib 1.7, `scrypt.hash("password")`, from its documentation.
        let hash = try #require(
            PasswordHash("$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E"))
        #expect(hash.matches(Array("password".utf8)))
    }

    @Test(
        "other texts are no hashes, nor are those that would take too much memory or time",
        arguments: [
            "", "secret", "$scrypt$", "$scrypt$ln=14,r=8,p=1$AAAA$AAAA", "$2b$12$abcdefghijklmnopqrstuv",
            "$scrypt$ln=17,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E",
            "$scrypt$ln=14,r=8,p=99$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E",
            "$scrypt$ln=-1,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E",
            "$scrypt$ln=14,r=8,p=1$aM15713r3Xsvxbi31lqr1Q==$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E",
            "$scrypt$ln=14,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E$",
        ])
    func refused(_ text: String) { #expect(PasswordHash(text) == nil) }
}
