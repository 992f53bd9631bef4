import ByteText
import Testing

/// Addresses in a spelling that passes a pattern, but that a server reads as another address.
@Suite("URL patterns and spellings")
struct URLPatternTests {
    @Test(
        "an address in an unusual spelling has to match in its canonical one, too",
        arguments: [
            // A pattern that excludes a path.
            ("^https://www\\.example\\.com/([^p]|$)", "https://www.example.com/shop", true),
            ("^https://www\\.example\\.com/([^p]|$)", "https://www.example.com/private", false),
            ("^https://www\\.example\\.com/([^p]|$)", "https://www.example.com//private", false),
            ("^https://www\\.example\\.com/([^p]|$)", "https://www.example.com/%70rivate", false),
            ("^https://www\\.example\\.com/([^p]|$)", "https://www.example.com/x%2f../private", false),
            ("^https://www\\.example\\.com/([^p]|$)", "https://www.example.com/%2fprivate?x#y", false),
            // A pattern that requires a path, which dot segments after escaped slashes would leave.
            ("^https://www\\.example\\.com/shop/", "https://www.example.com/shop/a", true),
            ("^https://www\\.example\\.com/shop/", "https://www.example.com/shop/..%2fprivate", false),
            ("^https://www\\.example\\.com/shop/", "https://www.example.com/shop/x%5c..%5c..%5cprivate", false),
            ("^https://www\\.example\\.com/shop/", "https://www.example.com/shop/a%2f..%2fb", true),
            ("^https://www\\.example\\.com/shop/", "https://www.example.com/shop//a", true),
            // Usual spellings are accepted as they are.
            ("^https://storage\\.example\\.com/o/[^/]+$", "https://storage.example.com/o/images%2Fa%20b.png", true),
            ("^https://www\\.example\\.com(/|$)", "https://www.example.com?x=//", true),
            ("^https://www\\.example\\.com/a$", "https://www.example.com/a?x", false),
            // A spelling that the pattern itself contains is accepted.
            ("^https://www\\.example\\.com/to/https://", "https://www.example.com/to/https://x.example/", true),
            ("^https://www\\.example\\.com/%7Euser$", "https://www.example.com/%7Euser", true),
            ("^https://www\\.example\\.com/a%2f", "https://www.example.com/a%2f..%2fprivate", false),
        ])
    func spellings(pattern: String, address: String, isAllowed: Bool) throws {
        let decision = try Decided.by([
            "link": .string("https://a.link/?link=" + Decided.encoded(address)),
            "site": .object([
                "site": "a", "hosts": ["a.link"], "url_patterns": [.string(pattern)],
                "rules": [["name": "rest", "then": "continue_redirect", "because": "It is tested."]],
            ]),
        ])
        #expect((decision["location"]?.string == address) == isAllowed, "\(decision)")
        if !isAllowed { #expect(decision["error"]?["code"]?.string == "url-pattern-mismatch", "\(decision)") }
    }
}
