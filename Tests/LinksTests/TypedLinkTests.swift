import Testing

@testable import Links

/// Links as typed by users.
@Suite("typed links")
struct TypedLinkTests {
    @Test(
        "a domain and what follows it is a link without its scheme",
        arguments: [
            "go.example.com/CODE", "go.example.com", "go.example.com:8443/CODE?x=https://y/", "xn--bcher-kva.example/x",
            "bücher.example/x", "EXAMPLE.page.link/?link=https%3A%2F%2Fwww.example.com%2F", "go.example.com?d=1",
        ])
    func withoutScheme(text: String) {
        #expect(TypedLink.withScheme(text) == "https://\(text)")
    }

    @Test(
        "any other text stays as it is",
        arguments: [
            "https://go.example.com/CODE", "http://go.example.com", "com.example.app:/path", "com.example.app:path",
            "example://go", "mailto:a@example.com", "a@example.com/x", "/CODE", "CODE", "", ".", "a..b/c", "?x.y",
            "[::1]/x",
            "intent://x.example/#Intent;end", "www.example.com:99999/x", "two words.example",
        ])
    func others(text: String) {
        #expect(TypedLink.withScheme(text) == text)
    }
}
