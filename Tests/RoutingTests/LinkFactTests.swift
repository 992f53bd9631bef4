import ByteText
import Expressions
import Routing
import Rules
import Testing

/// Facts about links, as inserted by a rule's template.
@Suite("Facts about links")
struct LinkFactTests {
    private static let link =
        "https://links.example.com/go/?link=https%3A%2F%2FWWW.Example.com%3A443%2FShop%2F%25C3%25A4%3Fid%3D1"
        + "&st=Sale%20%26%20more&sd=&si=https%3A%2F%2Fimages.example%2Fa%20b.png"

    /// A fact's text when inserted into a path, in which everything but letters and digits is encoded; a path is
    /// inserted as it is.
    private static func inserted(_ fact: String, _ link: String) throws -> String {
        let site: JSONValue = [
            "site": "example", "hosts": ["links.example.com/go"], "authorized_domains": ["www.example.com"],
            "rules": [
                [
                    "name": "echo", "because": "It is shown.",
                    "then": ["continue_redirect": ["to": .string("https://www.example.com/{\(fact)}")]],
                ]
            ],
        ]
        let resolver = try RequestResolver(RuleSet(sites: [], rules: [], patterns: PatternList(), hash: ""))
        let decision = try resolver.resolve(["link": .string(link), "site": site], now: 0)
        return try #require(decision["target"]?.string).replacing("https://www.example.com/", with: "")
    }

    @Test(
        "the payload's host and path, and the tags of the link",
        arguments: [
            ("link.payload_host", "www.example.com"), ("link.payload_path", "/Shop/%C3%A4"),
            ("link.st", "Sale%20%26%20more"), ("link.sd", ""), ("link.si", "https%3A%2F%2Fimages.example%2Fa%20b.png"),
        ])
    func values(fact: String, value: String) throws {
        #expect(try Self.inserted(fact, Self.link) == value)
    }

    @Test("a tag that the link leaves out is absent")
    func absent() throws {
        for fact in ["link.st", "link.sd", "link.si"] {
            let declaration = try #require(FactName.named(fact)).rawValue
            #expect(FactName.schema[declaration].isOptional && !FactName.schema[declaration].mayBeUnknown)
            let bare = "https://links.example.com/go/?link=https%3A%2F%2Fwww.example.com"
            #expect(try Self.inserted(fact, bare).isEmpty)
        }
    }
}
