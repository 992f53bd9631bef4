import Links
import Testing

/// Secrets are hidden at every level of encoding, and everything else stays.
@Suite struct MaskingTests {
    private static let secrets = ["SeCrEtCoDe123", "AIzaKey99", "jane.doe"]

    @Test(arguments: [
        "https://h/a?mode=signIn&oobCode=SeCrEtCoDe123&apiKey=AIzaKey99&lang=en",
        "https://h/?link=https://g/a?apiKey%3DAIzaKey99%26oobCode%3DSeCrEtCoDe123%26lang%3Den&apn=com.example",
        "https://h/?link=https%3A%2F%2Fg%2Fa%3FoobCode%3DSeCrEtCoDe123%26continueUrl%3Dhttps%253A%252F%252Fw%252F"
            + "%253Femail%253Djane.doe%2540example.com",
        "https://w/?email=jane.doe@example.com&x=1", "https://w/?email=jane.doe%40example.com#f",
        "oobCode=SeCrEtCoDe123",
    ])
    func secretsAreHidden(text: String) {
        let masked = Masking.masked(text)
        for secret in Self.secrets { #expect(!masked.contains(secret), "\(masked)") }
        #expect(masked == Masking.masked(text), "the same text has the same mask")
        #expect(masked.count(where: { $0 == "&" }) == text.count(where: { $0 == "&" }))
        #expect(masked.hasPrefix(String(text.prefix(8))) || text.hasPrefix("oobCode"))
    }

    @Test(arguments: [
        "", "https://www.example.com/a?b=c&d=%26#e", "https://www.example.com/@handle", "a@", "oobCode", "apiKey=&x=1",
        "https://h/%4", "%", "mode=signIn&lang=en",
    ])
    func whatIsNoSecretStays(text: String) {
        #expect(Masking.masked(text) == text)
    }

    /// What is encoded deeper than the parameter is a part of its value, and goes with it.
    @Test(arguments: [
        ("https://h/a?oobCode=AB%26SECRET&lang=en", "&lang=en"),
        ("https://h/?link=https://g/a?oobCode%3DAB%2526SECRET%2523SECRET%26lang%3Den&apn=x", "%26lang%3Den&apn=x"),
        ("https://h/a?oobCode=AB?SECRET/SECRET=SECRET#top", "#top"), ("https://h/a?oob%43ode%3dSECRET&x=1", "&x=1"),
        ("https://h/a?OOBCODE=SECRET&x=1", "&x=1"), ("oob_code=SECRET", ""),
        ("https://h/a?oobCode=SECRET@h&x=1", "&x=1"),
        (#"{"oobCode": "SECRET", "mode": "signIn"}"#, #"", "mode": "signIn"}"#),
        (#"{"oob_code":"SEC\"SECRET","lang":null}"#, #"","lang":null}"#),
        ("{\"url\": \"https://h/a?apiKey=SECRET\"}", "\"}"), ("oobCode=SECRET and more", " and more"),
        ("https://w/?email=SECRET%2BSECRET@example.com&x=1", "@example.com&x=1"),
        ("https://w/?email=o'SECRET%C3%A4SECRET%40example.com", "%40example.com"),
    ])
    func valuesGoWhole(text: String, rest: String) {
        let masked = Masking.masked(text)
        #expect(!masked.contains("SECRET"), "\(masked)")
        #expect(masked.hasSuffix(rest), "\(masked)")
    }

    @Test func differentSecretsHaveDifferentMasksOfTheirLengthClass() {
        let one = Masking.masked("oobCode=abc")
        let other = Masking.masked("oobCode=abd")
        #expect(one != other)
        #expect(one.count == 16 && other.count == 16)
        #expect(Masking.masked("oobCode=\(String(repeating: "x", count: 33))").count == 8 + 64)
    }
}
