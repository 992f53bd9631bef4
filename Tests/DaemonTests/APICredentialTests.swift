@testable import Access
import TestSupport
import Testing

/// The cost of a request before its client is authenticated.
@Suite("Credential before query and body, in memory")
struct APICredentialTests {
    private static func server() throws -> DaemonInMemory {
        try DaemonInMemory(sites: [("own", ["own.example"])], tokens: [("t", "t", []), ("k", "k", ["key"])])
    }

    /// Regression: for any client, a query of 16 KB was searched for duplicate names in quadratic time.
    @Test(
        "an invalid query or body, or a query with thousands of names, is refused for lack of a token first")
    func order() throws {
        let server = try Self.server()
        let many = (0..<2_000).map { "n\($0)" }.joined(separator: "&")
        for query in ["%zz", "a&a", many] {
            #expect(try server.ask("GET", "/v1/links?\(query)", token: nil).status == 401)
            #expect(try server.ask("GET", "/v1/links?\(query)", token: "x").status == 401)
            #expect(try server.ask("GET", "/v1/links?\(query)", token: "t").status == 400)
            #expect(try server.ask("POST", "/v1/links?\(query)", "{", token: nil).status == 401)
            #expect(try server.ask("POST", "/v1/shortLinks?\(query)&key=k", "{", token: nil).status == 400)
        }
        for target in ["/v1/links", "/v1/shortLinks", "/v1/managedShortLinks:create", "/v1/links:bulk"] {
            #expect(try server.ask("POST", target, "{", token: "x").status == 401)
        }
        #expect(try server.ask("POST", "/v1/shortLinks?key=x", "{", token: nil).body.contains("API_KEY_INVALID"))
        #expect(try server.ask("POST", "/v1/shortLinks?key=k", "{", token: nil).body.contains("JSON"))
    }

    @Test("clients of one name have rates, and identities, of their own")
    func holders() {
        let person = Credential.Person(subject: "ci", issuer: "https://id.example.com")
        let other = Credential.Person(subject: "ci", issuer: "https://id.example.org")
        let holders: [Credential.Holder] = [
            .secret(digest: "ab"), .secret(digest: "cd"), .process("ci"), .person(person), .person(other),
            .person(.init(subject: "1 ci", issuer: "x")), .person(.init(subject: "ci", issuer: "x4 1 ci")),
        ]
        #expect(Set(holders.map(\.text)).count == holders.count)
        let limiter = RateLimiter()
        for holder in holders {
            var credential = Credential(name: "ci", holder)
            credential.rate = Rate(burst: 1, seconds: 3600)
            #expect(limiter.delay(credential) == nil)
            #expect(limiter.delay(credential) != nil)
        }
    }

    @Test("a token that is limited to sites may not reload the rules of all sites")
    func reload() throws {
        let server = try DaemonInMemory(
            sites: [("own", ["own.example"])],
            tokens: [("all", "a", []), ("shop", "s", ["sites=own"]), ("both", "b", ["sites=own", "scopes=reload"])])
        #expect(try server.ask("POST", "/v1/reload", token: "a").status == 200)
        for token in ["s", "b"] {
            let answer = try server.ask("POST", "/v1/reload", token: token)
            #expect(answer.status == 403 && answer.body.contains("is limited to sites"), "\(answer.body)")
        }
    }

    @Test("the work for a query is bounded by its length")
    func bound() throws {
        let names = (0..<APIQuery.mostParameters).map { "n\($0)" }
        let exact = try APIQuery(Array(names.joined(separator: "&").utf8).span)
        #expect(exact["n31"] == "")
        #expect(throws: APIError.self) { try APIQuery(Array((names + ["n"]).joined(separator: "&").utf8).span) }
        let many = Array((0..<200_000).map { "n\($0)" }.joined(separator: "&").utf8)
        let time = ContinuousClock().measure { #expect(throws: APIError.self) { try APIQuery(many.span) } }
        #expect(time < .seconds(5))
    }
}
