import Foundation
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// The edge in the protocol of each proxy: the exact exchange, without the proxy.
@Suite("what proxies are told, in memory")
struct ProxyAnswerTests {
    private let daemon: DaemonInMemory

    init() throws {
        daemon = try DaemonInMemory(trusting: ["127.0.0.1"])
    }

    private static let action =
        "https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3Fmode%3DresetPassword%26oobCode%3DONE-TIME-CODE%26apiKey%3DKEY1"
    /// A link that has a page with a button for iPhones, and one that has a page without the code for scanners.
    private static let long =
        "/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&ibi=com.example.ios&isi=1234567"

    /// Sends the request that a proxy of the style would send for a click.
    private func ask(
        _ style: String, _ target: String, host: String = "example.page.link", method: String = "GET",
        agent: String = Agents.windows, more: [String: String] = [:]
    ) throws -> HTTPAnswer {
        let own: [String: String] =
            switch style {
            case "nginx": ["X-Original-URI": target, "X-Original-Method": method, "X-Forwarded-Host": host]
            case "forward": ["X-Forwarded-Uri": target, "X-Forwarded-Method": method, "X-Forwarded-Host": host]
            default: [:]
            }
        let fields = own.merging(["User-Agent": agent]) { $1 }.merging(more) { $1 }
        let isEnvoy = style == "envoy"
        return try daemon.ask(
            .edge, isEnvoy ? "/edge/envoy\(target)" : "/edge/\(style)", method: isEnvoy ? method : "GET",
            host: isEnvoy ? host : "127.0.0.1", fields: fields)
    }

    private static let styles = ["nginx", "forward", "envoy"]

    /// The redirect target in the response, in the format of the style.
    private static func address(_ style: String, _ answer: HTTPAnswer) throws -> String {
        #expect(answer.status == (style == "nginx" ? 401 : 302))
        answer.expectCommonFields()
        if style == "nginx" {
            #expect(answer["Fingerpost-Status"] == "302")
            #expect(answer["Location"] == nil)
        }
        return try #require(answer[style == "nginx" ? "Fingerpost-Location" : "Location"])
    }

    private static func expectAllowed(_ style: String, _ answer: HTTPAnswer) {
        #expect(answer.status == (style == "nginx" ? 204 : 200))
        #expect(answer.body.isEmpty)
        #expect(answer["Location"] == nil)
        #expect(answer["Fingerpost-Location"] == nil)
        answer.expectCommonFields()
    }

    @Test("a link is redirected as the front redirects it", arguments: styles)
    func redirect(_ style: String) throws {
        for agent in [Agents.android, Agents.windows] {
            let front = try daemon.click(Self.long, fields: ["User-Agent": agent])
            let answer = try ask(style, Self.long, agent: agent)
            #expect(try Self.address(style, answer) == front["Location"])
            if style == "nginx" { #expect(answer["Fingerpost-Decision"] != nil) }
        }
        let short = try ask(style, "/WXYZ", method: "HEAD")
        #expect(try Self.address(style, short) == "https://www.example.com/")
    }

    @Test("what is no link of ours goes on as asked", arguments: styles)
    func others(_ style: String) throws {
        Self.expectAllowed(style, try ask(style, "/app.css", host: "www.example.com"))
        Self.expectAllowed(style, try ask(style, Self.long, host: "elsewhere.example"))
        Self.expectAllowed(style, try ask(style, "/NOPE"))
        Self.expectAllowed(style, try ask(style, "/WXYZ", method: "POST"))
        for path in ["/robots.txt", "/.well-known/assetlinks.json", "/_fp/x", "/favicon.ico?x"] {
            Self.expectAllowed(style, try ask(style, path))
        }
    }

    @Test("the web widget's own host is behind us: allow, not a redirect to itself", arguments: styles)
    func loop(_ style: String) throws {
        let target = "/__/auth/action?mode=resetPassword&oobCode=ONE-TIME-CODE&apiKey=KEY1"
        let answer = try ask(style, target, host: "example-app.firebaseapp.com", agent: Agents.android)
        Self.expectAllowed(style, answer)
    }

    @Test(
        "a page has an address of its own, with the link unless it has a code, and the front serves it",
        arguments: styles)
    func page(_ style: String) throws {
        for (target, host, agent, text) in [
            (Self.long, "example.page.link", Agents.iPhone, "com.example.ios://"),
            ("/__/auth/links?link=\(Self.action)", "auth.example.com", Agents.slackbot, "</html>"),
        ] {
            let address = try Self.address(style, try ask(style, target, host: host, agent: agent))
            let mark = "https://\(host)/_fp/"
            #expect(address.hasPrefix(mark))
            if target == Self.long {
                #expect(address == "\(mark)\(host)\(target)")
            } else {
                for secret in ["ONE-TIME-CODE", "KEY1", "example.com", "?", "."] {
                    #expect(!address.dropFirst(mark.count).contains(secret))
                }
            }
            let page = try daemon.click(link: address, fields: ["User-Agent": agent])
            #expect(page.status == 200)
            #expect(page.body.contains(text))
            #expect(!page.body.contains("ONE-TIME-CODE"))
            page.expectCommonFields()
            let own = try daemon.click(target, host: host, fields: ["User-Agent": agent])
            #expect(page.body == own.body, "the same page as on the link itself")
        }
    }

    @Test("the page uses the device profile that the proxy sent")
    func profile() throws {
        let answer = try ask(
            "nginx", Self.long, agent: Agents.windows, more: ["Fingerpost-Device": "platform=ios, app;state=current"])
        let address = try Self.address("nginx", answer)
        #expect(
            try daemon.click(link: address, fields: ["User-Agent": Agents.windows]).body.contains("com.example.ios"))
    }

    @Test("the address of a page can't be forged or changed")
    func forgedToken() throws {
        let sealed = ["Fingerpost-Device": "platform=ios"]
        let address = try Self.address("envoy", try ask("envoy", Self.long, agent: Agents.iPhone, more: sealed))
        for (changed, status) in [
            (String(address.dropLast()), 410), (address + "A", 410), (address.dropLast(3) + "AAA", 410),
            ("https://example.page.link/_fp/" + String(repeating: "A", count: 14_000), 410),
            (address.prefix(40) + "", 404), ("https://example.page.link/_fp/", 404),
            ("https://example.page.link/_fp/%41", 404), ("https://example.page.link/_fp/==", 404),
        ] {
            let answer = try daemon.click(link: String(changed), fields: ["User-Agent": Agents.iPhone])
            #expect(answer.status == status)
            answer.expectCommonFields()
        }
    }

    @Test("a bad link is refused, and not echoed", arguments: styles)
    func badLink(_ style: String) throws {
        let answer = try ask(style, "/?link=https%3A%2F%2Fevil.example%2FsEcReT")
        guard style == "nginx" else {
            #expect(answer.status == 400)
            #expect(answer.body.contains("does not allow"))
            #expect(!answer.body.contains("sEcReT"))
            return
        }
        let page = try daemon.click(link: try Self.address(style, answer))
        #expect(page.status == 400)
        #expect(page.body.contains("does not allow"))
    }

    @Test(
        "a question that lacks what it must have is refused by its name, in the one status that nginx takes for that",
        arguments: [
            ("nginx", ["X-Forwarded-Host": "example.page.link"], "x-original-uri"),
            ("nginx", ["X-Original-URI": "/WXYZ"], "x-forwarded-host"),
            ("nginx", ["X-Original-URI": "/WXYZ", "X-Forwarded-Host": "a, b"], "x-forwarded-host"),
            // Each style reads only its own fields.
            ("nginx", ["X-Forwarded-Uri": "/WXYZ", "X-Forwarded-Host": "example.page.link"], "x-original-uri"),
            ("forward", ["X-Original-URI": "/WXYZ", "X-Forwarded-Host": "example.page.link"], "x-forwarded-uri"),
            (
                "forward",
                [
                    "X-Forwarded-Uri": "/WXYZ", "X-Forwarded-Host": "example.page.link",
                    "Fingerpost-Device": "platform=martian",
                ], "Fingerpost-Device"
            ),
        ])
    func incomplete(_ style: String, _ fields: [String: String], _ name: String) throws {
        let answer = try daemon.ask(.edge, "/edge/\(style)", fields: fields)
        let isOfNginx = style == "nginx"
        try answer.expectError(
            isOfNginx ? 403 : 400, isOfNginx ? "PERMISSION_DENIED" : "INVALID_ARGUMENT", naming: name)
    }

    /// Regression: nginx responded with 500 to each visitor whose path was not ASCII, even for the site's other pages.
    @Test(
        "what can't be the address of a link goes on to the site",
        arguments: [
            "/über-uns/team", "/a/b?x=a\\b", "/a\\b", "/50%/x", "/a/../b", "/%ff", "/x?%zz", "/", "/?utm_source=50%",
            "/.%2e/x", "/a%00b", "/WXYZ/é", "/?q=\u{1F600}", "//evil.example/x",
        ])
    func noLink(_ target: String) throws {
        for style in Self.styles {
            // Such a request line is refused before it is evaluated.
            if style == "envoy", target.contains("\\") || target.contains("..") { continue }
            for method in ["GET", "HEAD", "POST"] {
                Self.expectAllowed(style, try ask(style, target, method: method))
            }
        }
        for (field, value) in [
            ("X-Original-URI", "WXYZ"), ("X-Original-URI", "/a b"), ("X-Original-URI", "*"),
            ("X-Forwarded-Host", "a@b"),
            ("X-Forwarded-Host", "ü.example"),
        ] {
            Self.expectAllowed("nginx", try ask("nginx", target, more: [field: value]))
        }
    }

    @Test(
        "a link that is broken is refused, and goes nowhere else",
        arguments: [
            "/?link=https%3A%2F%2Fwww.example.com%2F50%", "/?apn=com.example.android", "/?link=a&link=b", "/?%6cink=a",
        ])
    func broken(_ target: String) throws {
        for style in Self.styles {
            let answer = try ask(style, target)
            // nginx shows the refusal by redirecting to its page.
            #expect(answer.status == (style == "nginx" ? 401 : 400), "\(style)")
        }
    }

    @Test(
        "another spelling of a link's address is the link",
        arguments: [
            ("/%57XYZ", "example.page.link"), ("//WXYZ", "example.page.link"), ("/WXYZ", "example.page.link."),
            ("/WXYZ?utm_source=Bücher", "EXAMPLE.page.link.:443"), ("/WXYZ//", "example.page.link"),
        ])
    func spellings(_ target: String, _ host: String) throws {
        for style in Self.styles {
            let answer = try ask(style, target, host: host)
            #expect(try Self.address(style, answer) == "https://www.example.com/", "\(style)")
        }
        #expect(try daemon.click(target, host: host)["Location"] == "https://www.example.com/")
    }

    @Test("punctuation after a code leads to the link, and an app that asks gets the link")
    func punctuation() throws {
        for style in Self.styles {
            #expect(try Self.address(style, try ask(style, "/WXYZ).")) == "https://example.page.link/WXYZ")
        }
        let click = try daemon.click("/WXYZ.?utm_source=a")
        #expect(click.status == 302 && click["Location"] == "https://example.page.link/WXYZ?utm_source=a")
        let answer = try daemon.click("/WXYZ,", fields: ["Accept": "application/json"])
        #expect(
            answer.status == 200 && answer.body.contains("\"payload\":\"https://www.example.com/\""), "\(answer.body)")
        #expect(try daemon.click("/NOPE.").status == 404)
    }

    @Test("only named proxies are trusted", arguments: ["/edge/nginx", "/edge/forward", "/edge/envoy/WXYZ"])
    func nobody(_ path: String) throws {
        let fields = [
            "X-Original-URI": "/WXYZ", "X-Forwarded-Uri": "/WXYZ", "X-Forwarded-Host": "example.page.link",
        ]
        let closed = try DaemonInMemory()
        let answer = try closed.ask(.edge, path, fields: fields)
        try answer.expectError(403, "PERMISSION_DENIED", naming: "trusted_peers")
    }
}
