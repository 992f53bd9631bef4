import ByteText
import Foundation
import TestSupport
import Testing

/// The links API.
@Suite("the interface to links, in memory")
struct LinkAPITests {
    /// A token with all scopes, and the key of an app.
    static let token = "fpt_everything"
    static let key = "a-key-for-apps"
    static let tokens: [DaemonInMemory.Token] = [("all", token, []), ("app", key, ["key"])]

    private static func server(tokens: [DaemonInMemory.Token] = []) throws -> DaemonInMemory {
        try DaemonInMemory(isStoring: true, tokens: Self.tokens + tokens)
    }

    private static let long = "https://www.example.com/offer"

    @Test("a link's life: made, clicked, changed, listed, deleted, and its code never used again")
    func life() throws {
        let server = try Self.server()
        let body =
            #"{"domain": "example.page.link", "code": "Own-1", "long_link": "\#(Self.long)", "tags": ["a", "b"]}"#
        let made = try server.ask("POST", "/v1/links", body)
        #expect(made.status == 201)
        #expect(made["Location"] == "/v1/links/example.page.link%2FOwn-1")
        let path = try #require(made["Location"])
        let got = try server.ask("GET", path)
        #expect(got.body.replacing(#","target_check":null"#, with: "") == made.body)
        #expect(got["ETag"] == "\"1\"")
        #expect(try server.ask("GET", path, fields: ["If-None-Match": "\"9\", \"1\""]).status == 304)
        #expect(try server.ask("HEAD", path).status == 200)
        #expect(try server.click("/Own-1")["Location"] == Self.long)

        let change = #"{"long_link": "https://www.example.com/new", "tags": null, "note": "n"}"#
        #expect(try server.ask("PATCH", path, change).status == 428)
        for tag in ["\"2\"", "W/\"1\"", "1", "\"x\""] {
            #expect(try server.ask("PATCH", path, change, fields: ["If-Match": tag]).status == 412, "\(tag)")
        }
        let changed = try server.ask("PATCH", path, change, fields: ["If-Match": "\"1\""])
        #expect(changed.status == 200 && changed["ETag"] == "\"2\"")
        #expect(try JSONValue(parsing: changed.body)["tags"] == [])
        #expect(try server.click("/Own-1")["Location"] == "https://www.example.com/new")

        let list = try server.json("GET", "/v1/links?q=NEW")
        #expect(list["links"]?.array?.count == 1)
        #expect(try server.ask("DELETE", path, fields: ["If-Match": "\"1\""]).status == 412)
        #expect(try server.ask("DELETE", path).status == 204)
        #expect(try server.ask("DELETE", path).status == 404)
        #expect(try server.ask("GET", path).status == 404)
        try server.ask("POST", "/v1/links", body).expectError(409, "ALREADY_EXISTS", naming: "deleted")
    }

    /// Bodies, and a part of the response.
    private static let bad: [(body: String, part: String)] = [
        (#"{"domain": "example.page.link"}"#, "long_link"),
        (#"{"long_link": "https://www.example.com/"}"#, "domain"),
        (#"{"domain": "exmple.page.link", "long_link": "https://www.example.com/"}"#, "did you mean"),
        (#"{"domain": "example.page.link", "long_link": "https://evil.example/"}"#, "does not allow"),
        (#"{"domain": "example.page.link", "long_link": "javascript:x"}"#, "http or https"),
        (#"{"domain": "example.page.link", "long_link": "https://www.example.com/", "tag": "x"}"#, "`tags`"),
        (#"{"domain": "example.page.link", "long_link": "https://www.example.com/", "code": "a/b"}"#, "A-Z"),
        (#"{"domain": "example.page.link", "long_link": "https://www.example.com/", "code": "_fp"}"#, "reserved"),
        (
            #"{"domain": "example.page.link", "long_link": "https://www.example.com/", "expires": "soon"}"#,
            "time"
        ),
        (
            #"{"domain": "example.page.link", "long_link": "https://www.example.com/", "max_clicks": 0}"#,
            "positive integer"
        ),
        (
            #"{"domain": "example.page.link", "long_link": "https://www.example.com/", "max_clicks_per_second": 0}"#,
            "max_clicks_per_second must be an integer from 1 to 1000000"
        ),
        (
            #"{"domain": "example.page.link", "long_link": "https://www.example.com/", "cache": 31536001}"#,
            "cache must be an integer from 0 to 31536000"
        ),
        (#"{"domain": "example.page.link", "long_link": "https://example.page.link/x"}"#, "another Dynamic Link"),
        ("{", "not valid JSON"), ("", "no body"), ("[1]", "object"),
    ]

    @Test("refused, with what to do")
    func refused() throws {
        let server = try Self.server()
        for (body, part) in Self.bad {
            let answer = try server.ask("POST", "/v1/links", body)
            try answer.expectError(400, "INVALID_ARGUMENT", naming: part)
        }
    }

    @Test("pages of a list, each link once, whatever is created concurrently")
    func pages() throws {
        let server = try Self.server()
        let lines = (0..<25).map {
            #"{"domain": "links.example.com/go", "code": "c\#($0)", "long_link": "\#(Self.long)/\#($0)", "tags": ["t"]}"#
        }
        let made = try server.ask("POST", "/v1/links:bulk", lines.joined(separator: "\n"))
        #expect(made.status == 200)
        #expect(made.body.split(separator: "\n").count == 25)
        for sort in ["created", "-created", "updated", "link", "-link"] {
            let first = "/v1/links?sort=\(sort)&page_size=7&domain=links.example.com%2Fgo"
            var codes: [String] = []
            var target = first
            while true {
                let page = try server.json("GET", target)
                codes += (page["links"]?.array ?? []).compactMap { $0["code"]?.string }
                guard let token = page["next_page_token"]?.string else { break }
                target = first + "&page_token=\(token)"
            }
            #expect(codes.count == 25 && Set(codes).count == 25, "\(sort)")
            if sort.hasSuffix("link") { #expect(codes == codes.sorted(by: sort == "link" ? (<) : (>))) }
        }
        let token = try #require(try server.json("GET", "/v1/links?page_size=1")["next_page_token"]?.string)
        for query in ["sort=link&page_token=\(token)", "page_token=xyz", "page_size=0", "pagesize=1", "archived=maybe"]
        {
            #expect(try server.ask("GET", "/v1/links?\(query)").status == 400, "\(query)")
        }
    }

    @Test("links by where they lead, page by page")
    func destinations() throws {
        let server = try Self.server()
        let lines = (0..<20).map { number in
            let tags = number.isMultiple(of: 2) ? #"["even", "all"]"# : #"["all"]"#
            return #"{"domain": "links.example.com/go", "code": "d\#(number)", "tags": \#(tags), "#
                + #""long_link": "https://www.example.com/d\#(number % 4)"}"#
        }
        #expect(try server.ask("POST", "/v1/links:bulk", lines.joined(separator: "\n")).status == 200)
        func codes(_ query: String) throws -> Set<String> {
            var codes: [String] = []
            var token = ""
            while true {
                let page = try server.json("GET", "/v1/links?\(query)&page_size=3\(token)")
                codes += (page["links"]?.array ?? []).compactMap { $0["code"]?.string }
                guard let next = page["next_page_token"]?.string else { break }
                token = "&page_token=\(next)"
            }
            #expect(Set(codes).count == codes.count)
            return Set(codes)
        }
        #expect(try codes("destination=HTTPS%3A%2F%2Fwww.Example.com%3A443%2Fd3") == ["d3", "d7", "d11", "d15", "d19"])
        #expect(try codes("destination_host=www.example.com").count == 20)
        #expect(try codes("destination_host=https%3A%2F%2Fwww.example.com%2Fx").count == 20)
        #expect(try codes("destination_host=example.com").isEmpty)
        #expect(try codes("destination_host=www.example.com&sort=-created&tag=even&tag=all").count == 10)
        #expect(try codes("sort=destination&tag=all").count == 20)
        let both = try server.ask("GET", "/v1/links?destination=https%3A%2F%2Fa.test&destination_host=a.test")
        try both.expectError(400, "INVALID_ARGUMENT", naming: "not both")
        let none = try server.ask("GET", "/v1/links?destination_host=%20")
        try none.expectError(400, "INVALID_ARGUMENT", naming: "www.example.com")
        let again = try server.ask("GET", "/v1/links?sort=link&sort=created")
        try again.expectError(400, "INVALID_ARGUMENT", naming: "repeats")
    }

    @Test("links that are marked as unsafe, or only the others, page by page")
    func unsafeLinks() throws {
        let server = try Self.server()
        let lines = (0..<6).map { number in
            #"{"domain": "links.example.com/go", "code": "u\#(number)", "long_link": "\#(Self.long)", "#
                + #""unsafe": \#(number % 3 == 0)}"#
        }
        #expect(try server.ask("POST", "/v1/links:bulk", lines.joined(separator: "\n")).status == 200)
        func codes(_ query: String) throws -> [String] {
            let page = try server.json("GET", "/v1/links?sort=link\(query)")
            return (page["links"]?.array ?? []).compactMap { $0["code"]?.string }
        }
        #expect(try codes("&unsafe=true") == ["u0", "u3"])
        #expect(try codes("&unsafe=false") == ["u1", "u2", "u4", "u5"])
        #expect(try codes("").count == 6)
        let first = try server.json("GET", "/v1/links?sort=link&unsafe=true&page_size=1")
        let token = try #require(first["next_page_token"]?.string)
        #expect(try codes("&unsafe=true&page_token=\(token)") == ["u3"])
        #expect(try server.ask("GET", "/v1/links?sort=link&unsafe=false&page_token=\(token)").status == 400)
        try server.ask("GET", "/v1/links?unsafe=maybe").expectError(400, "INVALID_ARGUMENT", naming: "unsafe")
    }

    @Test("many changes in one request, each line answered by a line")
    func bulk() throws {
        let server = try Self.server()
        let answer = try server.ask(
            "POST", "/v1/links:bulk",
            """
            {"domain": "example.page.link", "code": "a", "long_link": "\(Self.long)"}

            {"op": "update", "link": "https://example.page.link/a", "if_match": "\\"1\\"", "name": "A"}
            {"op": "update", "link": "https://example.page.link/a", "if_match": "\\"1\\"", "name": "B"}
            {"op": "delete", "link": "https://example.page.link/none"}
            {"op": "remove", "link": "https://example.page.link/a"}
            {"domain": "example.page.link", "code": "b", "long_link": "https://evil.example/"}
            {
            {"op": "delete", "link": "example.page.link/a"}
            """)
        let lines = try answer.body.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(lines.map { $0["index"]?.number?.int } == Array(0..<8))
        #expect(lines.map { $0["error"]?["code"]?.number?.int } == [nil, nil, 412, 404, 400, 400, 400, nil])
        #expect(lines[1]["link"]?["name"] == "A")
        #expect(lines[7]["link"] == .null)
        #expect(try server.ask("POST", "/v1/links:bulk", "\n\n").status == 400)
    }

    @Test("a request with a key is done once")
    func idempotency() throws {
        let server = try Self.server()
        let body = #"{"domain": "example.page.link", "long_link": "\#(Self.long)"}"#
        let first = try server.ask("POST", "/v1/links", body, fields: ["Idempotency-Key": "k"])
        let again = try server.ask("POST", "/v1/links", body, fields: ["Idempotency-Key": "k"])
        #expect(first.status == 201)
        #expect(again.body == first.body && again.status == 201 && again["Location"] == first["Location"])
        #expect(try server.ask("POST", "/v1/links", body, fields: ["Idempotency-Key": "l"]).body != first.body)
        let other = try server.ask("POST", "/v1/links", body + " ", fields: ["Idempotency-Key": "k"])
        #expect(other.status == 422)
    }

    @Test("tokens and keys: their scopes and rates")
    func access() throws {
        let server = try Self.server(tokens: [
            ("reader", "fpt_r", ["scopes=links.read"]), ("other", "fpt_o", ["sites=other"]),
            ("slow", "fpt_s", ["rate=2/h"]), ("reloader", "fpt_l", ["scopes=reload"]),
        ])
        let body = #"{"domain": "example.page.link", "long_link": "\#(Self.long)"}"#
        let firebase = #"{"longDynamicLink": "https://example.page.link/?link=\#(Self.long)"}"#
        func status(_ method: String, _ target: String, _ body: String = "", _ token: String?) throws -> Int {
            try server.ask(method, target, body, token: token).status
        }
        for token in [nil, "", "x", Self.key] as [String?] {
            #expect(try status("GET", "/v1/links", "", token) == 401)
            #expect(try status("POST", "/v1/shortLinks", firebase, token) == 401)
        }
        #expect(try status("GET", "/v1/links", "", "fpt_r") == 200)
        #expect(try status("POST", "/v1/links", body, "fpt_r") == 403)
        #expect(try status("POST", "/v1/reload", "", "fpt_r") == 403)
        #expect(try status("POST", "/v1/reload", "", "fpt_l") == 200)
        #expect(try status("POST", "/v1/links", body, "fpt_o") == 403)
        #expect(try status("GET", "/v1/links?domain=example.page.link", "", "fpt_o") == 403)
        #expect(try status("POST", "/v1/links", body, Self.token) == 201)
        #expect(try JSONValue(parsing: try server.ask("GET", "/v1/links", token: "fpt_o").body)["links"] == [])
        #expect(try status("POST", "/v1/shortLinks?key=\(Self.key)", firebase, nil) == 200)
        #expect(try status("POST", "/v1/shortLinks?key=\(Self.token)", firebase, nil) == 400)
        #expect(try status("POST", "/v1/managedShortLinks:create?key=\(Self.key)", firebase, nil) == 401)
        #expect(try status("GET", "/v1/links?key=\(Self.key)", "", nil) == 401)
        #expect(try status("GET", "/v1/links", "", "fpt_s") == 200)
        #expect(try status("GET", "/v1/links", "", "fpt_s") == 200)
        let tooMany = try server.ask("GET", "/v1/links", token: "fpt_s")
        try tooMany.expectError(429, "RESOURCE_EXHAUSTED", naming: "slow")
        #expect(Int(tooMany["Retry-After"] ?? "") ?? 0 > 1000)
    }

    @Test("every field that the document names can be set, and no other")
    func fields() throws {
        let server = try Self.server()
        let schemas = try server.json("GET", "/openapi.json")["components"]?["schemas"]
        let place = #"{"domain": "example.page.link", "code": "x", "long_link": "\#(Self.long)"}"#
        #expect(try server.ask("POST", "/v1/links", place).status == 201)
        let any = ["If-Match": "*"]
        let path = "/v1/links/example.page.link%2Fx"
        for field in try #require(schemas?["LinkPatch"]?["properties"]?.object).members where field.name != "long_link"
        {
            #expect(
                try server.ask("PATCH", path, "{\"\(field.name)\": null}", fields: any).status == 200, "\(field.name)")
        }
        let refused = try server.ask("PATCH", path, #"{"etag": "x"}"#, fields: any)
        let known = refused.body.components(separatedBy: "known fields: ").last?.prefix { $0 != "\"" }
        #expect(
            Set((known ?? "").split(separator: ", ").map(String.init))
                == Set(schemas?["LinkPatch"]?["properties"]?.object?.members.map(\.name) ?? []))
        let unknown = try server.ask("POST", "/v1/links", #"{"etagggg": "x"}"#).body
        let input = unknown.components(separatedBy: "known fields: ").last?.prefix { $0 != "\"" }
        #expect(
            Set((input ?? "").split(separator: ", ").map(String.init))
                == Set(schemas?["LinkInput"]?["properties"]?.object?.members.map(\.name) ?? []))
    }

    @Test("the document and other methods")
    func document() throws {
        let server = try Self.server()
        let document = try JSONValue(parsing: try server.ask("GET", "/openapi.json", token: nil).body)
        #expect(document["openapi"] == "3.1.0")
        let paths = try #require(document["paths"]?.object)
        #expect(paths.members.count >= 10)
        for (target, allow) in [
            ("/v1/links", "GET, HEAD, POST"), ("/v1/links/a.b%2Fc", "DELETE, GET, HEAD, PATCH"),
            ("/v1/shortLinks", "POST"),
        ] {
            let answer = try server.ask("PUT", target)
            #expect(answer.status == 405)
            #expect(answer["Allow"] == allow)
        }
    }
}

extension DaemonInMemory {
    /// Sends a request to admin with the token for all scopes.
    fileprivate func ask(
        _ method: String, _ target: String, _ body: String = "", fields: [String: String] = [:]
    ) throws -> HTTPAnswer {
        try ask(method, target, body, token: LinkAPITests.token, fields: fields)
    }

    /// The JSON of a response with a status.
    fileprivate func json(_ method: String, _ target: String, status: Int = 200) throws -> JSONValue {
        let answer = try ask(method, target)
        #expect(answer.status == status, "\(method) \(target): \(answer.body)")
        return try JSONValue(parsing: answer.body)
    }
}
