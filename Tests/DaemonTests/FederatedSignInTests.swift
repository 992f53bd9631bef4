import ByteText
import Foundation
import HTTP
import OpenID
import Pages
import Server
import Settings
import TestSupport
import Testing
import Threads

@testable import AdminPages
@testable import Access
@testable import ServiceFiles
@testable import Settings

/// Pages that show the progress of a sign-in.
private struct StepPages: AdminPages {
    func isPublic(_ path: String) -> Bool { path == "/sign-in" }

    func answer(_ request: AdminPageRequest, _ answer: @escaping @Sendable (AdminPageAnswer) -> Void) {
        let credential = request.visitor?.credential
        var text = "\(credential?.name ?? "nobody") \(credential?.holder.person?.subject ?? "-")"
        var status = request.refusal?.status ?? .ok
        switch request.federated {
        case .leadsOut(let address)?: text = address
        case .signedIn(let path)?: text = "signed in \(path)"
        case .refused(let why, let refusal)?: (text, status) = (why, refusal)
        case nil: break
        }
        if let token = request.visitor?.formToken { text += " \(token)" }
        var made = AdminPageAnswer("text/plain", Array(text.utf8))
        made.status = status
        answer(made)
    }
}

/// Signing in to the console at an identity provider, from the form to the session, and each possible failure.
@Suite("Signing in by OpenID Connect, in memory", .timeLimit(.minutes(20)))
struct FederatedSignInTests {
    private static let origin = ["Origin": "http://localhost:8082"]
    private static let usual: [GroupRole] = [
        GroupRole("staff=viewer")!, GroupRole("editors=editor:shop")!, GroupRole("more=editor:blog")!,
        GroupRole("ops=operator")!,
    ]

    /// A daemon with its identity provider.
    private final class Bench {
        let provider: ProviderInMemory
        let daemon: DaemonInMemory
        let keeps: ScratchFolder?

        init(
            audit: ScratchFolder? = nil, trusting peers: [String] = [], tokens: [DaemonInMemory.Token] = [],
            _ roles: [GroupRole] = usual
        ) throws {
            let provider = ProviderInMemory(now: Int64(Date().timeIntervalSince1970))
            (self.provider, keeps) = (provider, audit)
            daemon = try DaemonInMemory(
                SiteRules.ruleSet(of: ParityCase.site), isStoring: true, tokens: tokens, trusting: peers,
                adminPages: StepPages(),
                provider: provider
            ) {
                $0.openID.issuer = ProviderInMemory.issuer
                $0.openID.clientID = "console"
                $0.openID.roles = roles
                $0.openID.sessionMinutes = 60
                $0.auditLog = audit?.url.appending(path: "audit").path()
            }
            daemon.now = provider.now
        }

        func ask(
            _ method: String, _ target: String, _ form: String = "", cookie: String? = nil,
            fields: [String: String] = [:], host: String = "localhost:8082"
        ) throws -> HTTPAnswer {
            var fields = fields
            if let cookie { fields["Cookie"] = cookie }
            if method == "POST" {
                fields["Content-Type"] = fields["Content-Type"] ?? "application/x-www-form-urlencoded"
            }
            return try daemon.ask(.admin, target, method: method, host: host, form, fields: fields)
        }

        /// Starts a sign-in. Returns the state and the cookie.
        func begin(to path: String = "%2Frules") throws -> (state: String, cookie: String) {
            let answer = try ask("POST", "/sign-in/openid", "to=\(path)", fields: FederatedSignInTests.origin)
            try #require(answer.status == 200, "\(answer.body)")
            let query = answer.body.split(separator: "?").last?.split(separator: "&") ?? []
            func value(_ name: String) throws -> String {
                String(try #require(query.first { $0.hasPrefix("\(name)=") }).dropFirst(name.utf8.count + 1))
            }
            let (nonce, challenge) = (try value("nonce"), try value("code_challenge"))
            provider.conduct.withLock { ($0.nonce, $0.challenge) = (nonce, challenge) }
            let cookie = String(try #require(answer["Set-Cookie"]).prefix { $0 != ";" })
            return (try value("state"), cookie)
        }

        /// The redirect back from the provider.
        func end(_ state: String, _ cookie: String?, more: String = "&code=good") throws -> HTTPAnswer {
            try ask(
                "GET", "/sign-in/openid/callback?state=\(state)\(more)", cookie: cookie,
                fields: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"])
        }

        func signIn() throws -> HTTPAnswer {
            let (state, cookie) = try begin()
            return try end(state, cookie)
        }

        /// Signs in and returns the session cookie.
        func session() throws -> String {
            let answer = try signIn()
            try #require(answer.status == 200, "\(answer.body)")
            return try #require(FederatedSignInTests.session(answer))
        }
    }

    private static func session(_ answer: HTTPAnswer) -> String? {
        answer.fields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
            .first { $0.hasPrefix("fingerpost-8082=") }.map { String($0.prefix { $0 != ";" }) }
    }

    @Test("from the form to a page of ours, from which the strict session begins")
    func whole() throws {
        let bench = try Bench()
        let answer = try bench.ask("POST", "/sign-in/openid", "to=%2Frules%3Fa", fields: Self.origin)
        #expect(answer.body.hasPrefix("https://id.example.com/authorize?response_type=code&client_id=console&"))
        #expect(answer.body.contains("redirect_uri=http%3A%2F%2Flocalhost%3A8082%2Fsign-in%2Fopenid%2Fcallback&"))
        let cookie = try #require(answer["Set-Cookie"])
        #expect(cookie.hasPrefix("fingerpost-8082-sign-in="))
        #expect(cookie.hasSuffix("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax") && cookie.utf8.count < 4000)
        let back = try bench.signIn()
        #expect(back.status == 200 && back.body == "signed in /rules" && back["Location"] == nil)
        let cookies = back.fields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
        #expect(cookies.count == 2 && back["Referrer-Policy"] == "strict-origin")
        #expect(cookies.contains("fingerpost-8082-sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"))
        let session = try #require(cookies.first { $0.hasPrefix("fingerpost-8082=") })
        #expect(session.hasSuffix("; Path=/; Max-Age=1800; HttpOnly; SameSite=Strict"))
        #expect(!session.contains("ann") && session.utf8.count < 4000)
        let name = String(session.prefix { $0 != ";" })
        #expect(try bench.ask("GET", "/x", cookie: name).body.hasPrefix("ann@example.com 248289761001 "))
        #expect(bench.provider.conduct.withLock { $0.asked.last { $0.path == "/token" }?.authorization } == nil)
    }

    @Test("over TLS, the cookies are this host's alone")
    func secure() throws {
        let answer = try Bench().ask(
            "POST", "/sign-in/openid", "", fields: ["Origin": "https://localhost"], host: "localhost")
        let cookie = try #require(answer["Set-Cookie"])
        #expect(cookie.hasPrefix("__Host-fingerpost-sign-in=") && cookie.hasSuffix("; SameSite=Lax; Secure"))
        #expect(answer.body.contains("redirect_uri=https%3A%2F%2Flocalhost%2Fsign-in%2Fopenid%2Fcallback&"))
    }

    @Test("a sign-in is good once, in its own browser, for ten minutes")
    func stale() throws {
        let bench = try Bench()
        let (state, cookie) = try bench.begin()
        let (other, otherCookie) = try bench.begin()
        let forged = "fingerpost-8082-sign-in=\(String(repeating: "A", count: 300))"
        for (state, cookie) in [
            (state, nil), (state, otherCookie), (other, cookie), ("", cookie), (state, forged), (state + "x", cookie),
        ] {
            let answer = try bench.end(state, cookie)
            #expect(answer.status == 403 && answer.body.hasPrefix("This sign-in has expired"))
            #expect(Self.session(answer) == nil)
        }
        #expect(bench.provider.count(of: "/token") == 0)
        #expect(try bench.end(other, otherCookie).status == 200)
        // A repetition of the successful callback.
        #expect(try bench.end(other, otherCookie).status == 403)
        #expect(bench.provider.count(of: "/token") == 1)
        bench.daemon.now += 600
        #expect(try bench.end(state, cookie).status == 403)
        bench.daemon.now -= 1
        // In time, but the provider now signs with the nonce of the other sign-in.
        #expect(try bench.end(state, cookie).body.contains("invalid_grant"))
    }

    @Test("a cookie of another port, or of another daemon, begins nothing")
    func elsewhere() throws {
        let bench = try Bench()
        let (state, cookie) = try bench.begin()
        let value = cookie.drop { $0 != "=" }
        let answer = try bench.ask(
            "GET", "/sign-in/openid/callback?state=\(state)&code=good", cookie: "fingerpost-9999-sign-in\(value)",
            host: "localhost:9999")
        #expect(answer.status == 403)
        #expect(try Bench().end(state, cookie).status == 403)
        // The cookies of sessions and sign-ins are not interchangeable.
        #expect(try bench.ask("GET", "/x", cookie: "fingerpost-8082\(value)").status == 303)
        #expect(
            try bench.ask("HEAD", "/sign-in/openid/callback?state=\(state)&code=good", cookie: cookie).status == 405)
        #expect(try bench.end(state, cookie).status == 200)
    }

    @Test("only a form of this listener begins a sign-in, and it leads to a path of this listener")
    func forms() throws {
        let bench = try Bench()
        for fields in [
            [:], ["Origin": "null"], ["Origin": "http://evil.example"], ["Sec-Fetch-Site": "same-origin"],
            ["Origin": "http://localhost:8082", "Sec-Fetch-Site": "cross-site"],
        ] {
            let answer = try bench.ask("POST", "/sign-in/openid", "to=/", fields: fields)
            #expect(answer.status == 403 && answer["Set-Cookie"] == nil, "\(fields)")
        }
        let text = Self.origin.merging(["Content-Type": "text/plain"]) { $1 }
        #expect(try bench.ask("POST", "/sign-in/openid", "to=/", fields: text).status == 400)
        let read = try bench.ask("GET", "/sign-in/openid")
        #expect(read.status == 303 && read["Location"] == "/sign-in")
        for to in ["%2F%2Fevil.example", "https%3A%2F%2Fevil.example", "%2F%5Cevil.example", "x", ""] {
            let (state, cookie) = try bench.begin(to: to)
            #expect(try bench.end(state, cookie).body == "signed in /", "\(to)")
        }
        let (state, cookie) = try bench.begin(to: "%2F" + String(repeating: "a", count: 1500))
        #expect(cookie.utf8.count < 4000)
        #expect(try bench.end(state, cookie).body == "signed in /")
    }

    @Test("what the provider says on the way back: that it refused, that it is another one, nothing")
    func wayBack() throws {
        let rows = [
            ("&error=access_denied", "it was cancelled"), ("&error=login_required", "login_required"),
            ("&error=%3Cscript%3E", "no reason given"), ("", "in an unknown format"),
            ("&code=", "in an unknown format"),
            ("&code=bad", "invalid_grant"), ("&code=good&iss=https%3A%2F%2Fevil.example", "not from id.example.com"),
        ]
        for (more, text) in rows {
            let bench = try Bench()
            let (state, cookie) = try bench.begin()
            let answer = try bench.end(state, cookie, more: more)
            #expect(answer.status == 403 || answer.status == 503)
            #expect(answer.body.contains(text), "\(more): \(answer.body)")
            #expect(Self.session(answer) == nil && !answer.body.contains("<script"))
            #expect(try bench.end(state, cookie).status == 403)
        }
        let bench = try Bench()
        let (state, cookie) = try bench.begin()
        #expect(try bench.end(state, cookie, more: "&code=good&iss=https%3A%2F%2Fid.example.com").status == 200)
    }

    @Test("a provider that names itself on the way back must do so each time")
    func statedIssuer() throws {
        let bench = try Bench()
        bench.provider.conduct.withLock { $0.document["authorization_response_iss_parameter_supported"] = true }
        #expect(try bench.signIn().body.contains("not from id.example.com"))
        let (state, cookie) = try bench.begin()
        #expect(try bench.end(state, cookie, more: "&code=good&iss=https%3A%2F%2Fid.example.com").status == 200)
    }

    @Test("a token that is not for this sign-in")
    func tokens() throws {
        let rows: [(String, JSONValue?, String)] = [
            ("nonce", "other", "(nonce)"), ("nonce", nil, "(nonce)"), ("aud", "other", "(aud)"),
            ("iss", "https://evil.example", "(iss)"), ("exp", 1, "(exp)"), ("sub", nil, "(sub)"),
        ]
        for (name, value, text) in rows {
            let bench = try Bench()
            bench.provider.conduct.withLock { $0.claims[name] = .some(value) }
            let answer = try bench.signIn()
            #expect(answer.status == 403 && answer.body.contains(text) && Self.session(answer) == nil, "\(name)")
        }
    }

    @Test("keys change: an unknown key is looked for, once a minute at most")
    func rotation() throws {
        let clock = Locked<UInt64>(1)
        let provider = ProviderInMemory(now: Int64(Date().timeIntervalSince1970))
        var settings = DaemonSettings.OpenID()
        (settings.issuer, settings.clientID, settings.roles) = (ProviderInMemory.issuer, "console", Self.usual)
        let client = try #require(try OpenIDClient(settings) { Issue.record("\($0)") })
        let reports = Locked<[String]>([])
        let requests = ProviderClient(
            client, report: { line in reports.withLock { $0.append(line) } }, send: { provider.answer($0) },
            clock: { clock.withLock { $0 } })
        func fault() throws -> OpenIDFault? {
            let request = AuthorizationRequest(redirect: "http://localhost/x")
            let address = request.address(at: "a", clientID: "c", scopes: [])
            let challenge = String(
                try #require(address.split(separator: "&").first { $0.hasPrefix("code_challenge=") }))
            provider.conduct.withLock { ($0.nonce, $0.challenge) = (request.nonce, String(challenge.dropFirst(15))) }
            let outcome = Locked<Result<IDToken, OpenIDFault>?>(nil)
            requests.redeem("good", request, statesIssuer: false, at: provider.now) { result in
                outcome.withLock { $0 = result }
            }
            switch outcome.wait(until: { $0 }) {
            case .success: return nil
            case .failure(let fault): return fault
            }
        }
        func wait(_ seconds: UInt64) { clock.withLock { $0 += seconds * 1_000_000_000 } }
        for _ in 0..<3 { #expect(try fault() == nil) }
        #expect(provider.count(of: "/keys") == 1 && provider.count(of: "/.well-known/openid-configuration") == 1)
        provider.conduct.withLock { $0.keyID = "k2" }
        for _ in 0..<3 { #expect(try fault() == .token(.unknownKey)) }
        #expect(provider.count(of: "/keys") == 1)
        wait(60)
        #expect(try fault() == nil && provider.count(of: "/keys") == 2)
        // Withdrawn keys are forgotten.
        provider.conduct.withLock { $0.publishes = false }
        #expect(try fault() == nil)
        wait(600)
        #expect(try fault() == .token(.unknownKey) && provider.count(of: "/keys") == 3)
        wait(3600)
        _ = try fault()
        #expect(provider.count(of: "/.well-known/openid-configuration") == 2)
        #expect(
            reports.withLock { $0.count } == 3
                && reports.withLock { $0.allSatisfy { $0.hasPrefix("console.openid: ") } })
    }

    @Test("an unreachable or invalid provider: an error page, cached for the next attempts")
    func away() throws {
        let document = "/.well-known/openid-configuration"
        let rows: [(String, Result<ProviderRequest.Answer, OpenIDFault>, String)] = [
            (document, .failure(.unreachable("Connection refused")), "did not respond: Connection refused"),
            (document, .success(ProviderRequest.Answer(status: 500, body: [])), "status 500"),
            (document, .success(ProviderRequest.Answer(status: 200, body: [0x3C])), "in an unknown format"),
            (document, ProviderInMemory.json(["issuer": "https://evil.example"]), "differs from the configured one"),
        ]
        for (path, fault, text) in rows {
            let bench = try Bench()
            bench.provider.conduct.withLock { $0.faults[path] = fault }
            for _ in 0..<3 {
                let answer = try bench.ask("POST", "/sign-in/openid", "", fields: Self.origin)
                #expect(answer.status == 503 && answer.body.contains(text), "\(answer.body)")
            }
            #expect(bench.provider.count(of: path) == 1)
        }
        let bench = try Bench()
        bench.provider.conduct.withLock { $0.faults["/token"] = .failure(.unreachable("response timed out")) }
        #expect(try bench.signIn().status == 503)
        // With TLS, it must not refer to endpoints without it.
        let plain = try Bench()
        plain.provider.conduct.withLock { $0.document["token_endpoint"] = "http://127.0.0.1/token" }
        let answer = try plain.ask("POST", "/sign-in/openid", "", fields: Self.origin)
        #expect(answer.status == 503 && answer.body.contains("token_endpoint"))
    }

    @Test(
        "groups map to roles for sites: the strongest, for the sites of all groups with it; without one, sign-in is refused"
    )
    func roles() throws {
        let rows: [(JSONValue?, Set<Credential.Scope>?, Set<String>?)] = [
            (["staff"], [.read], nil), (["editors"], [.read, .write], ["shop"]), ("staff", [.read], nil),
            (["editors", "staff"], [.read, .write], ["shop"]),
            (["more", "editors"], [.read, .write], ["shop", "blog"]),
            (["ops", "editors"], [.read, .write, .reload], nil), (["Staff"], nil, nil), ([], nil, nil), (nil, nil, nil),
            (["others"], nil, nil), ([1], nil, nil),
        ]
        var settings = DaemonSettings.OpenID()
        (settings.issuer, settings.clientID, settings.roles) = (ProviderInMemory.issuer, "console", Self.usual)
        let client = try #require(try OpenIDClient(settings) { Issue.record("\($0)") })
        for (groups, scopes, sites) in rows {
            let bench = try Bench()
            bench.provider.conduct.withLock { $0.claims["groups"] = .some(groups) }
            let answer = try bench.signIn()
            #expect(answer.status == (scopes == nil ? 403 : 200))
            if scopes == nil {
                #expect(answer.body.contains("signed you in as ann@example.com, but none of your groups"))
                #expect(Self.session(answer) == nil)
            }
            let names = groups?.array?.compactMap(\.string) ?? groups?.string.map { [$0] } ?? []
            let own = Self.usual.filter { names.contains($0.group) }
            #expect(own.isEmpty == (scopes == nil))
            guard scopes != nil else { continue }
            let person = try Self.identity(names, client)
            #expect(client.credential(of: person)?.scopes == scopes && client.credential(of: person)?.sites == sites)
        }
    }

    /// The identity of a user with some groups, as after a sign-in.
    private static func identity(_ groups: [String], _ client: OpenIDClient) throws -> Identity {
        try #require(client.identity(of: try token(["groups": .array(groups.map { .string($0) })], client)))
    }

    /// A token with some claims, as received by a sign-in.
    private static func token(_ claims: [String: JSONValue?], _ client: OpenIDClient) throws -> IDToken {
        let provider = ProviderInMemory(now: Int64(Date().timeIntervalSince1970))
        provider.conduct.withLock { $0.claims = claims }
        let requests = ProviderClient(client, report: { _ in }, send: { provider.answer($0) })
        let request = AuthorizationRequest(redirect: "http://localhost/x")
        let address = request.address(at: "a", clientID: "c", scopes: [])
        let challenge = String(try #require(address.split(separator: "&").first { $0.hasPrefix("code_challenge=") }))
        provider.conduct.withLock { ($0.nonce, $0.challenge) = (request.nonce, String(challenge.dropFirst(15))) }
        let outcome = Locked<Result<IDToken, OpenIDFault>?>(nil)
        requests.redeem("good", request, statesIssuer: false, at: provider.now) { result in
            outcome.withLock { $0 = result }
        }
        return try outcome.wait { $0 }.get()
    }

    @Test("a session has the rights that the roles have now, at most as long as the settings say")
    func sessions() throws {
        let bench = try Bench()
        var cookie = try bench.session()
        #expect(try bench.ask("GET", "/v1/links", cookie: cookie).status == 200)
        #expect(try bench.ask("POST", "/v1/reload", cookie: cookie, fields: Self.origin).status == 403)
        for _ in 0..<3 {
            bench.daemon.now += 1_100
            let answer = try bench.ask("GET", "/x", cookie: cookie)
            #expect(answer.status == 200)
            cookie = try #require(Self.session(answer))
        }
        bench.daemon.now = bench.provider.now + 3_600
        #expect(try bench.ask("GET", "/x", cookie: cookie).status == 200)
        bench.daemon.now += 1
        #expect(try bench.ask("GET", "/x", cookie: cookie).status == 303)
        let person = Identity(subject: "s", name: "n", groups: [1, 2], client: 7)
        for holder in [AdminSession.Holder.person(person), .token([UInt8](repeating: 1, count: 32))] {
            let session = AdminSession(holder, at: 1_800_000_000, authority: Array("a:1".utf8), isSecure: true)
            #expect(AdminSession(bytes: session.bytes) == session)
            for count in 0..<session.bytes.count - 3 {
                #expect(AdminSession(bytes: Array(session.bytes.prefix(count))) == nil)
            }
        }
        var settings = DaemonSettings.OpenID()
        (settings.issuer, settings.clientID, settings.roles) = (ProviderInMemory.issuer, "console", Self.usual)
        let client = try #require(try OpenIDClient(settings) { Issue.record("\($0)") })
        let staff = try Self.identity(["staff"], client)
        settings.roles = [GroupRole("ops=operator")!]
        #expect(try #require(try OpenIDClient(settings) { Issue.record("\($0)") }).credential(of: staff) == nil)
        (settings.roles, settings.clientID) = (Self.usual, "other")
        #expect(try #require(try OpenIDClient(settings) { Issue.record("\($0)") }).credential(of: staff) == nil)
    }

    @Test("the audit log names the person, by a name that is never another's as well")
    func audit() throws {
        let bench = try Bench(audit: try ScratchFolder())
        bench.provider.conduct.withLock { $0.claims["groups"] = ["ops"] }
        let cookie = try bench.session()
        #expect(try bench.ask("POST", "/v1/reload", cookie: cookie, fields: Self.origin).status == 200)
        let token = try #require(try bench.ask("GET", "/x", cookie: cookie).body.split(separator: " ").last)
        let out = try bench.ask("POST", "/sign-out", "form_token=\(token)", cookie: cookie, fields: Self.origin)
        #expect(out["Location"] == "/sign-in")
        bench.provider.conduct.withLock { $0.claims["groups"] = .some(nil) }
        #expect(try bench.signIn().status == 403)
        let (state, pending) = try bench.begin()
        _ = try bench.end(state, pending, more: "&error=access_denied")
        bench.daemon.finish()
        let path = try #require(bench.keeps).url.appending(path: "audit").path()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = try text.split(separator: "\n").map { line in
            let json = try JSONValue(parsing: String(line))
            #expect((json["issuer"]?.string == ProviderInMemory.issuer) == (json["subject"] != nil))
            let words = ["client", "subject", "by", "operation"].map { json[$0]?.string ?? "-" }
            return (words + [json["status"]?.number?.text ?? "-"]).joined(separator: " ")
        }
        #expect(
            lines == [
                "ann@example.com 248289761001 openid signIn 200", "ann@example.com 248289761001 session signOut 303",
                "ann@example.com 248289761001 openid signIn 403", "- - openid signIn 403",
            ])
        #expect(!text.contains("good") && !text.contains(state))
    }

    /// Regression: per-client state was keyed by name, so a user named `ci` received responses for the token `ci`.
    @Test("a person with the name of a token gets none of its answers, blocks none of its keys and takes over no list")
    func names() throws {
        let bench = try Bench(tokens: [("ci", "fpt_ci", [])])
        bench.provider.conduct.withLock {
            $0.claims = ["groups": ["ops"], "email": "ci", "email_verified": false, "preferred_username": "ci"]
        }
        let cookie = try bench.session()
        #expect(try bench.ask("GET", "/x", cookie: cookie).body.hasPrefix("ci 248289761001 "))
        func body(_ path: String) -> String {
            #"{"domain": "example.page.link", "long_link": "https://www.example.com/\#(path)"}"#
        }
        func make(_ path: String, _ key: String, byToken: Bool) throws -> HTTPAnswer {
            guard byToken else {
                let fields = Self.origin.merging(["Idempotency-Key": key, "Content-Type": "application/json"]) { $1 }
                return try bench.ask("POST", "/v1/links", body(path), cookie: cookie, fields: fields)
            }
            let fields = ["Idempotency-Key": key]
            return try bench.daemon.ask("POST", "/v1/links", body(path), token: "fpt_ci", fields: fields)
        }
        for (key, isTokenFirst) in [("k", true), ("l", false)] {
            let first = try make("a", key, byToken: isTokenFirst)
            let second = try make("a", key, byToken: !isTokenFirst)
            #expect(first.status == 201 && second.status == 201 && first.body != second.body, "\(second.body)")
            #expect(try make("a", key, byToken: !isTokenFirst).body == second.body)
            #expect(try make("b", key, byToken: isTokenFirst).status == 422)
        }
        let list = try bench.daemon.ask("GET", "/v1/links?page_size=1", token: "fpt_ci")
        let page = try #require(list.json?["next_page_token"]?.string)
        let next = "/v1/links?page_size=1&page_token=\(page)"
        #expect(try bench.daemon.ask("GET", next, token: "fpt_ci").status == 200)
        #expect(try bench.ask("GET", next, cookie: cookie).status == 400)
    }

    /// Regression: with `groups_claim: email`, any unverified address that a user had entered at the provider was a
    /// role.
    @Test("an email that the provider has not verified is no group")
    func unverifiedEmail() throws {
        var settings = DaemonSettings.OpenID()
        (settings.issuer, settings.clientID, settings.groupsClaim) = (ProviderInMemory.issuer, "console", "email")
        settings.roles = [GroupRole("ann@example.com=operator")!]
        let client = try #require(try OpenIDClient(settings) { Issue.record("\($0)") })
        #expect(try Self.isAdmitted(client, isVerified: true))
        #expect(try !Self.isAdmitted(client, isVerified: false) && !Self.isAdmitted(client, isVerified: nil))
    }

    private static func isAdmitted(_ client: OpenIDClient, isVerified: Bool?) throws -> Bool {
        let token = try token(["email_verified": isVerified.map { .bool($0) }], client)
        return client.identity(of: token) != nil
    }

    @Test("failed sign-ins from one address wait, where the address is the client's")
    func limit() throws {
        let bench = try Bench(trusting: ["127.0.0.1"])
        func end(from client: String) throws -> Int {
            let (state, cookie) = try bench.begin()
            return try bench.ask(
                "GET", "/sign-in/openid/callback?state=\(state)&code=bad", cookie: cookie,
                fields: ["X-Forwarded-For": client]
            ).status
        }
        for _ in 0..<10 { #expect(try end(from: "192.0.2.1") == 403) }
        #expect(try end(from: "192.0.2.1") == 429)
        #expect(try end(from: "192.0.2.2") == 403)
        #expect(bench.provider.count(of: "/token") == 11)
    }

    @Test("settings that would make signing in impossible are refused at startup")
    func settings() throws {
        func fault(_ change: (inout DaemonSettings.OpenID) -> Void) -> String? {
            var settings = DaemonSettings.OpenID()
            (settings.issuer, settings.clientID, settings.roles) = (ProviderInMemory.issuer, "console", Self.usual)
            change(&settings)
            do throws(StartupFault) {
                _ = try OpenIDClient(settings) { _ in }
                return nil
            } catch { return error.lines.joined() }
        }
        #expect(
            fault { _ in } == nil && fault { $0.issuer = nil } == nil
                && fault { $0.issuer = "http://[::1]:9/a/" } == nil)
        #expect(fault { $0.issuer = "http://id.example.com" }?.hasPrefix("console.openid.issuer: ") ?? false)
        #expect(fault { $0.issuer = "id.example.com" }?.hasPrefix("console.openid.issuer: ") ?? false)
        #expect(fault { $0.issuer = "https://id.example.com/?a" }?.contains("no query") ?? false)
        #expect(fault { $0.clientID = nil }?.contains("set client_id") ?? false)
        #expect(fault { $0.roles = [] }?.contains("set roles") ?? false)
        #expect(fault { $0.secretFile = "/nowhere" }?.hasPrefix("console.openid.client_secret_file: /nowhere") ?? false)
    }

    @Test("a client's secret is sent as the provider wants it, as the file has it now")
    func secret() throws {
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "secret").path()
        try "s3cret+\n".write(toFile: file, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let provider = ProviderInMemory(now: Int64(Date().timeIntervalSince1970))
        let daemon = try DaemonInMemory(
            SiteRules.ruleSet(of: ParityCase.site), adminPages: StepPages(), provider: provider
        ) {
            (settings: inout DaemonSettings) in
            (settings.openID.issuer, settings.openID.clientID) = (ProviderInMemory.issuer, "console")
            (settings.openID.secretFile, settings.openID.roles) = (file, Self.usual)
        }
        func ask() throws -> (form: String, authorization: String?) {
            let form = Self.origin.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }
            let begun = try daemon.ask(
                .admin, "/sign-in/openid", method: "POST", host: "localhost:8082", "", fields: form)
            let state = try #require(begun.body.split(separator: "&").first { $0.hasPrefix("state=") })
            let cookie = String(try #require(begun["Set-Cookie"]).prefix { $0 != ";" })
            _ = try daemon.ask(
                .admin, "/sign-in/openid/callback?\(state)&code=good", host: "localhost:8082",
                fields: ["Cookie": cookie])
            let asked = try #require(provider.conduct.withLock { $0.asked.last { $0.path == "/token" } })
            return (asked.form ?? "", asked.authorization)
        }
        let basic = try ask()
        #expect(basic.authorization == "Basic Y29uc29sZTpzM2NyZXQlMkI=" && !basic.form.contains("s3cret"))
        try "new".write(toFile: file, atomically: false, encoding: .utf8)
        #expect(try ask().authorization == "Basic Y29uc29sZTpuZXc=")
        #expect(try !ask().form.contains("new"))
    }
}
