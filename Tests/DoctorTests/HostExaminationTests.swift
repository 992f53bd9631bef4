import Association
import ByteText
import Clicks
import Client
import Daemon
import HTTP
import Libevent
import OpenSSL
import TestSupport
import Testing

@testable import Doctor

/// Each test introduces one fault, and the doctor identifies it.
@Suite("what is found of a host")
struct HostExaminationTests {
    @Test("where all is well, all is ok", arguments: ["example.page.link", "links.example.com", "auth.example.com"])
    func well(_ host: String) throws {
        let scene = try Scene(host: host)
        #expect(scene.findings().filter { $0.level != .ok } == [])
        let checks = scene.findings().map(\.check)
        #expect(checks.starts(with: ["DNS", "certificate", "Apple file", "Android file", "click, Android"]))
        // For a mail link, the response on this host is a page, which is the same for all devices.
        #expect(checks.contains("forged client") == (host != "auth.example.com"))
    }

    @Test("a name without an address is the only finding")
    func noAddress() throws {
        var scene = try Scene()
        scene.seen.lookup = .failure(.init("Name or service not known"))
        (scene.seen.connections, scene.seen.outcomes) = ([], [:])
        scene.expect(.error, "DNS", "Name or service not known")
        #expect(scene.findings().count == 1)
    }

    @Test(
        "addresses that no phone reaches", arguments: ["10.1.2.3", "127.0.0.1", "fd00::1", "100.64.0.9", "192.168.1.1"])
    func inner(_ address: String) throws {
        var scene = try Scene()
        scene.seen.lookup = .success([try #require(IPAddress(address))])
        scene.expect(.warning, "DNS", "not reachable")
    }

    @Test("one of two addresses is dead; without a route it is no fault of theirs")
    func deadAddress() throws {
        var scene = try Scene()
        let dead = HostObservation.Connection(
            address: try #require(SocketAddress("[2001:db8::1]:443")),
            outcome: ClientOutcome(.failure(.connection("Connection refused"))))
        scene.seen.connections.append(dead)
        scene.expect(.error, "connection", "[2001:db8::1]:443: Connection refused")
        scene.seen.connections[1].outcome = ClientOutcome(.failure(.connection("Network is unreachable")))
        #expect(scene.findings(.error) == [])
        #expect(scene.findings(.skipped).map(\.check) == ["connection"])
    }

    @Test("certificates")
    func certificates() throws {
        func expect(_ level: Finding.Level, _ part: String, _ change: (inout Scene) throws -> Void) throws {
            var scene = try Scene()
            try change(&scene)
            scene.expect(level, "certificate", part)
        }
        try expect(.error, "it is for www.example.com") { try $0.certify { $0.names = ["www.example.com"] } }
        try expect(.error, "expired 3 days ago") { try $0.certify { $0.end = Scene.now - 3 * 86_400 } }
        try expect(.error, "not valid before") { try $0.certify { $0.begin = Scene.now + 60 } }
        try expect(.warning, "(20 days)") { try $0.certify { $0.end = Scene.now + 20 * 86_400 + 60 } }
        try expect(.error, "no intermediate") { try $0.certify { ($0.fault, $0.chainCount) = (.unknownIssuer, 1) } }
        try expect(.error, "a trusted authority") { try $0.certify { $0.fault = .selfSigned } }
        try expect(.error, "authority in the --ca file") {
            $0.seen.hasOwnAuthorities = true
            try $0.certify { ($0.fault, $0.chainCount) = (.unknownIssuer, 1) }
        }
        try expect(.error, "of its chain has expired") { try $0.certify { $0.fault = .expired } }
        try expect(.error, "key too weak") { try $0.certify { $0.fault = .other("EE certificate key too weak") } }
    }

    @Test("files that systems do not read", arguments: [HostQuestion.apple, .android])
    func transport(_ question: HostQuestion) throws {
        let check = question == .apple ? "Apple file" : "Android file"
        var scene = try Scene()
        try scene.answer(question, 301, ["location": "https://www.example.com/x"])
        scene.expect(.error, check, "redirects to https://www.example.com/x (301)")
        try scene.answer(question, 404)
        scene.expect(.error, check, "answers 404")
        try scene.answer(question, 200, ["content-type": "text/html"], "<html>")
        scene.expect(.error, check, "text/html")
        try scene.answer(question, 200, ["content-type": "application/json; charset=utf-8"], "<html>")
        scene.expect(.error, check, "JSON")
        scene.seen.outcomes[question] = ClientOutcome(.failure(.timeout(.answer)))
        scene.expect(.error, check, "response timed out")
    }

    @Test("a file with other contents: which app, which path")
    func contents() throws {
        var scene = try Scene()
        let body = String(decoding: try #require(scene.seen.outcomes[.apple]?.answer).body, as: UTF8.self)
        func serve(_ text: String) throws { try scene.answer(.apple, 200, ["content-type": "application/json"], text) }
        try serve(body.replacing("ABCDE12345.", with: "ZZZZZ12345."))
        scene.expect(.error, "Apple file", "ABCDE12345.com.example.ios is missing and 1 more")
        try serve(body.replacing(#"{"/":"/*"}"#, with: #"{"/":"/old/*"}"#))
        scene.expect(.error, "Apple file", "ABCDE12345.com.example.ios lacks the path /*")
        try serve(body.replacing(":", with: ": "))
        scene.expect(.warning, "Apple file", "changed on the way")
        try serve("{\"applinks\":{\"details\":[]}," + String(repeating: " ", count: 128 << 10) + "\"x\":1}")
        scene.expect(.error, "Apple file", "at most 131072")
        let android = String(decoding: try #require(scene.seen.outcomes[.android]?.answer).body, as: UTF8.self)
        scene = try Scene()
        try scene.answer(.android, 200, ["content-type": "application/json"], android.replacing("14:6D", with: "00:00"))
        scene.expect(.error, "Android file", "com.example.android: fingerprints: 14:6D")
    }

    @Test("the file of apps for HarmonyOS, of hosts that have one")
    func harmony() throws {
        #expect(try Scene().plan.questions.contains(.harmony) == false)
        let site = """
            site: example
            hosts: [example.page.link]
            authorized_domains: [www.example.com]
            apps: [{harmony: {bundle: com.example.harmony, app_id: "57"}}]
            """
        var scene = try Scene(site: site)
        #expect(scene.findings(.ok).contains { $0.check == "Harmony file" })
        let body = String(decoding: try #require(scene.seen.outcomes[.harmony]?.answer).body, as: UTF8.self)
        for (text, level, words) in [
            (body.replacing("57", with: "58"), Finding.Level.error, "apps: 57 is missing and 1 more"),
            (body.replacing(":", with: ": "), .warning, "changed on the way"), ("[]", .error, "applinking"),
        ] {
            try scene.answer(.harmony, 200, ["content-type": "application/json"], text)
            scene.expect(level, "Harmony file", words)
        }
        try scene.answer(.harmony, 404)
        scene.expect(.error, "Harmony file", "answers 404")
    }

    @Test("clicks that something in between answers, or changes")
    func clicks() throws {
        var scene = try Scene()
        let click = try #require(scene.plan.click)
        try scene.answer(.androidClick, 502)
        scene.expect(.error, "click, Android", "the proxy can't reach Fingerpost")
        scene.seen.outcomes[.androidClick] = ClientOutcome(.success(try Scene.answer(click.anonymous)))
        scene.expect(.error, "click, Android", "User-Agent does not reach")
        scene.seen.outcomes[.androidClick] = ClientOutcome(.success(try Scene.answer(click.elsewhere)))
        scene.expect(.error, "click, Android", "does not receive the requested host")
        try scene.answer(.androidClick, 200, ["server": "nginx"], "welcome")
        scene.expect(.error, "click, Android", "answers 200, not 302 to intent:")
        #expect(scene.findings(.error)[0].remedy?.contains("another server answers (Server: nginx)") == true)
        scene = try Scene()
        try scene.change(.androidClick, ["cache-control": "max-age=60"])
        scene.expect(.error, "click, Android", "Cache-Control is max-age=60, not no-store")
        scene = try Scene()
        try scene.change(.androidClick, ["age": "12"])
        scene.expect(.error, "click, Android", "a cache answered")
        scene = try Scene()
        try scene.change(.desktopClick, ["referrer-policy": nil])
        scene.expect(.warning, "click, Windows", "Referrer-Policy is missing")
    }

    @Test("deferred links: clicks carry tokens, and apps can redeem them")
    func deferredLinks() throws {
        let site = """
            {"site": "a", "hosts": ["a.example.com"], "authorized_domains": ["www.example.com"], "deferred": {"days": 7},
             "apps": [{"android": {"package": "com.example.android", "install": true}}]}
            """
        var scene = try Scene(host: "a.example.com", site: site)
        let none = #"{"method":"none","confidence":"none"}"#
        try scene.answer(.resolve, 200, [:], none)
        let location = try #require(scene.plan.click?.android.fields["location"])
        scene.expect(.warning, "token", "carry none to Google Play")
        try #require(location.hasSuffix(";end"))
        let carrying = location.dropLast(4) + "%26referrer%3Dfp_token%253Dfp1.abc;end"
        for question in [HostQuestion.androidClick, .forgedHost, .forgedForwarded] {
            try scene.change(question, ["location": String(carrying)])
        }
        #expect(scene.findings().filter { $0.level != .ok } == [])
        try scene.answer(.resolve, 404, ["server": "nginx"], "<html>")
        scene.expect(.error, "deferred links", "POST /v1/resolve answers 404")
        try scene.answer(.resolve, 200, [:], none)
        try scene.change(.androidClick, ["location": "https://play.google.com/x?fp_token"])
        scene.expect(.error, "click, Android", "not 302 to intent:")
    }

    @Test("fields that only a proxy may state, trusted from strangers")
    func forgeries() throws {
        var scene = try Scene()
        let click = try #require(scene.plan.click)
        scene.seen.outcomes[.forgedDevice] = ClientOutcome(.success(try Scene.answer(click.desktop)))
        scene.expect(.error, "forged device", "Fingerpost-Device")
        scene = try Scene()
        scene.seen.outcomes[.forgedHost] = ClientOutcome(.success(try Scene.answer(click.elsewhere)))
        scene.expect(.error, "forged host", "X-Forwarded-Host")
        scene = try Scene()
        scene.seen.outcomes[.forgedForwarded] = ClientOutcome(.success(try Scene.answer(click.elsewhere)))
        scene.expect(.error, "forged host", "Forwarded from clients")
        scene = try Scene()
        scene.seen.forgedClient = .trusted
        scene.expect(.error, "forged client", "X-Forwarded-For")
        scene = try Scene()
        try scene.change(.forgedClient, ["x-request-id": Forgery.requestID])
        scene.expect(.error, "forged client", "X-Request-Id")
        scene = try Scene()
        scene.seen.forgedClient = .unavailable("no rule uses request.ip")
        #expect(scene.findings(.skipped).map(\.check) == ["forged client"])
    }

    @Test("clocks, slowness and clear text")
    func rest() throws {
        var scene = try Scene()
        scene.seen.now += 61
        scene.expect(.warning, "clock", "by 61 seconds")
        scene = try Scene()
        scene.seen.outcomes[.android]?.milliseconds = 5001
        scene.expect(.warning, "speed", "5001 ms")
        scene = try Scene()
        try scene.answer(.plain, 302, ["location": "https://www.example.com/"])
        scene.expect(.warning, "port 80", "answers 302 without TLS")
    }

    @Test("two apps that claim the same links of a host, from the rules alone")
    func claims() throws {
        let site = """
            site: example
            hosts: [two.example.com]
            authorized_domains: [www.example.com]
            apps:
              - ios: {bundle: com.example.one, team: ABCDE12345}
              - ios: {bundle: com.example.two, team: ABCDE12345}
            links: {WXYZ: "https://www.example.com/"}
            """
        let scene = try Scene(host: "two.example.com", site: site)
        scene.expect(.warning, "claims", "ABCDE12345.com.example.one and ABCDE12345.com.example.two both claim /x")
    }

    @Test("the web widget of another server")
    func handler() throws {
        var scene = try Scene(host: "example-app.firebaseapp.com")
        try scene.answer(.handler, 200)
        #expect(scene.findings().map(\.check) == ["DNS", "certificate", "web widget"])
        try scene.answer(.handler, 404)
        scene.expect(.error, "web widget", "/__/auth/action answers 404")
        (scene.seen.lookup, scene.seen.connections, scene.seen.outcomes) = (nil, [], [:])
        #expect(scene.findings().map(\.level) == [.skipped])
    }

    @Test("a page host that claims apps keeps taps in the browser")
    func pageHost() throws {
        let site = """
            site: example
            hosts: [link.example.com]
            page_host: page.example.com
            authorized_domains: [www.example.com]
            apps: [{ios: {bundle: com.example.ios, team: ABCDE12345}}]
            links: {WXYZ: "https://www.example.com/"}
            """
        var scene = try Scene(host: "page.example.com", site: site)
        #expect(scene.findings().filter { $0.level != .ok } == [])
        let file = try #require(try Scene(host: "link.example.com", site: site).plan.files).apple.json
        try scene.answer(
            .apple, 200, ["content-type": "application/json"], String(decoding: file, as: UTF8.self))
        scene.expect(.error, "Apple file", "claims ABCDE12345.com.example.ios")
    }

    @Test("dates of answers")
    func dates() {
        #expect(HTTPDateText.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        for text in ["", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT", "a b c d e GMT"] {
            #expect(HTTPDateText.seconds(text) == nil)
        }
    }
}
