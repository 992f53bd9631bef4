@testable import TargetChecks
import ByteText
import Client
import Foundation
import LinkStore
@testable import Settings
import TestSupport
import Testing

@testable import Daemon

/// Checks of link targets, over local sockets.
@Suite("target checks", .timeLimit(.minutes(20)))
struct TargetCheckTests {
    /// A Python server for targets, on its own port.
    private final class Targets {
        let port: Int
        private let process = Process()
        private let folder: ScratchFolder

        init() throws {
            folder = try ScratchFolder()
            let script = RulesFolder.repository.appending(path: "Tests/Targets/server.py").path()
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = [script, folder.path + "requests"]
            let output = Pipe.exclusive()
            process.standardOutput = output
            try process.start()
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
        }

        var requests: [String] {
            let text = (try? String(contentsOfFile: folder.path + "requests", encoding: .utf8)) ?? ""
            return text.split(separator: "\n").map(String.init)
        }

        deinit {
            // It inherits the blocked SIGTERM.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    private static func settings(port: Int?, every: Int = 3_600) -> DaemonSettings.TargetChecks {
        var settings = DaemonSettings.TargetChecks()
        (settings.everySeconds, settings.timeoutSeconds, settings.perHostMilliseconds) = (every, 1, 0)
        if let port { (settings.networks, settings.ports) = (["127.0.0.0/8"], [port, 1]) }
        return settings
    }

    private static func add(_ target: String, as code: String, to store: LinkStore) throws -> LinkKey {
        let key = try #require(LinkKey(domain: "a.link", code: code))
        try store.apply(.create(LinkCreation(LinkRecord(key: key, longLink: target, created: 1))))
        return key
    }

    private static func check(_ key: LinkKey, _ store: LinkStore) throws -> TargetCheck? {
        try store.targetChecks(of: [store.liveLink(key)])[0]
    }

    private static func waits(_ seconds: Double = 120, until isDone: () throws -> Bool) rethrows -> Bool {
        let end = Date().addingTimeInterval(seconds)
        while Date() < end {
            if try isDone() { return true }
            usleep(50_000)
        }
        return false
    }

    private static func probe(_ settings: DaemonSettings.TargetChecks) throws -> TargetProbe {
        try TargetProbe(settings, HostSpacing(milliseconds: 0), version: "1")
    }

    @Test("each kind of answer is what it is, and no request has more than it needs")
    func answers() throws {
        let targets = try Targets()
        let probe = try Self.probe(Self.settings(port: targets.port))
        let cases: [(path: String, outcome: TargetOutcome, status: Int?)] = [
            ("/ok", .ok, 200), ("/no-head", .ok, 200), ("/long", .ok, 200), ("/there", .ok, 200), ("/404", .gone, 404),
            ("/410", .gone, 410), ("/403", .clientError, 403), ("/503", .serverError, 503), ("/429", .limited, 429),
            ("/reset", .badAnswer, nil), ("/hang", .timeout, nil), ("/private", .blocked, nil),
            ("/loop", .redirectLoop, 302), ("/far", .redirectLoop, 302),
        ]
        for (path, outcome, status) in cases {
            let result = probe.look(at: "http://127.0.0.1:\(targets.port)\(path)")
            #expect(result == TargetProbe.Result(outcome: outcome, status: status), "\(path)")
        }
        let requests = targets.requests
        #expect(!requests.contains { $0.hasSuffix("secret") })
        #expect(requests.contains("HEAD /no-head -") && requests.contains("GET /no-head -"))
        #expect(requests.contains("HEAD /ok?from=there -") && !requests.contains("GET /ok -"))
        #expect(requests.filter { $0.contains("/far") }.count == 6, "five redirects")
        #expect(probe.look(at: "http://127.0.0.1:1/").outcome == .refused)
        #expect(probe.look(at: "https://127.0.0.1:\(targets.port)/ok").outcome == .tls)
        #expect(probe.look(at: "http://no-such-host.invalid/").outcome == .dns)
    }

    /// Regression: checking the target used up a one-time code behind a redirect.
    @Test("a redirect to an address with a code, a key or a mail address is not requested")
    func secretRedirects() throws {
        let targets = try Targets()
        let probe = try Self.probe(Self.settings(port: targets.port))
        for (path, status) in [("/to-code", 302), ("/to-nested-code", 302), ("/to-mail", 301)] {
            let result = probe.look(at: "http://127.0.0.1:\(targets.port)\(path)")
            #expect(result == TargetProbe.Result(outcome: .blocked, status: status), "\(path)")
        }
        #expect(targets.requests == ["HEAD /to-code -", "HEAD /to-nested-code -", "HEAD /to-mail -"])
    }

    @Test("by default nothing but public addresses and the usual ports is connected to")
    func blocked() throws {
        let targets = try Targets()
        let probe = try Self.probe(Self.settings(port: nil))
        var open = Self.settings(port: nil)
        open.ports = [targets.port]
        let onPort = try Self.probe(open)
        for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]"] {
            #expect(probe.look(at: "http://\(host):\(targets.port)/ok").outcome == .blocked)
            #expect(onPort.look(at: "http://\(host):\(targets.port)/ok").outcome == .blocked)
        }
        for host in ["169.254.169.254", "10.0.0.1", "[fd00::1]", "[64:ff9b::7f00:1]", "0.0.0.0"] {
            #expect(onPort.look(at: "http://\(host)/latest/meta-data/").outcome == .blocked)
        }
        #expect(onPort.look(at: "http://user:secret@127.0.0.1/").outcome == .blocked)
        #expect(targets.requests == [])
    }

    /// A proxy that resolved names itself could be led to internal machines by a name that changes.
    @Test("a proxy connects to the checked address, and is not asked for others")
    func proxy() throws {
        let (targets, proxy) = (try Targets(), try PythonServer.proxy())
        var settings = Self.settings(port: targets.port)
        settings.networks = ["192.0.2.0/24"]
        func probe(_ proxy: PythonServer) throws -> TargetProbe {
            var outgoing = DaemonSettings.Outgoing()
            outgoing.proxy = "http://127.0.0.1:\(proxy.port)"
            return try TargetProbe(
                settings, HostSpacing(milliseconds: 0), version: "1", proxy: OutgoingProxy(outgoing) { _ in })
        }
        let base = "http://192.0.2.7:\(targets.port)"
        #expect(try probe(proxy).look(at: "\(base)/ok") == TargetProbe.Result(outcome: .ok, status: 200))
        #expect(try probe(proxy).look(at: "\(base)/404") == TargetProbe.Result(outcome: .gone, status: 404))
        let tunnels = Set(proxy.requests)
        #expect(tunnels == ["CONNECT 192.0.2.7:\(targets.port) HTTP/1.1 -"])
        for target in ["\(base)/private", "http://10.0.0.1/", "http://localhost:\(targets.port)/ok"] {
            #expect(try probe(proxy).look(at: target).outcome == .blocked, "\(target)")
        }
        #expect(try probe(proxy).look(at: "http://no-such-host.invalid/").outcome == .dns)
        #expect(Set(proxy.requests) == tunnels)
        for mode in ["forbid", "gateway", "hang-up"] {
            #expect(try probe(.proxy(mode)).look(at: "\(base)/ok").outcome == .unreachable, "\(mode)")
        }
    }

    @Test("a round checks each target once, stores the results next to the links, and changes no link")
    func round() throws {
        let (targets, folder) = (try Targets(), try ScratchFolder())
        let store = try LinkStore(directory: folder.path)
        let base = "http://127.0.0.1:\(targets.port)"
        let ok = try Self.add("\(base)/ok", as: "ok", to: store)
        let twin = try Self.add("\(base)/ok", as: "twin", to: store)
        let wrapped = try Self.add("https://a.link/?link=\(base)/404&apn=x", as: "wrapped", to: store)
        let secret = try Self.add("\(base)/ok?oobCode=abcdefghijkl&mode=signIn", as: "secret", to: store)
        let expired = try Self.add("\(base)/410", as: "expired", to: store)
        var patch = LinkPatch()
        patch.expires = 2
        try store.apply(.update(expired, patch, at: 2))
        let app = try Self.add("myapp://x", as: "app", to: store)
        let before = try store.liveLink(ok)
        let checks = try #require(try TargetChecks(Self.settings(port: targets.port), store, version: "1"))
        checks.start()
        #expect(Self.waits { (checks.status?.lastRound ?? 0) > 0 })
        checks.stop()
        #expect(try Self.check(ok, store)?.outcome == .ok)
        #expect(try Self.check(twin, store)?.outcome == .ok)
        let gone = try #require(try Self.check(wrapped, store))
        #expect(gone.outcome == .gone && gone.status == 404 && gone.failures == 1 && !gone.isBroken)
        for key in [secret, expired, app] { #expect(try Self.check(key, store) == nil, "\(key.text)") }
        #expect(try store.liveLink(ok) == before)
        #expect(targets.requests.sorted() == ["GET /404 -", "HEAD /404 -", "HEAD /ok -"])
        #expect(checks.status?.counts == [.ok: 1, .gone: 1])

        // The next process waits for the next round.
        let again = try #require(try TargetChecks(Self.settings(port: targets.port), store, version: "1"))
        again.start()
        usleep(300_000)
        again.stop()
        #expect(targets.requests.count == 3)
    }

    @Test("what fails twice in a row is broken, until it answers, leads elsewhere or is deleted")
    func broken() throws {
        let (targets, folder) = (try Targets(), try ScratchFolder())
        let store = try LinkStore(directory: folder.path)
        let base = "http://127.0.0.1:\(targets.port)"
        let (bad, good) = (
            try Self.add("\(base)/500", as: "bad", to: store), try Self.add("\(base)/ok", as: "good", to: store)
        )
        let checks = try #require(try TargetChecks(Self.settings(port: targets.port, every: 1), store, version: "1"))
        checks.start()
        #expect(try Self.waits { try Self.check(bad, store)?.isBroken ?? false })
        checks.stop()
        let check = try #require(try Self.check(bad, store))
        #expect(check.outcome == .serverError && (check.failingSince ?? .max) <= check.checked)
        func listed(_ filter: TargetFilter) throws -> [String] {
            var query = ListQuery()
            query.target = filter
            return try store.list(query).links.map { String($0.key.code) }
        }
        #expect(try listed(.broken) == ["bad"] && listed(.ok) == ["good"] && listed(.unchecked) == [])
        var patch = LinkPatch()
        patch.longLink = "\(base)/other"
        try store.apply(.update(bad, patch, at: 5))
        #expect(try Self.check(bad, store) == nil && listed(.unchecked) == ["bad"])
        try store.apply(.delete(good, at: 6))
        #expect(try listed(.ok) == [])
        #expect(try store.check().findingCount == 0)
    }

    @Test("the end does not wait for a look that is under way")
    func stop() throws {
        let (targets, folder) = (try Targets(), try ScratchFolder())
        let store = try LinkStore(directory: folder.path)
        let key = try Self.add("http://127.0.0.1:\(targets.port)/hang", as: "hang", to: store)
        var settings = Self.settings(port: targets.port)
        settings.timeoutSeconds = 20
        let checks = try #require(try TargetChecks(settings, store, version: "1"))
        checks.start()
        #expect(Self.waits { targets.requests.count == 1 })
        let start = ContinuousClock.now
        checks.stop()
        #expect(ContinuousClock.now - start < .seconds(2))
        #expect(try Self.check(key, store) == nil)
    }

    @Test("series of failures, and what says nothing of a target")
    func series() {
        var check: TargetCheck?
        let steps: [(outcome: TargetOutcome, failures: Int, since: Int64?)] = [
            (.dns, 1, 1), (.limited, 1, 1), (.timeout, 2, 1), (.ok, 0, nil), (.gone, 1, 5), (.blocked, 0, nil),
        ]
        for (index, step) in steps.enumerated() {
            let next = TargetCheck(TargetFinding("x", at: Int64(index + 1), step.outcome), after: check)
            #expect(next.failures == step.failures && next.failingSince == step.since, "\(step.outcome)")
            check = next
        }
        #expect(Set(TargetOutcome.allCases.map(\.name)).count == TargetOutcome.allCases.count)
    }

    @Test("looks are spread over a round, and requests to a host are apart")
    func schedule() throws {
        #expect(TargetRound.pace(links: 10, everySeconds: 86_400) == 1_000)
        #expect(TargetRound.pace(links: 1_000_000, everySeconds: 86_400) == 86)
        #expect(TargetRound.pace(links: 0, everySeconds: 1) == 1_000)
        let spacing = HostSpacing(milliseconds: 100)
        #expect([0, 0, 50, 500].map { spacing.take("a", at: $0) } == [0, 100, 150, 0])
        #expect(spacing.take("b", at: 0) == 0)
        var round = TargetRound(began: 100)
        let isEarly = round.beginIfDue(at: 500, everySeconds: 60)
        #expect(!isEarly, "not all hosts had their turn")
        round.isThrough = true
        let isBeforeTime = round.beginIfDue(at: 159, everySeconds: 60)
        #expect(!isBeforeTime)
        round.lanes = [.init(host: [1, 2], position: [3]), .init(host: [4])]
        let known = try #require(TargetRound(stored: round.stored))
        #expect(known == round)
        let isDue = round.beginIfDue(at: 160, everySeconds: 60)
        #expect(isDue && round.lanes.count == 2 && round.front == nil)
        // A result that the store refused is stored later, and the host continues where it was.
        round.lanes[0].busy = .init(address: "a", next: [9])
        for _ in 0..<2 { round.conclude([1, 2], nextAt: 7) }
        #expect(round.lanes[0] == .init(host: [1, 2], position: [9], nextAt: 7))
        #expect(TargetRound(stored: [1]) == nil)
    }

    @Test(
        "a redirect leads where a browser would go",
        arguments: [
            ("b", "http://h.example:81/x/b"), ("/b?c#d", "http://h.example:81/b?c"),
            ("?c", "http://h.example:81/x/y?c"),
            ("//i.example", "http://i.example/"), ("https://i.example/z", "https://i.example/z"),
            ("", "http://h.example:81/x/y?q"),
            ("../../b/./c", "http://h.example:81/b/c"), ("ftp://i.example/", nil), ("https://u:p@i.example/", nil),
        ])
    func redirects(_ location: String, _ expected: String?) throws {
        let target = try #require(TargetAddress("http://h.example:81/x/y?q"))
        #expect(target.redirected(to: location)?.text == expected)
    }
}
