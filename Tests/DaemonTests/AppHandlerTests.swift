import ByteText
import Settings
import TestSupport
import Testing

@testable import AdminAPI
@testable import Server

/// The listener that may be exposed to the internet: it serves the API for apps and nothing else.
@Suite("the API for apps, in memory")
struct AppHandlerTests {
    private static let origin = "https://app.example.com"
    private static let body =
        #"{"longDynamicLink": "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fp", "suffix": {"option": "SHORT"}}"#

    private let daemon: DaemonInMemory

    init() throws {
        daemon = try DaemonInMemory(
            isStoring: true,
            tokens: [("all", "fpt_all", []), ("app", "fpk_app", ["key"]), ("slow", "fpk_slow", ["key", "rate=1/h"])],
            trusting: ["127.0.0.1"]
        ) { settings in
            settings.api = [FrontListener(.tcp(host: "127.0.0.1", port: 0))]
            settings.corsOrigins = [Self.origin]
        }
    }

    private func ask(
        _ target: String, method: String = "POST", host: String = "api.example.com", _ body: String = Self.body,
        fields: [String: String] = [:]
    ) throws -> HTTPAnswer {
        daemon.now += 1
        return try daemon.ask(.api, target, method: method, host: host, body, fields: fields)
    }

    private var madeNothing: Bool {
        get throws {
            let list = try daemon.ask("GET", "/v1/links", token: "fpt_all")
            return try JSONValue(parsing: list.body)["links"]?.array?.isEmpty ?? false
        }
    }

    @Test("a key makes links, in the query or as Google's clients send it, under any name of the host")
    func creates() throws {
        for (target, host, fields) in [
            ("/v1/shortLinks?key=fpk_app", "api.example.com", [:]),
            ("/v1/shortLinks", "203.0.113.9:8443", ["X-Goog-Api-Key": "fpk_app"]),
            ("/v1/shortLinks?alt=json", "localhost", ["x-goog-api-key": "fpk_app"]),
        ] as [(String, String, [String: String])] {
            let answer = try ask(target, host: host, fields: fields)
            #expect(answer.status == 200, "\(answer.body)")
            let link = try #require(try JSONValue(parsing: answer.body)["shortLink"]?.string)
            #expect(link.hasPrefix("https://example.page.link/"))
            #expect(try daemon.click(link: link, fields: ["User-Agent": Agents.windows]).status == 302)
            #expect(answer["Access-Control-Allow-Origin"] == nil && answer["Vary"] == "Origin")
        }
    }

    @Test("without a key, with a wrong one, and with a token, nothing is made")
    func credentials() throws {
        let token = ["Authorization": "Bearer fpt_all"]
        try ask("/v1/shortLinks").expectError(403, "PERMISSION_DENIED", naming: "no API key")
        try ask("/v1/shortLinks?key=fpk_none").expectError(400, "INVALID_ARGUMENT", naming: "API key not valid")
        try ask("/v1/shortLinks", fields: ["X-Goog-Api-Key": "x"])
            .expectError(400, "INVALID_ARGUMENT", naming: "API key not valid")
        // A token is not an API key, nor may both be sent: tokens must not be sent here at all.
        try ask("/v1/shortLinks?key=fpt_all").expectError(400, "INVALID_ARGUMENT", naming: "API key not valid")
        for target in ["/v1/shortLinks", "/v1/shortLinks?key=fpk_app"] {
            let answer = try ask(target, fields: token)
            try answer.expectError(403, "PERMISSION_DENIED", naming: "API key only")
            #expect(answer["WWW-Authenticate"] == nil)
        }
        #expect(try madeNothing)
    }

    @Test("everything else is 404 without a hint, for any client")
    func others() throws {
        let all = APIOperation.all.filter { $0.path != "/v1/shortLinks" }
            .map { ($0.methodName.uppercased(), $0.path.replacing("{link}", with: "x")) }
        let more = [
            ("GET", "/"), ("GET", "/v1/shortLinks"), ("PUT", "/v1/shortLinks"), ("OPTIONS", "/v1/shortLinks"),
            ("POST", "/v1/shortLinks/"), ("POST", "/v1/decide"), ("GET", "/edge/nginx"), ("GET", "/WXYZ"),
            ("GET", "/_fp/x"), ("GET", "/robots.txt"), ("GET", "/.well-known/assetlinks.json"), ("BREW", "/"),
        ]
        let first = try ask("/nothing", method: "GET", "")
        #expect(first.status == 404)
        for (method, target) in all + more {
            for fields in [[:], ["Authorization": "Bearer fpt_all"], ["X-Goog-Api-Key": "fpk_app"]] {
                for host in ["api.example.com", "example.page.link"] {
                    let answer = try ask(target, method: method, host: host, "", fields: fields)
                    #expect(answer.status == 404 && answer["Allow"] == nil, "\(method) \(target)")
                    #expect(answer.body == first.body, "\(method) \(target)")
                }
            }
        }
    }

    @Test("an app asks what the link is that it was opened with, and a refusal is JSON")
    func questions() throws {
        let json = ["Accept": "application/json", "User-Agent": Agents.android]
        let answer = try ask("/WXYZ", method: "GET", host: "example.page.link", "", fields: json)
        #expect(answer.status == 200)
        #expect(answer.body.contains(#""payload":"https://www.example.com/""#))
        #expect(answer.body == (try daemon.click("/WXYZ", fields: json)).body)
        for (target, host) in [
            ("/NOPE", "example.page.link"), ("/WXYZ", "api.example.com"), ("/robots.txt", "example.page.link"),
            ("/_fp/x", "example.page.link"),
        ] {
            try ask(target, method: "GET", host: host, "", fields: json).expectError(404, "NOT_FOUND", naming: " ")
        }
    }

    @Test("each address has one rate for creating links and for queries")
    func limits() throws {
        func create(from address: String) throws -> HTTPAnswer {
            try daemon.ask(
                .api, "/v1/shortLinks?key=none", method: "POST", host: "api.example.com", Self.body,
                fields: ["X-Forwarded-For": address])
        }
        for _ in 0..<10 { #expect(try create(from: "198.51.100.1").status == 400) }
        let answer = try create(from: "198.51.100.1")
        try answer.expectError(429, "RESOURCE_EXHAUSTED", naming: "this address")
        #expect(answer["Retry-After"] == "1")
        #expect(try create(from: "198.51.100.2").status == 400)
        #expect(try ask("/v1/shortLinks?key=fpk_slow").status == 200)
        try ask("/v1/shortLinks?key=fpk_slow").expectError(429, "RESOURCE_EXHAUSTED", naming: "slow")
    }

    // MARK: - Web pages

    private static let asking = [
        "Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type",
    ]

    @Test("a browser that asks first is told what a page of that origin may send")
    func preflight() throws {
        let answer = try ask("/v1/shortLinks?key=fpk_app", method: "OPTIONS", "", fields: Self.asking)
        #expect(answer.status == 204)
        #expect(answer["Access-Control-Allow-Origin"] == Self.origin)
        #expect(answer["Access-Control-Allow-Methods"] == "POST")
        #expect(answer["Access-Control-Allow-Headers"] == "Content-Type, X-Goog-Api-Key")
        #expect(answer["Access-Control-Allow-Credentials"] == nil)
        #expect(answer["Vary"] == "Origin")
        let elsewhere = try ask("/v1/links", method: "OPTIONS", "", fields: Self.asking)
        #expect(elsewhere.status == 404)
    }

    @Test("a page of an allowed origin reads every answer, one made later and a refusal as well")
    func allowed() throws {
        for (target, status) in [("/v1/shortLinks?key=fpk_app", 200), ("/v1/shortLinks?key=x", 400), ("/x", 404)] {
            let answer = try ask(target, fields: ["Origin": Self.origin])
            #expect(answer.status == status)
            #expect(answer["Access-Control-Allow-Origin"] == Self.origin, "\(target)")
            #expect(answer["Vary"] == "Origin")
            #expect(answer["Access-Control-Expose-Headers"] == "Retry-After")
        }
    }

    @Test(
        "a page of another origin makes nothing and reads nothing",
        arguments: [
            "https://evil.example", "https://app.example.com.evil.example", "http://app.example.com", "null",
            "https://app.example.com:8443", "HTTPS://APP.EXAMPLE.COM", "https://app.example.com/", "",
        ])
    func refused(_ origin: String) throws {
        for method in ["POST", "OPTIONS"] {
            var fields = Self.asking
            fields["Origin"] = origin
            let answer = try ask("/v1/shortLinks?key=fpk_app", method: method, fields: fields)
            #expect(answer.status == 403)
            #expect(answer["Access-Control-Allow-Origin"] == nil && answer["Access-Control-Allow-Methods"] == nil)
            #expect(answer["Vary"] == "Origin")
        }
        #expect(try madeNothing)
    }

    @Test("without the setting no page of any origin is let in, and caches are told nothing")
    func off() throws {
        let closed = try DaemonInMemory(isStoring: true, tokens: [("app", "fpk_app", ["key"])])
        let page = try closed.ask(
            .api, "/v1/shortLinks?key=fpk_app", method: "POST", Self.body, fields: ["Origin": Self.origin])
        #expect(page.status == 403 && page["Vary"] == nil)
        #expect(try closed.ask(.api, "/v1/shortLinks?key=fpk_app", method: "POST", Self.body).status == 200)
    }

    @Test("without a store nothing can be made")
    func storeless() throws {
        let daemon = try DaemonInMemory(tokens: [("app", "fpk_app", ["key"])])
        #expect(try daemon.ask(.api, "/v1/shortLinks?key=fpk_app", method: "POST", Self.body).status == 503)
    }
}
