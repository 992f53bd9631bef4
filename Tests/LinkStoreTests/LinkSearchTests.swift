import LinkStore
import Testing

/// A search matches the text that users type, not its stored form.
@Suite struct LinkSearchTests {
    private static let record: LinkRecord = {
        var record = LinkRecord(
            key: .known("links.example.com/go/Summer"),
            longLink: "https://links.example.com/go/?link=https%3A%2F%2Fwww.example.com%2FStra%25C3%259Fe%2Fa%2520b"
                + "%3Fq%3D1%26r%3D100%2525&apn=com.example.android",
            created: 1)
        record.note = "Grüße 100%"
        return record
    }()

    @Test(arguments: [
        "", "summer", "https://links.example.com/go/Summer", "GO/SUMMER", "https://www.example.com/",
        "www.example.com/stra",
        "Straße/a b", "example.com/Straße", "?q=1&r=", "r=100%", "link=https%3A%2F%2Fwww", "%2f%2fwww",
        "apn=com.example",
        "Stra%C3%9Fe", "Grüße", "100%",
    ]) func found(text: String) {
        let search = LinkSearch([text])
        #expect(search.finds(Self.record))
        let either = LinkSearch(["nowhere", text])
        #expect(either.finds(Self.record))
    }

    @Test(arguments: ["winter", "www.example.org", "summers", "q=2", "%", "%zz", "android "]) func notFound(
        text: String
    ) {
        let search = LinkSearch([text])
        #expect(search.finds(Self.record) == (text == "%"))
    }

    /// Regression: a text that repeats its own prefix made the search backtrack over each of them.
    @Test func takesLinearTime() {
        var record = Self.record
        record.longLink = "https://www.example.com/" + String(repeating: "a", count: 64_000)
        let search = LinkSearch([String(repeating: "a", count: 900) + "b"])
        let time = ContinuousClock().measure { for _ in 0..<10 { #expect(!search.finds(record)) } }
        #expect(time < .seconds(10))
    }
}
