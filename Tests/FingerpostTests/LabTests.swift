import ByteText
import Foundation
import TestSupport
import Testing

/// Tests of a link on a phone with the real daemon and command: a scripted phone with a scripted app, and Chromium.
@Suite("lab", .timeLimit(.minutes(20)))
struct LabTests {
    private static let site = """
        site: example
        hosts: [example.page.link]
        page_host: preview.example.com
        authorized_domains: [www.example.com]
        deferred: {days: 1}
        apps:
          - ios: {bundle: com.example.ios, team: ABCDE12345, app_store_id: "1234567", custom_scheme: com.example.ios}
          - android: {package: com.example.android, install: true, sha256: ["\(sha256)"]}
        links: {WXYZ: "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&ibi=com.example.ios&isi=1234567"}
        """
    private static let sha256 =
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"
    private static let link = "https://example.page.link/WXYZ"

    /// A daemon with a running `fingerpost lab`.
    private final class Bench {
        let rules: RulesFolder
        let folder: ScratchFolder
        let daemon: RunningDaemon
        let command: Child
        /// The path of the first page.
        let path: String
        var evidence: String { "\(folder.path)/evidence.jsonl" }

        init(_ flags: [String] = []) throws {
            rules = try RulesFolder(site: LabTests.site)
            folder = try ScratchFolder()
            daemon = try RunningDaemon(
                rules: rules.path, flags: ["--store", "\(folder.path)/store", "--control", "\(folder.path)/control"])
            let child = try Child(
                Program.path,
                [
                    "lab", LabTests.link, "--socket", "\(folder.path)/control", "--evidence",
                    "\(folder.path)/evidence.jsonl",
                ]
                    + flags)
            command = child
            var address: String?
            let hasBegun = wait(seconds: 20) {
                address = child.output.split(separator: "\n").first.map(String.init)
                return address?.hasPrefix("https://") == true || !child.isRunning
            }
            #expect(hasBegun, "\(child.output)\(child.error)")
            let text = try #require(address)
            #expect(text.hasPrefix("https://preview.example.com/_fp/.lab/"), "\(text)")
            path = String(text.dropFirst("https://preview.example.com".count))
        }

        /// Sends a request of the phone.
        func ask(
            _ target: String, method: String = "GET", host: String = "preview.example.com",
            agent: String = LabTests.agent,
            fields: [String: String] = [:], form: String? = nil
        ) throws -> HTTPAnswer {
            let client = try HTTPClient(port: daemon.front)
            var all = fields.merging(["User-Agent": agent]) { own, _ in own }
            if agent == LabTests.agent { all.merge(LabTests.hints) { own, _ in own } }
            if form != nil { all["Content-Type"] = "application/x-www-form-urlencoded" }
            client.send(HTTPRequest.text(target, method: method, host: host, fields: all, body: form ?? ""))
            return try client.answer()
        }

        func post(_ target: String, _ form: String) throws -> HTTPAnswer {
            try ask(target, method: "POST", form: form)
        }

        /// The list of taps, once it has a text.
        func list(with text: String) throws -> String {
            var body = ""
            let has = wait(seconds: 20) {
                body = (try? ask(path).body) ?? ""
                return body.contains(text)
            }
            #expect(has, "\(text) is not in \(body)")
            return body
        }
    }

    private static let agent =
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36"
    private static let hints = [
        "Sec-CH-UA": #""Chromium";v="156", "Google Chrome";v="156""#, "Sec-CH-UA-Mobile": "?1",
        "Sec-CH-UA-Platform": #""Android""#, "Sec-CH-UA-Platform-Version": #""16.0.0""#,
        "Sec-CH-UA-Model": #""Pixel 9""#,
    ]

    @Test("a phone on which the app opens as predicted, except once, ends with evidence")
    func phone() throws {
        let bench = try Bench()
        let first = try bench.ask(bench.path)
        #expect(first.status == 200 && first.body.contains("Android 16, Chrome 156"), "\(first.body)")
        #expect(first["accept-ch"]?.contains("Sec-CH-UA-Platform-Version") == true)
        #expect(try bench.post(bench.path, "app=current").status == 303)
        let list = try bench.list(with: "On a page of another host")
        #expect(list.contains("https://example.page.link\(bench.path)/same-host"), "\(list)")
        // The app opens without a request, and asks.
        #expect(try bench.ask("\(bench.path)/page").body.contains(Self.link))
        let asked = try bench.ask(
            "/WXYZ", host: "example.page.link", agent: "okhttp/5.1.0", fields: ["Accept": "application/json"])
        #expect(asked.status == 200)
        #expect(try bench.ask("\(bench.path)/page").body.contains("it has opened"))
        // A typed link: the browser asks, and the tester arrives on the page with the button and goes on.
        #expect(try bench.ask("\(bench.path)/typed").status == 200)
        #expect(try bench.ask("/WXYZ", host: "example.page.link").status == 302)
        #expect(try bench.ask("\(bench.path)/typed").body.contains("The server received: a click, answered with"))
        #expect(try bench.post("\(bench.path)/typed", "saw=nothing").status == 303)
        _ = try bench.list(with: "1 of 2 as predicted")
        #expect(try bench.post(bench.path, "end=1").status == 303)
        #expect(
            bench.command.waits(seconds: 20) && bench.command.code == 1, "\(bench.command.output)\(bench.command.error)"
        )
        #expect(bench.command.output.contains("✗ Typed into the address bar: nothing, not"), "\(bench.command.output)")
        #expect(bench.command.output.contains("Android 16, Chrome 156, app current: 1 of 2 as predicted"))
        let line = try String(contentsOfFile: bench.evidence, encoding: .utf8)
        let json = try JSONValue(parsing: line)
        #expect(
            json["taps"]?.array?.count == 2 && json["taps"]?.array?.first?["confirmed_by"]?.string == "app", "\(line)")
        #expect(!line.contains("127.0.0.1") && !line.contains("Mozilla"))
        // The model is compared with it.
        let review = try Program.run(["outcomes", "--evidence", bench.folder.path, "--rules", bench.rules.path])
        #expect(
            review.code == 1 && review.output.contains("Android 16, Chrome 156, app current, typed"), "\(review.output)"
        )
        let own = try Program.run([
            "outcomes", Self.link, "--evidence", bench.evidence, "--rules", bench.rules.path, "--json",
        ])
        let found = try JSONValue(parsing: own.output)
        #expect(found["evidence"]?["contradictions"]?.array?.count == 1 && found["cells"] != nil, "\(own.error)")
        #expect(bench.daemon.stop() == 0)
    }

    @Test("an app that was installed afterwards claims its link")
    func installation() throws {
        let bench = try Bench()
        _ = try bench.post(bench.path, "app=absent")
        _ = try bench.list(with: "Get the app")
        _ = try bench.ask("\(bench.path)/get-app")
        let click = try bench.ask("/WXYZ", host: "example.page.link")
        let location = try #require(click["location"])
        let token = try #require(
            location.firstMatch(of: /fp1\.[A-Za-z0-9_-]+/).map { String($0.output) }, "\(location)")
        let body = #"{"token": "\#(token)"}"#
        let client = try HTTPClient(port: bench.daemon.front)
        client.send(
            HTTPRequest.text(
                "/v1/resolve", method: "POST", host: "example.page.link",
                fields: ["Content-Type": "application/json", "User-Agent": "okhttp/5.1.0"], body: body))
        let claimed = try client.answer()
        #expect(claimed.body.contains(#""confidence":"exact""#), "\(claimed.body) \(body)")
        #expect(try bench.ask("\(bench.path)/get-app").body.contains("the claim of the installed app"))
        _ = try bench.list(with: "1 of 1 as predicted")
        bench.command.signal(SIGINT)
        #expect(
            bench.command.waits(seconds: 20) && bench.command.code == 0, "\(bench.command.output)\(bench.command.error)"
        )
        // After the end, the page explains it.
        #expect(try bench.ask(bench.path).status == 404)
        #expect(bench.daemon.stop() == 0)
    }

    @Test("strangers' requests, wrong addresses and forms change nothing")
    func strangers() throws {
        let bench = try Bench()
        for target in [
            "/_fp/.lab/", "/_fp/.lab/x", "/_fp/.lab/\(String(repeating: "A", count: 22))", "\(bench.path)/nope",
            "\(bench.path)/page/x",
        ] {
            #expect(try bench.ask(target).status == 404, "\(target)")
        }
        #expect(try bench.ask("\(bench.path)/evidence").status == 404)
        #expect(try bench.ask(bench.path, agent: Agents.windows).body.contains("Not a phone"))
        #expect(try bench.ask(bench.path, method: "DELETE").status == 405)
        #expect(try bench.post(bench.path, "app=unverified").status == 303)
        #expect(try bench.post("\(bench.path)/page", "saw=app").status == 303)
        #expect(try bench.ask(bench.path).body.contains("Is the app installed"))
        _ = try bench.post(bench.path, "app=current")
        _ = try bench.list(with: "not tried")
        _ = try bench.ask("\(bench.path)/typed")
        // Another client clicks the same link.
        let other = try HTTPClient(port: bench.daemon.front, from: 7)
        other.send(HTTPRequest.text("/WXYZ", host: "example.page.link", fields: ["User-Agent": Self.agent]))
        _ = try other.answer()
        // A chat app on the same phone, which inspects the link, and a browser that prefetches it.
        _ = try bench.ask("/WXYZ", host: "example.page.link", agent: "facebookexternalhit/1.1 Facebot Twitterbot/1.0")
        _ = try bench.ask("/WXYZ", host: "example.page.link", fields: ["Sec-Purpose": "prefetch"])
        #expect(try !bench.ask("\(bench.path)/typed").body.contains("The server received"))
        #expect(try bench.post("\(bench.path)/typed", "saw=sandwich").status == 303)
        #expect(try bench.ask(bench.path).body.contains("nothing tried yet"))
        bench.command.signal(SIGINT)
        _ = bench.command.waits(seconds: 20)
        #expect(bench.daemon.stop() == 0)
    }

    @Test("the command refuses links that the rules refuse, and wrong evidence")
    func refusals() throws {
        let rules = try RulesFolder(site: Self.site)
        let folder = try ScratchFolder()
        let daemon = try RunningDaemon(
            rules: rules.path, flags: ["--store", "\(folder.path)/store", "--control", "\(folder.path)/control"])
        let socket = ["--socket", "\(folder.path)/control"]
        let unknown = try Program.run(["lab", "https://example.page.link/NONE"] + socket)
        #expect(unknown.code == 1 && unknown.error.contains("the rules refuse this link"), "\(unknown.error)")
        let foreign = try Program.run(["lab", "https://elsewhere.example/"] + socket)
        #expect(foreign.code == 1, "\(foreign.error)")
        #expect(try Program.run(["lab", Self.link, "--minutes", "0"] + socket).code == 2)
        for index in 0..<16 {
            let opened = try Self.open(daemon, "\(folder.path)/control")
            #expect(opened == 200, "\(index)")
        }
        #expect(try Self.open(daemon, "\(folder.path)/control") == 503)
        let broken = try folder.file("broken.jsonl", "{\"type\": \"phone_evidence\"}\n")
        let read = try Program.run(["outcomes", "--evidence", broken.path(), "--rules", rules.path])
        #expect(read.code == 2 && read.error.contains("broken.jsonl:1"), "\(read.error)")
        #expect(try Program.run(["outcomes", "--rules", rules.path]).code == 2)
        #expect(daemon.stop() == 0)
    }

    private static func open(_ daemon: RunningDaemon, _ socket: String) throws -> Int {
        let client = try HTTPClient(unix: socket)
        client.send(
            HTTPRequest.text(
                "/v1/lab/open?link=https%3A%2F%2Fexample.page.link%2FWXYZ", method: "POST", host: "localhost"))
        return try client.answer().status
    }

    private static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(
        "the pages on a narrow touch screen: every tap by a finger, Back, and no fault that axe-core finds",
        .enabled(
            if: chromium != nil && PythonBrowser.interpreter != nil && CertificateMaker.openssl != nil,
            "skipped: no chromium, no openssl, or no Python with Tests/Browser/requirements.txt; see above"))
    func browser() throws {
        let folder = try ScratchFolder()
        let daemon = try SecureDaemon(
            site: Self.site, flags: ["--store", "\(folder.path)/store", "--control", "\(folder.path)/control"])
        let command = try Child(
            Program.path,
            ["lab", Self.link, "--socket", "\(folder.path)/control", "--evidence", "\(folder.path)/evidence.jsonl"])
        defer { command.kill() }
        var address = ""
        _ = wait(seconds: 20) {
            address = command.output.split(separator: "\n").first.map(String.init) ?? ""
            return address.hasPrefix("https://")
        }
        let pictures = ProcessInfo.processInfo.environment["FINGERPOST_TEST_PICTURES"].map { [$0] } ?? []
        let child = try Child(
            try #require(PythonBrowser.interpreter),
            [PythonBrowser.script("lab.py"), try #require(Self.chromium), "\(daemon.secure)", address] + pictures)
        defer { child.kill() }
        #expect(child.waits(seconds: 300), "the browser takes too long")
        #expect(child.code == 0, "\(child.output)\(child.error)")
        #expect(command.waits(seconds: 20), "\(command.output)")
        let line = (try? String(contentsOfFile: "\(folder.path)/evidence.jsonl", encoding: .utf8)) ?? ""
        let taps = try JSONValue(parsing: line)["taps"]?.array ?? []
        // Chromium on this computer has no app: the intent leads to its fallback, and the app of the script asks once.
        #expect(taps.count >= 5, "\(line)")
        #expect(taps.contains { $0["confirmed_by"]?.string == "app" })
        #expect(daemon.stop() == 0)
    }
}
