import ByteText
import Foundation
import LinkStore
import OpenSSL
import Server
import TestSupport
import Testing

@testable import Clicks
@testable import Daemon

/// Links with a password: a page with a form, whose submission leads to the web.
@Suite("pages for the passwords of links, in memory")
struct PasswordPageTests {
    private static let target = "https://www.example.com/private?id=7"
    private static let longLink =
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fprivate%3Fid%3D7&ibi=com.example.ios"
        + "&isi=1234567&apn=com.example.android&st=Hidden%20title&sd=Hidden%20text"
    private static let link = "https://example.page.link/Lock"
    private static let form = ["Content-Type": "application/x-www-form-urlencoded"]
    private static let hash = PasswordHash(of: "open sesame").text

    private let daemon: DaemonInMemory

    init() throws {
        daemon = try DaemonInMemory(site: PageSite.text, isStoring: true, trusting: ["127.0.0.1"])
        try make("Lock")
    }

    private func make(_ code: String, _ change: (inout LinkRecord) -> Void = { _ in }) throws {
        var record = LinkRecord(
            key: try #require(LinkKey("example.page.link/\(code)")), longLink: Self.longLink, created: daemon.now)
        record.password = Self.hash
        change(&record)
        try daemon.store.apply(.create(LinkCreation(record)))
    }

    private func enter(
        _ password: String, at target: String = "/Lock", host: String = "example.page.link",
        agent: String = Agents.windows, fields: [String: String] = [:]
    ) throws -> HTTPAnswer {
        let fields = Self.form.merging(["User-Agent": agent]) { one, _ in one }.merging(fields) { one, _ in one }
        return try daemon.send(
            HTTPRequest.text(target, method: "POST", host: host, fields: fields, body: "password=\(password)"),
            to: .front)
    }

    private static func reveals(_ answer: HTTPAnswer) -> Bool {
        let text = answer.body + answer.fields.map { "\($0)" }.joined()
        return ["private", "Hidden", "com.example", "1234567", "scrypt"].contains { text.contains($0) }
    }

    @Test(
        "a click gets the page, whose form submits to its own address, and nothing about the target",
        arguments: [
            Agents.windows, Agents.iPhone, Agents.android, Agents.slackbot, "facebookexternalhit/1.1", "Twitterbot/1.0",
            "curl/8.4.0", "",
        ])
    func page(_ agent: String) throws {
        for target in ["/Lock", "/Lock/", "/Lock?d=1", "/Lock+", "/_fp/example.page.link/Lock"] {
            let page = try daemon.click(target, fields: ["User-Agent": agent])
            #expect(page.status == 200 && page["Location"] == nil, "\(target): \(page)")
            #expect(page["Cache-Control"] == "no-store" && page["Referrer-Policy"] == "no-referrer")
            #expect(page.body.contains(#"<form method="post">"#) && page.body.contains(#"name="password""#))
            #expect(page["Content-Security-Policy"]?.contains("form-action http: https:") == true)
            #expect(page.body.contains("noindex") && !Self.reveals(page), "\(target): \(page)")
        }
        let head = try daemon.click("/Lock", method: "HEAD", fields: ["User-Agent": agent])
        #expect(head.status == 200 && head.body.isEmpty)
    }

    @Test("the page is in the visitor's language")
    func language() throws {
        let page = try daemon.click("/Lock", fields: ["Accept-Language": "de"])
        #expect(page.body.contains("Dieser Link braucht ein Passwort"))
    }

    @Test(
        "the right password leads to the web on every device",
        arguments: [Agents.windows, Agents.iPhone, Agents.android, Agents.slackbot])
    func right(_ agent: String) throws {
        for target in ["/Lock", "/Lock/", "/Lock?d=1", "/_fp/example.page.link/Lock"] {
            let answer = try enter("open+sesame", at: target, agent: agent)
            #expect(answer.status == 303 && answer["Location"] == Self.target, "\(target): \(answer)")
            #expect(answer["Cache-Control"] == "no-store" && answer["Referrer-Policy"] == "no-referrer")
        }
        #expect(try enter("open%20sesame", agent: agent).status == 303)
        // The next click needs it again.
        #expect(try daemon.click("/Lock", fields: ["User-Agent": agent]).status == 200)
    }

    @Test("the password shows the preview of a link at its address")
    func preview() throws {
        let answer = try enter("open+sesame", at: "/Lock+")
        #expect(answer.status == 200 && answer.body.contains(Self.target), "\(answer)")
    }

    @Test("a wrong password gets the page again, at most five times a minute for each client")
    func wrong() throws {
        for password in ["", "Open+sesame", "open+sesame+", "x"] {
            let page = try enter(password)
            #expect(page.status == 403 && page.body.contains("This password is wrong"), "\(page)")
            #expect(page.body.contains("<form") && !Self.reveals(page))
        }
        let long = try enter(String(repeating: "x", count: 201))
        #expect(long.status == 403, "it is not hashed")
        for _ in 0..<2 { #expect(try enter("y").status == 403) }
        let late = try enter("open+sesame")
        #expect(late.status == 429 && late.body.contains("Too many attempts") && !Self.reveals(late), "\(late)")
        #expect((1...60).contains(Int(late["Retry-After"] ?? "") ?? 0), "\(late)")
        // Others, and other links, are not concerned.
        #expect(try enter("open+sesame", fields: ["X-Forwarded-For": "203.0.113.7"]).status == 303)
        try make("Other")
        #expect(try enter("open+sesame", at: "/Other").status == 303)
    }

    @Test("right passwords do not count as tries")
    func many() throws {
        for _ in 0..<8 { #expect(try enter("open+sesame").status == 303) }
    }

    @Test("an app gets an error with a code, and a program none of the target")
    func apps() throws {
        let app = try daemon.click("/Lock", fields: ["Accept": "application/json", "User-Agent": Agents.iPhone])
        #expect(app.status == 403 && app.body.contains("password-required") && !Self.reveals(app), "\(app)")
        let decision = try daemon.decide(#"{"link": "\#(Self.link)"}"#)
        #expect(decision.body.contains("password-required") && !Self.reveals(decision), "\(decision)")
        let resolved = try daemon.ask(
            .front, "/v1/reopenAttribution", method: "POST", host: "example.page.link",
            #"{"requestedLink": "\#(Self.link)"}"#)
        #expect(!Self.reveals(resolved), "\(resolved)")
        let post = try daemon.ask(.front, "/Lock", method: "POST", host: "example.page.link", "{}")
        #expect(post.status == 405)
    }

    @Test("proxies send visitors to the page", arguments: ["/edge/forward", "/edge/nginx"])
    func proxies(_ path: String) throws {
        let original = [
            "X-Forwarded-Uri": "/Lock", "X-Forwarded-Host": "example.page.link", "X-Original-Uri": "/Lock",
            "X-Original-Host": "example.page.link",
        ]
        let answer = try daemon.ask(.edge, path, fields: original)
        let address = answer["Location"] ?? answer["Fingerpost-Location"]
        #expect(address?.contains("/_fp/example.page.link/Lock") == true, "\(answer)")
        #expect(!Self.reveals(answer))
    }

    @Test("clicks are counted once the password was right, and the last one of a maximum leads on")
    func counted() throws {
        try make("Once") { $0.maximumClicks = 1 }
        for _ in 0..<2 { #expect(try daemon.click("/Once", fields: ["User-Agent": Agents.windows]).status == 200) }
        #expect(try enter("wrong", at: "/Once").status == 403)
        #expect(try enter("open+sesame", at: "/Once")["Location"] == Self.target)
        let late = try enter("open+sesame", at: "/Once")
        #expect(late.status == 410 && !Self.reveals(late), "\(late)")
        #expect(try daemon.click("/_fp/example.page.link/Once").status == 410)
    }

    @Test("a link that does not work does not ask for the password")
    func stopped() throws {
        try make("Paused") { $0.isDisabled = true }
        try make("Harm") { $0.isUnsafe = true }
        try make("Past") { $0.expires = 1 }
        for (code, status) in [("Paused", 410), ("Harm", 403), ("Past", 410)] {
            let answer = try daemon.click("/\(code)")
            #expect(answer.status == status && !answer.body.contains("<form"), "\(answer)")
            #expect(try enter("open+sesame", at: "/\(code)").status == status)
        }
    }

    @Test("a password for a link without one leads to the link, and one for no link nowhere")
    func open() throws {
        try make("Open") { $0.password = nil }
        let answer = try enter("x", at: "/Open")
        #expect(answer.status == 303 && answer["Location"] == "https://example.page.link/Open", "\(answer)")
        #expect(try enter("x", at: "/None").status == 404)
        #expect(try enter("x", at: "/robots.txt").status == 405)
        #expect(try enter("x", host: "other.example").status == 404)
    }

    @Test("a new password replaces the former one, and a removed one opens the link at once, also when cached")
    func changes() throws {
        let key = try #require(LinkKey("example.page.link/Lock"))
        for _ in 0..<4 { #expect(try enter("open+sesame").status == 303) }
        var patch = LinkPatch()
        patch.password = PasswordHash(of: "other").text
        try daemon.store.apply(.update(key, patch, at: daemon.now))
        #expect(try enter("open+sesame").status == 403)
        #expect(try enter("other").status == 303)
        patch.password = .some(nil)
        try daemon.store.apply(.update(key, patch, at: daemon.now))
        for _ in 0..<4 {
            #expect(try daemon.click("/Lock", fields: ["User-Agent": Agents.windows])["Location"] == Self.target)
        }
        patch.password = PasswordHash(of: "again").text
        try daemon.store.apply(.update(key, patch, at: daemon.now))
        #expect(try daemon.click("/Lock", fields: ["User-Agent": Agents.windows])["Location"] == nil)
    }

    @Test("its QR code, which does not depend on the target, is drawn")
    func picture() throws {
        let picture = try daemon.click("/Lock/qr.svg")
        #expect(picture.status == 200 && picture["Content-Type"] == "image/svg+xml", "\(picture)")
    }
}

@Suite("tries of passwords")
struct PasswordTriesTests {
    private static let second: UInt64 = 1_000_000_000

    @Test("all clients together have a limit, and each client of a link its own")
    func limits() {
        var tries = PasswordTries()
        let link = Array("example.page.link/Lock".utf8)
        let client = PasswordTries.Client(IPAddress("2001:db8::1"))
        let neighbour = PasswordTries.Client(IPAddress("2001:db8::2"))
        for _ in 0..<5 { #expect(tries.delay(link.span, by: client, now: 1) == nil) }
        #expect(tries.delay(link.span, by: neighbour, now: 1) == 13, "the same subscriber")
        #expect(tries.delay(link.span, by: client, now: 13 * Self.second) == nil)
        tries.takeBack(link.span, by: client)
        #expect(tries.delay(link.span, by: client, now: 13 * Self.second) == nil)
        for number in 0..<99 {
            let other = PasswordTries.Client(IPAddress("192.0.2.\(number)"))
            #expect(tries.delay(link.span, by: other, now: 13 * Self.second) == nil, "\(number)")
        }
        #expect(tries.delay(link.span, by: .unknown, now: 13 * Self.second) != nil)
        #expect(tries.delay(Array("example.page.link/Other".utf8).span, by: .unknown, now: 1) == nil)
    }
}
