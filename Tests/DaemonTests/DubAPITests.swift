import ByteText
import TestSupport
import Testing

/// Dub's links API.
@Suite("Dub's API for links, in memory")
struct DubAPITests {
    private static let token = "fpt_everything"
    private static let page = "https://www.example.com/offer"

    private static func server() throws -> DaemonInMemory {
        try DaemonInMemory(
            isStoring: true,
            tokens: [
                ("all", token, []), ("reader", "fpt_r", ["scopes=links.read"]), ("other", "fpt_o", ["sites=other"]),
            ])
    }

    /// Creates a link from a body, with default values for domain and destination.
    private static func make(_ server: DaemonInMemory, _ members: String) throws -> JSONValue {
        let start = members.contains("\"url\"") ? "" : #""url": "\#(page)", "#
        let body = "{\(start)\"domain\": \"example.page.link\"\(members.isEmpty ? "" : ", " + members)}"
        let answer = try server.ask("POST", "/dub/links", body, token: token)
        #expect(answer.status == 200, "\(body): \(answer.body)")
        return try JSONValue(parsing: answer.body)
    }

    private static func longLink(_ server: DaemonInMemory, _ key: String) throws -> String {
        let answer = try server.ask("GET", "/v1/links/example.page.link%2F\(key)", token: token)
        return try #require(JSONValue(parsing: answer.body)["long_link"]?.string)
    }

    private static func patch(_ server: DaemonInMemory, _ key: String, _ body: String) throws -> JSONValue {
        let answer = try server.ask("PATCH", "/dub/links/example.page.link/\(key)", body, token: token)
        #expect(answer.status == 200, "\(body): \(answer.body)")
        return try JSONValue(parsing: answer.body)
    }

    @Test("a link that is an address alone is stored as that; with a preview it is a Dynamic Link without an app")
    func stored() throws {
        let server = try Self.server()
        _ = try Self.make(server, #""key": "plain", "title": null, "ios": "", "geo": null, "testVariants": []"#)
        #expect(try Self.longLink(server, "plain") == Self.page)
        _ = try Self.make(server, #""key": "seen", "title": "A & b""#)
        let seen = try Self.longLink(server, "seen")
        #expect(seen.hasPrefix("https://example.page.link/?link=") && seen.hasSuffix("st=A%20%26%20b"), "\(seen)")
        #expect(try server.click("/seen", fields: ["User-Agent": Agents.android])["Location"] == Self.page)
        _ = try Self.make(server, #""key": "inner", "url": "https://www.example.com/?link=x&a=1""#)
        #expect(try server.click("/inner")["Location"] == "https://www.example.com/?link=x&a=1")
    }

    @Test("campaign parameters are set in the destination, and removed if no url is sent")
    func campaign() throws {
        let server = try Self.server()
        let made = try Self.make(
            server, #""key": "c", "url": "\#(Self.page)?utm_source=old&x=1#end", "utm_source": "a b", "ref": "me""#)
        #expect(made["url"] == .string("\(Self.page)?utm_source=a%20b&x=1&ref=me#end"))
        #expect(made["utm_source"] == "a b" && made["utm_medium"] == .null)
        let kept = try Self.patch(
            server, "c", #"{"url": "\#(Self.page)?utm_source=own", "utm_source": null, "utm_term": "t"}"#)
        #expect(kept["url"] == .string("\(Self.page)?utm_source=own&utm_term=t"))
        let less = try Self.patch(server, "c", #"{"utm_source": null, "utm_term": null}"#)
        #expect(less["url"] == .string(Self.page))
    }

    @Test("people on iOS without the app go elsewhere, until that is taken away")
    func systems() throws {
        let server = try Self.server()
        let made = try Self.make(server, #""key": "i", "ios": "https://www.example.com/ios""#)
        #expect(made["ios"] == "https://www.example.com/ios" && made["android"] == .null)
        let wrapped = try Self.longLink(server, "i")
        #expect(wrapped.contains("ibi=com.example.ios") && !wrapped.contains("apn="), "\(wrapped)")
        // Clearing a parameter leaves unrelated ones unchanged.
        #expect(try Self.patch(server, "i", #"{"android": null}"#)["ios"] == "https://www.example.com/ios")
        #expect(try Self.longLink(server, "i") == wrapped)
        #expect(try Self.patch(server, "i", #"{"ios": null}"#)["ios"] == .null)
        #expect(try Self.longLink(server, "i") == Self.page)
    }

    @Test("an imported Dynamic Link keeps what Dub's API has no words for")
    func imported() throws {
        let server = try Self.server()
        let long = "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fa&apn=com.example.android&amv=12"
        let body = #"{"domain": "example.page.link", "code": "old", "long_link": "\#(long)"}"#
        #expect(try server.ask("POST", "/v1/links", body, token: Self.token).status == 201)
        let shown = try server.ask("GET", "/dub/links/info?domain=example.page.link&key=old", token: Self.token)
        #expect(try JSONValue(parsing: shown.body)["url"] == "https://www.example.com/a")
        _ = try Self.patch(server, "old", #"{"url": "https://www.example.com/b", "ios": null}"#)
        let now = try Self.longLink(server, "old")
        #expect(now == long.replacing("2Fa&", with: "2Fb&"))
    }

    @Test("clicks are counted, and are in every answer about the link")
    func clicks() throws {
        let server = try Self.server()
        _ = try Self.make(server, #""key": "n""#)
        for _ in 0..<3 { #expect(try server.click("/n", fields: ["User-Agent": Agents.windows]).status == 302) }
        server.finish()
        let info = try server.ask("GET", "/dub/links/info?linkId=example.page.link/n", token: Self.token)
        #expect(try JSONValue(parsing: info.body)["clicks"] == 3)
        let list = try server.ask("GET", "/dub/links", token: Self.token)
        #expect(try JSONValue(parsing: list.body).array?.first?["clicks"] == 3)
        #expect(try Self.patch(server, "n", #"{"comments": "x"}"#)["clicks"] == 3)
        #expect(try Self.patch(server, "n", #"{"comments": "x"}"#)["clicks"] == 3)
    }

    @Test("an upsert changes the link that leads there, on its domain, and a change that changes nothing is none")
    func upsert() throws {
        let server = try Self.server()
        func upsert(_ body: String) throws -> JSONValue {
            let answer = try server.ask("PUT", "/dub/links/upsert", body, token: Self.token)
            #expect(answer.status == 200, "\(answer.body)")
            return try JSONValue(parsing: answer.body)
        }
        let body = #"{"url": "\#(Self.page)", "domain": "example.page.link", "comments": "a"}"#
        let first = try upsert(body)
        #expect(try upsert(body) == first)
        let link = try #require(first["id"]?.string)
        let path = "/v1/links/\(link.replacing("/", with: "%2F"))"
        #expect(try server.ask("GET", path, token: Self.token)["ETag"] == "\"1\"")
        let elsewhere = try upsert(#"{"url": "\#(Self.page)", "domain": "links.example.com/go"}"#)
        #expect(elsewhere["domain"] == "links.example.com/go")
        #expect(try upsert(#"{"url": "HTTPS://www.Example.com/offer", "archived": true}"#)["id"] == first["id"])
        #expect(try server.ask("GET", path, token: Self.token)["ETag"] == "\"2\"")
    }

    /// Refused requests: method, path, body, status, error code, and a part of the message.
    private static let refusals: [(String, String, String, Int, String, String)] = [
        ("POST", "", #"{"url": "\#(page)", "rewrite": true}"#, 422, "unprocessable_entity", "rewrite"),
        ("POST", "", #"{"url": "\#(page)", "folderId": "f"}"#, 422, "unprocessable_entity", "use tags"),
        ("POST", "", #"{"url": "\#(page)", "key": "_root"}"#, 422, "unprocessable_entity", "root"),
        ("POST", "", #"{"url": "\#(page)", "urll": "x"}"#, 400, "bad_request", "did you mean `url`"),
        ("POST", "", #"{"url": "\#(page)", "tagName": "x"}"#, 400, "bad_request", "`tagNames`"),
        ("POST", "", #"{"url": "\#(page)", "tagIds": 7}"#, 400, "bad_request", "tagIds"),
        ("POST", "", #"{"url": "\#(page)", "proxy": "yes"}"#, 400, "bad_request", "proxy must be true or false"),
        ("POST", "", #"{"url": "\#(page)", "expiresAt": "soon"}"#, 400, "bad_request", "2026-11-20T12:00:00Z"),
        ("POST", "", #"{"url": "\#(page)", "domain": "example.page.link", "image": "x"}"#, 400, "bad_request", "image"),
        ("POST", "", #"{"url": "\#(page)"}"#, 400, "bad_request", "example.page.link, links.example.com/go"),
        (
            "POST", "", #"{"url": "\#(page)", "domain": "example.page.link", "expiredUrl": "https://evil.example/"}"#,
            400, "bad_request", "expiredUrl"
        ),
        ("POST", "", #"{"domain": "example.page.link"}"#, 400, "bad_request", "url is missing"),
        ("POST", "", "[]", 400, "bad_request", "object"), ("POST", "", "", 400, "bad_request", "no body"),
        ("PUT", "/upsert", "{}", 400, "bad_request", "url is missing"),
        ("PATCH", "/ext_7", "{}", 422, "unprocessable_entity", "externalId"),
        ("PATCH", "/example.page.link/none", "{}", 404, "not_found", "no such link"),
        ("DELETE", "/bulk", "", 400, "bad_request", "not a short link"),
        ("GET", "/info", "", 400, "bad_request", "domain and key"),
        ("GET", "?tenantId=t", "", 422, "unprocessable_entity", "tenantId"),
        ("GET", "?withTags=true", "", 422, "unprocessable_entity", "tagNames"),
        ("GET", "?pageSize=101", "", 400, "bad_request", "1 to 100"),
        ("GET", "?page=2&startingAfter=example.page.link/x", "", 400, "bad_request", "one of"),
        ("GET", "?startingAfter=example.page.link/x", "", 404, "not_found", "never existed"),
        ("GET", "/count?groupBy=domain", "", 422, "unprocessable_entity", "groupBy"),
    ]

    @Test("what links here can't have is refused in Dub's shape", arguments: refusals.indices)
    func refused(_ index: Int) throws {
        let (method, path, body, status, code, part) = Self.refusals[index]
        let answer = try Self.server().ask(method, "/dub/links\(path)", body, token: Self.token)
        let error = try JSONValue(parsing: answer.body)["error"]
        #expect(answer.status == status && error?["code"] == .string(code), "\(answer.body)")
        #expect(error?["message"]?.string?.contains(part) ?? false, "\(answer.body)")
    }

    @Test("rights are those of the project's own interface")
    func rights() throws {
        let server = try Self.server()
        let body = #"{"url": "\#(Self.page)", "domain": "example.page.link", "key": "mine"}"#
        for (token, status, code) in [
            (nil, 401, "unauthorized"), ("fpt_r", 403, "forbidden"), ("fpt_o", 403, "forbidden"),
        ] {
            let answer = try server.ask("POST", "/dub/links", body, token: token)
            #expect(answer.status == status, "\(answer.body)")
            #expect(try JSONValue(parsing: answer.body)["error"]?["code"] == .string(code))
        }
        _ = try Self.make(server, #""key": "mine""#)
        for (method, path, body) in [
            ("PATCH", "/example.page.link/mine", "{}"), ("DELETE", "/example.page.link/mine", ""),
            ("GET", "/info?linkId=example.page.link/mine", ""), ("GET", "?domain=example.page.link", ""),
            ("GET", "?startingAfter=example.page.link/mine", ""),
        ] {
            #expect(try server.ask(method, "/dub/links\(path)", body, token: "fpt_o").status == 403, "\(path)")
        }
        let other = try server.ask("GET", "/dub/links", token: "fpt_o")
        #expect(other.body == "[]\n")
        let tags = try server.ask("GET", "/dub/tags", token: Self.token)
        #expect(tags.status == 404 && tags.body.contains(#""code":"not_found""#))
    }

    @Test("a request with an Idempotency-Key makes one link")
    func idempotency() throws {
        let server = try Self.server()
        let body = #"{"url": "\#(Self.page)", "domain": "example.page.link"}"#
        let fields = ["Idempotency-Key": "one"]
        let made = try (0..<2).map { _ in
            try server.ask("POST", "/dub/links", body, token: Self.token, fields: fields)
        }
        let ids = try made.map { try JSONValue(parsing: $0.body)["id"] }
        #expect(ids[0] != nil && ids[0] == ids[1])
        let other = try server.ask(
            "POST", "/dub/links", body.replacing("offer", with: "x"), token: Self.token, fields: fields)
        #expect(other.status == 422 && other.body.contains("unprocessable_entity"))
    }
}
