import Testing

@testable import Links

/// Secrets are masked at every level of encoding, and everything else is kept.
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

    /// Text encoded deeper than the parameter is part of its value, and masked with it.
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

    private static let key = MaskKey(Array(0..<16))

    @Test func differentSecretsHaveDifferentMasksOfTheirLengthClass() {
        let one = Masking.masked("oobCode=abc", with: Self.key)
        let other = Masking.masked("oobCode=abd", with: Self.key)
        #expect(one != other)
        #expect(one.count == 16 && other.count == 16)
        #expect(Masking.masked("oobCode=\(String(repeating: "x", count: 33))", with: Self.key).count == 8 + 64)
    }

    /// Regression: masks were a hash without a key: seven guesses of a name revealed the address behind one.
    @Test func noGuessWithoutTheKeyGivesTheMask() {
        let other = MaskKey(Array(1..<17))
        for guess in ["info", "admin", "jane.doe", "test", "mail", "me", "hello"] {
            let text = "https://w/?email=\(guess)@example.com"
            #expect(Masking.masked(text, with: Self.key) != Masking.masked(text, with: other))
        }
        // Stable across releases, so that logs of two of them can be compared.
        #expect(Masking.masked("oobCode=abc", with: Self.key) == "oobCode=~xxuwD2T")
    }

    /// Without a key, a mask reveals only the length class.
    @Test func withoutAKeyMasksAreAlike() {
        #expect(Masking.masked("oobCode=abc", with: nil) == Masking.masked("oobCode=abd", with: nil))
    }

    /// Regression: the facts of an explanation contain a value decoded, its target encoded, and the masks differed.
    @Test func aValueHasOneMaskHoweverItIsEncoded() throws {
        let masks = [
            "https://w/?email=o'a%2Bb@example.com", "https://w/?email=o'a+b@example.com",
            "https://h/?link=https%3A%2F%2Fw%2F%3Femail%3Do%2527a%252Bb%2540example.com",
        ].map { Masking.masked($0, with: Self.key) }
        let mask = try #require(masks[0].firstMatch(of: /~\w{7}/)?.output)
        for masked in masks { #expect(masked.contains(mask), "\(masked)") }
    }

    /// Regression: a report of a decision log had masks of the log's masks, and standard error had those of the report's.
    @Test func masksStay() {
        for text in ["https://h/a?oobCode=SeCrEt&x=me@example.com#f", "https://h/_fp/AbC-_9?x", #"{"oobCode": "S"}"#] {
            let masked = Masking.masked(text, with: Self.key)
            #expect(masked != text)
            #expect(Masking.masked(masked, with: nil) == masked)
        }
    }

    /// A page's address reveals its click for five minutes, wherever it is read.
    @Test(arguments: [
        ("/_fp/SECRET-_9SECRET", ""), ("https://example.page.link/_fp/SECRET?a=b", "?a=b"),
        ("https://h/?u=https%3A%2F%2Fg%2F%5Ffp%2FSECRET%26x=1", "%26x=1"), ("a \"/_fp/SECRET\" b", "\" b"),
    ])
    func tokensOfPagesGo(text: String, rest: String) {
        let masked = Masking.masked(text, with: Self.key)
        #expect(!masked.contains("SECRET") && masked.hasSuffix(rest), "\(masked)")
        #expect(masked.firstMatch(of: /(_|%5F)fp(\/|%2F)~\w+/) != nil, "\(masked)")
    }

    /// A page's address that contains the link itself has no token. Tokens are longer than labels of hosts.
    @Test func linksOfPagesStay() {
        for text in [
            "https://preview.example.com/_fp/go.example.com/Spring", "/_fp/localhost:8080/a?b=c", "/_fp/xn--a-1.link/x",
        ] {
            #expect(Masking.masked(text, with: Self.key) == text)
        }
        let token = String(repeating: "Ab9-", count: 17)
        #expect(!Masking.masked("open /_fp/\(token).Then", with: Self.key).contains("Ab9-"))
        #expect(!Masking.masked("/_fp/go.example.com/?oobCode=SECRET", with: Self.key).contains("SECRET"))
    }
}
