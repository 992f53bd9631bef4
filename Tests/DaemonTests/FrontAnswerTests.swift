import Foundation
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// The responses of the front.
@Suite("the front, in memory")
struct FrontAnswerTests {
    private let daemon: DaemonInMemory

    init() throws {
        daemon = try DaemonInMemory()
    }

    private static let secret = "ONE-TIME-CODE"
    private static let action =
        "https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3Fmode%3DresetPassword%26oobCode%3D\(secret)%26apiKey%3DKEY1"

    @Test("an unknown host and an unknown code are 404 pages")
    func notFound() throws {
        for answer in [
            try daemon.click("/WXYZ", host: "elsewhere.example"), try daemon.click("/NOPE"),
            try daemon.click("/.well-known/nothing"), try daemon.click("/_fp/x"), try daemon.click("/favicon.ico"),
        ] {
            #expect(answer.status == 404)
            #expect(answer["Content-Type"] == "text/html; charset=utf-8")
            #expect(answer.body.hasSuffix("</html>\n"))
            answer.expectCommonFields()
        }
    }

    @Test("a bad link is a 400 page that names the fault and echoes nothing")
    func badLink() throws {
        let target = "/?link=https%3A%2F%2Fevil.example%2FsEcReT%3Cscript%3E&apn=%3Cb%3E"
        let answer = try daemon.click(target)
        #expect(answer.status == 400)
        #expect(
            answer.body.contains("an address that this site does not allow"),
            "the fault is named: \(answer.body.suffix(400))")
        for text in ["evil.example", "sEcReT", "<script", "<b>", "&lt;b"] { #expect(!answer.body.contains(text)) }
        answer.expectCommonFields()
    }

    @Test(
        "what a network or a campaign adds to a short link does not keep anybody from following it",
        arguments: ["utm_source=50%", "utm_source=a&utm_source=b", "%zz", "fbclid=%00", "gclid=%ff&gclid=%0a"])
    func tracking(_ query: String) throws {
        let answer = try daemon.click("/WXYZ?" + query)
        #expect(answer.status == 302)
        #expect(answer["Location"] == "https://www.example.com/")
        #expect(try daemon.click("/NOPE?" + query).status == 404)
        #expect(try daemon.click("/WXYZ?link=%zz&" + query).status == 400)
    }

    @Test(
        "other methods are 405 with the allowed ones",
        arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
    func methods(_ method: String) throws {
        let answer = try daemon.click("/WXYZ", method: method)
        #expect(answer.status == 405)
        #expect(answer["Allow"] == "GET, HEAD")
        answer.expectCommonFields()
    }

    @Test(
        "what is too large or malformed is refused",
        arguments: [
            ("a long target", "GET /" + String(repeating: "a", count: 20_000) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414),
            (
                "a long field", "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 20_000) + "\r\n\r\n",
                431
            ),
            ("many fields", "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 200) + "\r\n", 431),
            ("no host", "GET /WXYZ HTTP/1.1\r\n\r\n", 400),
            ("two hosts", "GET /WXYZ HTTP/1.1\r\nHost: example.page.link\r\nHost: evil.example\r\n\r\n", 400),
            ("a user in the host", "GET /WXYZ HTTP/1.1\r\nHost: example.page.link@evil.example\r\n\r\n", 400),
            ("a list of hosts", "GET /WXYZ HTTP/1.1\r\nHost: example.page.link, evil.example\r\n\r\n", 400),
            ("a path in the host", "GET /WXYZ HTTP/1.1\r\nHost: example.page.link/x\r\n\r\n", 400),
            ("a coded host", "GET /WXYZ HTTP/1.1\r\nHost: example%2Epage.link\r\n\r\n", 400),
            ("a port that is none", "GET /WXYZ HTTP/1.1\r\nHost: example.page.link:x\r\n\r\n", 400),
            ("an empty host", "GET /WXYZ HTTP/1.1\r\nHost:\r\n\r\n", 400),
            (
                "another host in the target",
                "GET http://evil.example/WXYZ HTTP/1.1\r\nHost: example.page.link\r\n\r\n", 400
            ),
            ("a bare line feed", "GET /WXYZ HTTP/1.1\nHost: example.page.link\n\n", 400),
            ("a folded field", "GET /WXYZ HTTP/1.1\r\nHost: example.page.link\r\nX: a\r\n b\r\n\r\n", 400),
            (
                "a body in two ways",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400
            ),
            ("CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", 501),
            ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
            ("TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", 400),
        ])
    func refused(_ name: String, _ bytes: String, _ status: Int) throws {
        let answer = try daemon.send(bytes, to: .front)
        #expect(answer.status == status)
        #expect(answer["Connection"] == "close")
        #expect(answer["Location"] == nil)
        answer.expectCommonFields()
    }

    @Test(
        "a HEAD that is refused has no body in its answer",
        arguments: [
            ("HEAD /WXYZ HTTP/1.1\r\n\r\n", 400), ("HEAD * HTTP/1.1\r\n", 400), ("HEAD /WXYZ HTTP/3.0\r\n", 505),
            ("HEAD /WXYZ HTTP/1.1\r\nHost: a\r\nExpect: x\r\n", 417),
        ])
    func refusedHead(_ bytes: String, _ status: Int) throws {
        let answer = try daemon.send(bytes, to: .front)
        #expect(answer.status == status)
        #expect(answer["Content-Length"] != nil)
    }

    @Test("the host's spelling makes no difference: capitals, a port, the root's dot")
    func hostSpelling() throws {
        for host in ["EXAMPLE.page.LINK", "example.page.link:443", "example.page.link:80"] {
            #expect(try daemon.click("/WXYZ", host: host).status == 302, "\(host)")
        }
        // A name with a trailing dot has its own cache entries: it may be refused, but never redirected elsewhere.
        let dotted = try daemon.click("/WXYZ", host: "example.page.link.")
        #expect([302, 400, 404].contains(dotted.status))
    }

    @Test("an action link on the widget's own host is misdirected: 421, not a redirect to itself")
    func ownHost() throws {
        let answer = try daemon.click(
            "/__/auth/action?mode=resetPassword&oobCode=\(Self.secret)&apiKey=KEY1",
            host: "example-app.firebaseapp.com",
            fields: ["User-Agent": Agents.android])
        #expect(answer.status == 421)
        #expect(answer["Location"] == nil)
        #expect(!answer.body.contains(Self.secret))
    }

    @Test(
        "a mail scanner gets a static page without the code",
        arguments: [Agents.curl, Agents.slackbot, "Mozilla/5.0 BarracudaCentral"])
    func scanner(_ agent: String) throws {
        for host in ["auth.example.com", "example.page.link"] {
            let path = host.hasPrefix("auth") ? "/__/auth/links" : "/"
            let answer = try daemon.click(
                "\(path)?link=\(Self.action)&apn=com.example.android", host: host, fields: ["User-Agent": agent])
            #expect(answer.status == 200)
            #expect(answer["Location"] == nil)
            for text in [Self.secret, "KEY1", "oobCode", "href="] { #expect(!answer.body.contains(text)) }
            answer.expectCommonFields()
        }
    }

    @Test("robots.txt keeps robots out, on every host")
    func robots() throws {
        let answer = try daemon.click("/robots.txt", host: "elsewhere.example")
        #expect(answer.status == 200)
        #expect(answer.body == "User-agent: *\nDisallow: /\n")
        answer.expectCommonFields(cached: true)
    }
}
