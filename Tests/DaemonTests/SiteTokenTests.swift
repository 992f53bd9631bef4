@testable import AdminAPI
import ByteText
import TestSupport
import Testing

@testable import Access
@testable import Daemon
@testable import Pages

/// A token limited to one site reveals nothing about the links of other sites: not by paging, searching or refusals.
@Suite("A token of one site, in memory")
struct SiteTokenTests {
    private static let sites = [
        (name: "own", hosts: ["own.example", "shared.example"]),
        (name: "other", hosts: ["other.example", "shared.example/go"]),
    ]
    private static let tokens: [(name: String, secret: String, options: [String])] = [
        ("limited", "l", ["sites=own"]), ("second", "s", ["sites=own"]), ("all", "a", []),
    ]
    private static let own = (0..<7).map { "own.example/c\($0)" } + ["shared.example/x"]

    /// A store with the site's own links only, or with links of another site before, between and after them.
    private static func server(withOthers: Bool) throws -> DaemonInMemory {
        let server = try DaemonInMemory(sites: sites, tokens: tokens)
        if withOthers { try server.store.make((0..<40).map { "other.example/early\($0)" }, note: "secret") }
        try server.store.make(Array(own[..<4]))
        if withOthers { try server.store.make((0..<40).map { "shared.example/go/late\($0)" }, note: "secret") }
        try server.store.make(Array(own[4...]))
        return server
    }

    /// The pages of a list: the links of each, and the length of its page token.
    private static func pages(_ query: String, _ server: DaemonInMemory) throws -> [[String]] {
        var pages: [[String]] = []
        var target = "/v1/links?\(query)"
        while true {
            let answer = try server.ask("GET", target, token: "l")
            #expect(answer.status == 200, "\(answer.body)")
            let links = answer.json?["links"]?.array?.compactMap { $0["link"]?.string } ?? []
            guard let token = answer.json?["next_page_token"]?.string else { return pages + [links] }
            pages.append(links + ["token of \(token.utf8.count)"])
            target = "/v1/links?\(query)&page_token=\(token)"
        }
    }

    /// Regression: filtering after paging made pages short, and a search that matched a foreign note ended early.
    @Test("pages and searches are the same whatever links other sites have", arguments: [1, 2, 3, 100])
    func pagesTellNothing(size: Int) throws {
        let alone = try Self.server(withOthers: false)
        let beside = try Self.server(withOthers: true)
        for sort in ["created", "-created", "updated", "-updated", "link", "-link"] {
            for filter in ["", "&q=secret", "&q=late", "&q=c1", "&domain=shared.example", "&tag=x"] {
                let query = "sort=\(sort)&page_size=\(size)\(filter)"
                let expected = try Self.pages(query, alone)
                #expect(try Self.pages(query, beside) == expected, "\(query)")
                if filter.isEmpty { #expect(expected.flatMap { $0 }.filter { $0.hasPrefix("https") }.count == 8) }
                #expect(expected.dropLast().allSatisfy { $0.count == size + 1 }, "\(query)")
            }
        }
    }

    @Test("a page's token shows no key, and is good for its caller, its query and its bytes alone")
    func sealed() throws {
        let server = try Self.server(withOthers: true)
        let answer = try server.ask("GET", "/v1/links?sort=link&page_size=2", token: "a")
        let token = try #require(answer.json?["next_page_token"]?.string)
        let shown = token + String(decoding: Base64URL.decode(token.utf8.span) ?? [], as: UTF8.self)
        for part in ["other", "example", Hexadecimal.text(Array("other".utf8))] { #expect(!shown.contains(part)) }
        func status(_ query: String, _ token: String) throws -> Int {
            try server.ask("GET", "/v1/links?\(query)", token: token).status
        }
        #expect(try status("sort=link&page_size=9&page_token=\(token)", "a") == 200)
        #expect(try status("sort=link&page_token=\(token)", "l") == 400)
        #expect(try status("sort=-link&page_token=\(token)", "a") == 400)
        #expect(try status("sort=link&q=x&page_token=\(token)", "a") == 400)
        #expect(try status("sort=link&page_token=\(token.dropLast())", "a") == 400)
        #expect(try status("sort=link&page_token=\(token.hasPrefix("A") ? "B" : "A")\(token.dropFirst())", "a") == 400)
        // Another process on the same store, or the same one after a restart.
        let query = Array("sort=link".utf8)
        let words = LinkAPI.words(try APIQuery(query.span))
        let mark = ListPageTokens(try server.store).mark(
            of: token, Credential(name: "all", .secret(digest: TokenList.digest(of: "a"))), words)
        #expect(mark != nil)
    }

    /// Whether a domain belongs to another site or to none, and whether it has the link, must not affect any response.
    @Test("links of other sites, missing links and domains of no site are refused alike")
    func refusals() throws {
        let server = try Self.server(withOthers: true)
        func refusals(_ link: String) throws -> [String] {
            let path = "/v1/links/" + link.replacing("/", with: "%2F")
            let domain = link.split(separator: "/").dropLast().joined(separator: "/")
            let code = link.split(separator: "/").last ?? ""
            let create = #"{"domain": "\#(domain)", "code": "\#(code)", "long_link": "https://www.example.com/"}"#
            let firebase = #"{"longDynamicLink": "https://\#(domain)/?link=https://www.example.com/"}"#
            let bulk = """
                {"op": "update", "link": "\(link)", "name": "x"}
                {"op": "delete", "link": "\(link)"}
                \(create)
                """
            let questions = [
                ("GET", path, ""), ("PATCH", path, "{}"), ("DELETE", path, ""), ("POST", "/v1/links", create),
                ("GET", "/v1/\(link.replacing("/", with: "%2F"))/linkStats", ""), ("POST", "/v1/links:bulk", bulk),
                ("GET", "/v1/links?domain=\(domain)", ""), ("POST", "/v1/shortLinks", firebase),
                ("POST", "/v1/managedShortLinks:create", firebase),
            ]
            return try questions.map { method, target, body in
                let answer = try server.ask(method, target, body, token: "l", fields: ["If-Match": "*"])
                // A hint shows only how similar the text is to the caller's own domains.
                let body = answer.body.replacing(#/; did you mean `[^`]*`\?/#, with: "")
                return "\(answer.status) " + body.replacing(domain, with: "DOMAIN").replacing(link, with: "LINK")
            }
        }
        let foreign = try refusals("other.example/early1")
        #expect(foreign.count { $0.hasPrefix("403 ") } == 8)
        #expect(foreign.contains { $0.hasPrefix("200 ") && $0.contains("403") && !$0.contains("404") })
        #expect(try refusals("other.example/none") == foreign)
        #expect(try refusals("nobody.example/none") == foreign)
        #expect(try refusals("shared.example/go/late1") == foreign)
    }
}
