import ByteText
import Foundation
import HTTP
import OpenSSL
import Pages
import Server
import Settings
import TestSupport
import Testing

@testable import AdminPages
@testable import Access

/// Pages that echo the request.
private struct EchoingPages: AdminPages {
    func isPublic(_ path: String) -> Bool { path == "/sign-in" }

    func answer(_ request: AdminPageRequest, _ answer: @escaping @Sendable (AdminPageAnswer) -> Void) {
        let name = request.visitor?.credential.name ?? "nobody"
        let words = [
            request.path, name, request.visitor?.formToken ?? "-", request.refusal.map { "\($0)" } ?? "accepted",
            request.form.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ","),
            "to:\(request.query["to"] ?? "-") elsewhere:\(request.isFromElsewhere)",
        ]
        var made = AdminPageAnswer("text/plain", Array(words.joined(separator: " ").utf8))
        made.status = request.refusal?.status ?? .ok
        answer(made)
    }
}

/// Signing in at the admin listener, and the permissions of a session.
@Suite("Sessions of the admin listener, in memory")
struct AdminSessionTests {
    private static let origin = ["Origin": "http://localhost:8082"]

    private static func daemon(
        keys: PageKeys = PageKeys(), isStoring: Bool = false, audit: String? = nil, trusting peers: [String] = []
    ) throws -> DaemonInMemory {
        let own = DaemonInMemory.Token(name: "ann", secret: "fpt_ann", options: [])
        let tokens: [DaemonInMemory.Token] = [
            own, ("bob", "fpt_bob", ["scopes=links.read", "sites=other"]), ("app", "fpk_app", ["key"]),
        ]
        return try DaemonInMemory(
            SiteRules.ruleSet(of: ParityCase.site), isStoring: isStoring, tokens: tokens, trusting: peers,
            pageTokens: PageTokens(keys), adminPages: EchoingPages()
        ) {
            $0.auditLog = audit
        }
    }

    private static func send(
        _ daemon: DaemonInMemory, _ method: String, _ target: String, _ form: String = "", cookie: String? = nil,
        fields: [String: String] = origin
    ) throws -> HTTPAnswer {
        var fields = fields
        if let cookie { fields["Cookie"] = cookie }
        if method == "POST", fields["Content-Type"] == nil {
            fields["Content-Type"] = "application/x-www-form-urlencoded"
        }
        return try daemon.ask(
            .admin, target, method: method, host: "localhost:8082", form, fields: fields.filter { !$0.value.isEmpty })
    }

    /// The cookie of a new session, as sent by a browser.
    private static func signIn(
        _ daemon: DaemonInMemory, _ token: String = "fpt_ann", fields: [String: String] = origin
    ) throws -> String {
        let answer = try send(daemon, "POST", "/sign-in", "token=\(token)", fields: fields)
        #expect(answer.status == 303 && answer["Location"] == "/")
        return String(try #require(answer["Set-Cookie"]).prefix { $0 != ";" })
    }

    private static func formToken(_ daemon: DaemonInMemory, _ cookie: String) throws -> String {
        let words = try send(daemon, "GET", "/", cookie: cookie, fields: [:]).body.split(separator: " ")
        return String(try #require(words.dropFirst(2).first))
    }

    @Test("a token becomes a cookie that scripts can't read, that no other site sends, and that has no token in it")
    func signIn() throws {
        let daemon = try Self.daemon()
        let answer = try Self.send(daemon, "POST", "/sign-in", "token=+fpt_ann%0A&to=%2Frules%3Fa%3D1")
        #expect(answer.status == 303 && answer["Location"] == "/rules?a=1")
        let field = try #require(answer["Set-Cookie"])
        #expect(field.hasPrefix("fingerpost-8082="))
        #expect(field.hasSuffix("; Path=/; Max-Age=1800; HttpOnly; SameSite=Strict"))
        #expect(!field.contains("fpt_ann") && !field.contains(TokenList.digest(of: "fpt_ann")))
        let cookie = String(field.prefix { $0 != ";" })
        #expect(try Self.send(daemon, "GET", "/x", cookie: "a=b; \(cookie)").body.hasPrefix("/x ann "))
        // Behind a proxy with TLS.
        let secure = try daemon.ask(
            .admin, "/sign-in", method: "POST", host: "localhost", "token=fpt_ann",
            fields: ["Origin": "https://localhost", "Content-Type": "application/x-www-form-urlencoded"])
        let secureField = try #require(secure["Set-Cookie"])
        #expect(secureField.hasPrefix("__Host-fingerpost=") && secureField.hasSuffix("; SameSite=Strict; Secure"))
    }

    @Test(
        "where a form leads after signing in is a path of this listener",
        arguments: [
            "%2F%2Fevil.example", "https%3A%2F%2Fevil.example", "%2F%5Cevil.example", "rules",
            "%2F%0D%0ASet-Cookie%3Aa", "",
        ])
    func destinations(to: String) throws {
        let answer = try Self.send(try Self.daemon(), "POST", "/sign-in", "token=fpt_ann&to=\(to)")
        #expect(answer.status == 303 && answer["Location"] == "/")
    }

    @Test("where the form leads that a page of another site has led to is a path of this listener, or nothing")
    func ledHere() throws {
        let daemon = try Self.daemon()
        for (to, known) in [("%2Frules", "/rules"), ("javascript:alert(1)", "-"), ("%2F%2Fevil.example", "-")] {
            let fields = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
            let text = try Self.send(daemon, "GET", "/sign-in?to=\(to)", fields: fields).body
            #expect(text.hasSuffix(" to:\(known) elsewhere:true"), "\(text)")
        }
    }

    @Test("without a session, pages lead to the form, and forms are not carried out")
    func strangers() throws {
        let daemon = try Self.daemon()
        for cookie in [
            nil, "fingerpost-8082=", "fingerpost-8082=AAAA", "fingerpost-8082=\(String(repeating: "A", count: 200))",
        ] {
            let read = try Self.send(daemon, "GET", "/rules?a=1", cookie: cookie, fields: [:])
            #expect(read.status == 303 && read["Location"] == "/sign-in?to=%2Frules%3Fa%3D1")
            let sent = try Self.send(daemon, "POST", "/rules", "a=b", cookie: cookie)
            #expect(sent.status == 303 && sent["Location"] == "/sign-in")
        }
        #expect(try Self.send(daemon, "GET", "/sign-in", fields: [:]).body.contains("nobody"))
        #expect(try Self.send(daemon, "GET", "/v1/unknown", fields: [:]).status == 404)
        #expect(try Self.send(daemon, "PUT", "/").status == 405)
    }

    @Test("a wrong token, a key of an app, no token")
    func wrongTokens() throws {
        for token in ["fpt_x", "fpk_app", "", TokenList.digest(of: "fpt_ann")] {
            let answer = try Self.send(try Self.daemon(), "POST", "/sign-in", "token=\(token)")
            #expect(answer.status == 403 && answer.body.contains("wrongToken"))
            #expect(answer["Set-Cookie"] == nil && !answer.body.contains("token="))
        }
    }

    @Test("after ten wrong tokens an address waits with wrong ones, and a right one never waits")
    func limit() throws {
        let daemon = try Self.daemon()
        for _ in 0..<10 { #expect(try Self.send(daemon, "POST", "/sign-in", "token=x").status == 403) }
        #expect(try Self.send(daemon, "POST", "/sign-in", "token=x").status == 429)
        #expect(try Self.send(daemon, "POST", "/sign-in", "token=fpt_ann").status == 303)
        daemon.now += 6
        #expect(try Self.send(daemon, "POST", "/sign-in", "token=x").status == 403)
    }

    @Test("behind a proxy that is trusted each client has a limit of its own; what others state is not believed")
    func limitBehindProxy() throws {
        let trusting = try Self.daemon(trusting: ["127.0.0.1"])
        let careful = try Self.daemon()
        func status(_ daemon: DaemonInMemory, from client: String) throws -> Int {
            try Self.send(
                daemon, "POST", "/sign-in", "token=x",
                fields: Self.origin.merging(["X-Forwarded-For": client]) { $1 }
            ).status
        }
        for _ in 0..<10 { #expect(try status(trusting, from: "192.0.2.1") == 403) }
        #expect(try status(trusting, from: "192.0.2.1") == 429)
        #expect(try status(trusting, from: "192.0.2.2") == 403)
        // An IPv6 subscriber has a whole network.
        for index in 0..<10 { #expect(try status(trusting, from: "2001:db8::\(index)") == 403) }
        #expect(try status(trusting, from: "2001:db8::ffff") == 429)
        #expect(try status(trusting, from: "2001:db8:1::1") == 403)
        for index in 0..<10 { #expect(try status(careful, from: "192.0.2.\(index)") == 403) }
        #expect(try status(careful, from: "192.0.2.99") == 429)
    }

    @Test(
        "a form needs the token of its session and a browser that sends its origin, even if its body is read elsewhere",
        arguments: [0, 100_000])
    func forms(padding: Int) throws {
        let daemon = try Self.daemon()
        let cookie = try Self.signIn(daemon)
        let token = try Self.formToken(daemon, cookie)
        let other = try Self.formToken(daemon, try Self.signIn(daemon))
        #expect(token != other && token.count >= 20)
        let rest = padding > 0 ? "&rest=" + String(repeating: "%61", count: padding) : ""
        func send(_ path: String, _ form: String, _ fields: [String: String] = Self.origin) throws -> HTTPAnswer {
            try Self.send(daemon, "POST", path, form + rest, cookie: cookie, fields: fields)
        }
        func status(_ form: String, _ fields: [String: String] = Self.origin) throws -> Int {
            try send("/x", form, fields).status
        }
        let accepted = try send("/x", "form_token=\(token)&a=b+c&token=t")
        #expect(accepted.status == 200 && accepted.body.contains(" accepted a=b c"))
        #expect(accepted.body.contains(String(repeating: "a", count: max(padding, 1))))
        #expect(try send("/sign-out", "form_token=\(other)").status == (padding > 0 ? 400 : 403))
        #expect(try status("form_token=\(token)", ["Sec-Fetch-Site": "same-origin"]) == 200)
        for form in ["", "a=b", "form_token=\(other)", "form_token="] { #expect(try status(form) == 403) }
        let origins = [
            [:], ["Origin": "null"], ["Origin": "http://localhost"], ["Origin": "http://evil.example"],
            ["Origin": "http://localhost:8082", "Sec-Fetch-Site": "cross-site"],
            ["Origin": "http://localhost:8082", "Sec-Fetch-Site": "same-site"],
        ]
        for fields in origins { #expect(try status("form_token=\(token)", fields) == 403, "\(fields)") }
        #expect(try status("form_token=\(token)", Self.origin.merging(["Content-Type": "text/plain"]) { $1 }) == 400)
    }

    @Test("a form over a Unix socket, which checks no host, still needs its origin")
    func unixSocket() throws {
        let daemon = try Self.daemon()
        daemon.peer = Peer(address: nil, isLocal: true)
        let fields = ["Origin": "http://evil.example"]
        #expect(try Self.send(daemon, "POST", "/sign-in", "token=fpt_ann", fields: fields).status == 403)
        #expect(try Self.send(daemon, "POST", "/sign-in", "token=fpt_ann").status == 303)
    }

    @Test("a session lasts half an hour without a request, and twelve hours at most")
    func end() throws {
        let daemon = try Self.daemon()
        let start = daemon.now
        var cookie = try Self.signIn(daemon)
        daemon.now += 59
        #expect(try Self.send(daemon, "GET", "/x", cookie: cookie)["Set-Cookie"] == nil)
        daemon.now = start + 1_800
        let renewed = try Self.send(daemon, "GET", "/x", cookie: cookie)
        #expect(renewed.status == 200)
        daemon.now += 1
        #expect(try Self.send(daemon, "GET", "/x", cookie: cookie).status == 303)
        cookie = String(try #require(renewed["Set-Cookie"]).prefix { $0 != ";" })
        while daemon.now < start + 43_200 - 1_700 {
            daemon.now += 1_700
            let answer = try Self.send(daemon, "GET", "/x", cookie: cookie)
            cookie = String(try #require(answer["Set-Cookie"]).prefix { $0 != ";" })
        }
        daemon.now = start + 43_200
        #expect(try Self.send(daemon, "GET", "/x", cookie: cookie).status == 200)
        daemon.now += 1
        #expect(try Self.send(daemon, "GET", "/x", cookie: cookie).status == 303)
    }

    @Test("a session ends with its token, and has the rights that the token has now")
    func revoked() throws {
        let daemon = try Self.daemon()
        let cookie = try Self.signIn(daemon)
        daemon.tokens.replace(with: try TokenList(parsing: TokenList.line(name: "anna", secret: "fpt_ann")))
        #expect(try Self.send(daemon, "GET", "/x", cookie: cookie).body.hasPrefix("/x anna "))
        daemon.tokens.replace(with: try TokenList(parsing: TokenList.line(name: "ann", secret: "fpt_other")))
        #expect(try Self.send(daemon, "GET", "/x", cookie: cookie).status == 303)
    }

    @Test("a cookie is good for its own port and its own process, or the daemons with one page key file")
    func otherDaemons() throws {
        let daemon = try Self.daemon()
        let cookie = try Self.signIn(daemon)
        let value = cookie.drop { $0 != "=" }
        let elsewhere = try daemon.ask(
            .admin, "/x", host: "localhost:9999", fields: ["Cookie": "fingerpost-9999\(value)"])
        #expect(elsewhere.status == 303)
        let asSecure = try Self.send(daemon, "GET", "/x", cookie: "__Host-fingerpost\(value)", fields: [:])
        #expect(asSecure.status == 303)
        #expect(try Self.send(try Self.daemon(), "GET", "/x", cookie: cookie).status == 303)
        let secret = [[UInt8](repeating: 7, count: 32)]
        let shared = try Self.signIn(try Self.daemon(keys: PageKeys(secrets: secret)))
        #expect(
            try Self.send(try Self.daemon(keys: PageKeys(secrets: secret)), "GET", "/x", cookie: shared).status == 200)
        #expect(
            try Self.send(
                try Self.daemon(keys: PageKeys(secrets: [[UInt8](repeating: 8, count: 32)])), "GET", "/x",
                cookie: shared
            ).status == 303)
    }

    @Test("signing out removes the cookie, and needs the form's token")
    func signOut() throws {
        let daemon = try Self.daemon()
        let cookie = try Self.signIn(daemon)
        #expect(try Self.send(daemon, "POST", "/sign-out", "a=b", cookie: cookie).status == 403)
        let token = try Self.formToken(daemon, cookie)
        daemon.now += 100
        let answer = try Self.send(daemon, "POST", "/sign-out", "form_token=\(token)", cookie: cookie)
        #expect(answer.status == 303 && answer["Location"] == "/sign-in")
        #expect(answer["Set-Cookie"] == "fingerpost-8082=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict")
        // A copy of the cookie.
        #expect(try Self.send(daemon, "GET", "/x", cookie: cookie).status == 303)
        #expect(try Self.send(daemon, "POST", "/x", "form_token=\(token)", cookie: cookie)["Location"] == "/sign-in")
        #expect(try Self.send(daemon, "POST", "/v1/reload", cookie: cookie).status == 401)
    }

    @Test("each answer has a policy, is not sniffed and, unless it never changes, is not kept")
    func policies() throws {
        let daemon = try Self.daemon()
        let answer = try Self.send(daemon, "GET", "/x", cookie: try Self.signIn(daemon), fields: [:])
        #expect(answer["Content-Security-Policy"] == "default-src 'none'; sandbox")
        #expect(answer["X-Content-Type-Options"] == "nosniff" && answer["Cache-Control"] == "no-store")
        #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin")
    }

    @Test("the JSON API accepts a session for what its token may do, and changes from pages of the listener alone")
    func api() throws {
        let daemon = try Self.daemon(isStoring: true)
        let (ann, bob) = (try Self.signIn(daemon), try Self.signIn(daemon, "fpt_bob"))
        func status(_ method: String, _ target: String, _ cookie: String?, _ fields: [String: String] = Self.origin)
            throws -> Int
        {
            let json = fields.merging(["Content-Type": "application/json"]) { $1 }
            let body =
                method == "POST" ? #"{"domain": "example.page.link", "long_link": "https://www.example.com/"}"# : ""
            return try Self.send(daemon, method, target, body, cookie: cookie, fields: json).status
        }
        #expect(try status("GET", "/v1/links", nil) == 401)
        #expect(try status("GET", "/v1/links", ann, [:]) == 200)
        #expect(try status("POST", "/v1/links", ann) == 201)
        #expect(try status("POST", "/v1/links", ann, ["Sec-Fetch-Site": "same-origin"]) == 201)
        #expect(try status("POST", "/v1/links", ann, [:]) == 403)
        #expect(try status("POST", "/v1/links", ann, ["Origin": "null"]) == 403)
        #expect(try status("POST", "/v1/links", bob) == 403)
        #expect(try status("GET", "/v1/links?domain=example.page.link", bob) == 403)
        #expect(try status("POST", "/v1/reload", ann) == 200)
        #expect(try status("POST", "/v1/reload", bob) == 403)
        #expect(try status("POST", "/v1/reload", ann, [:]) == 403)
        #expect(try status("POST", "/v1/backup", ann) == 403)
        // A token in the request takes precedence, and an invalid one does not fall back to the session.
        #expect(try status("POST", "/v1/reload", bob, ["Authorization": "Bearer fpt_ann"]) == 200)
        #expect(try status("GET", "/v1/links", ann, ["Authorization": "Bearer x"]) == 401)
    }

    @Test("the audit log has sign-ins and sign-outs, changes by sessions, and wrong tokens without their text")
    func audit() throws {
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "audit").path()
        let daemon = try Self.daemon(isStoring: true, audit: file)
        _ = try Self.send(daemon, "POST", "/sign-in", "token=fpt_wrong")
        let cookie = try Self.signIn(daemon)
        let link = #"{"domain": "example.page.link", "long_link": "https://www.example.com/"}"#
        let json = Self.origin.merging(["Content-Type": "application/json"]) { $1 }
        #expect(try Self.send(daemon, "POST", "/v1/links", link, cookie: cookie, fields: json).status == 201)
        let token = try Self.formToken(daemon, cookie)
        _ = try Self.send(daemon, "POST", "/sign-out", "form_token=\(token)", cookie: cookie)
        daemon.finish()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let lines = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        let summary = lines.map { line in
            let words = ["client", "by", "operation"].map { line[$0]?.string ?? "-" }
            return (words + [line["status"]?.number?.text ?? "-"]).joined(separator: " ")
        }
        #expect(
            summary == [
                "- token signIn 403", "ann token signIn 303", "ann session createLink 201", "ann session signOut 303",
            ])
        #expect(!text.contains("fpt_") && !text.contains(cookie.suffix(40)))
    }

    @Test("what a cookie holds is what was sealed")
    func bytes() throws {
        let session = AdminSession(
            .token(Digest.sha256(Array("x".utf8).span)), at: 1_800_000_000, authority: Array("a:1".utf8), isSecure: true
        )
        #expect(AdminSession(bytes: session.bytes) == session)
        for count in [0, 1, 17, 65] { #expect(AdminSession(bytes: Array(session.bytes.prefix(count))) == nil) }
        #expect(AdminSession(bytes: [3] + session.bytes.dropFirst()) == nil)
    }
}
