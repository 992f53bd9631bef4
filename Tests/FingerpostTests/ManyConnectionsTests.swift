import Foundation
import TestSupport
import Testing

/// Short forms of `Tests/Smoke/idle`, `slow`, `restarts` and `restarts-http2`, with the loads of `fingerpost-load`.
@Suite("many connections", .serialized, .needsLoad, .timeLimit(.minutes(20)))
struct ManyConnectionsTests {
    /// A daemon that accepts up to 10,000 connections from one address.
    private func daemon() throws -> RunningDaemon {
        try RunningDaemon(
            rules: RulesFolder.shippedRules.path(), environment: ["FINGERPOST_LIMITS_PER_ADDRESS": "10000"])
    }

    /// Starts holding connections, and waits until they are open.
    private func hold(_ kind: String, _ count: Int, _ daemon: RunningDaemon) throws -> Child {
        let child = try Child(
            Program.load,
            [
                "hold", "--at", "127.0.0.1:\(daemon.front)", "--kind", kind, "--connections", "\(count)", "--seconds",
                "60",
            ])
        try #require(wait(seconds: 30) { child.output.contains("holding \(count)") }, "\(child.error)")
        return child
    }

    /// Opens a new connection for each click; its figures are printed at the end.
    private func openLoop(_ daemon: RunningDaemon, rate: Int, seconds: Int) throws -> Child {
        try Child(
            Program.load,
            [
                "open-loop", "--at", "127.0.0.1:\(daemon.front)", "--rate", "\(rate)", "--seconds", "\(seconds)",
                "--fresh",
            ])
    }

    private func figures(_ child: Child) throws -> [String: Int] {
        try #require(child.waits(seconds: 60) && child.code == 0, "\(child.error)")
        return Dictionary(
            uniqueKeysWithValues: try child.output.split(whereSeparator: \.isWhitespace).map { word in
                let sides = word.split(separator: "=")
                return (String(sides[0]), try #require(Int(sides[1])))
            })
    }

    @Test("an idle connection costs less than 2 KiB")
    func idle() throws {
        let daemon = try daemon()
        _ = try figures(openLoop(daemon, rate: 500, seconds: 1))
        let before = try #require(daemon.residentSize)
        let held = try hold("idle", 2000, daemon)
        #expect(wait(seconds: 10) { ((try? Self.descriptors(daemon)) ?? 0) > 2000 })
        let after = try #require(daemon.residentSize)
        #expect((after - before) * 1024 < 2000 * 2048, "\(before) KiB, then \(after) KiB")
        held.kill()
        #expect(daemon.stop() == 0)
    }

    private static func descriptors(_ daemon: RunningDaemon) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.id)/fd").count
    }

    @Test("good clients are served next to slow ones", arguments: ["slow-head", "slow-reader"])
    func slow(kind: String) throws {
        let daemon = try daemon()
        let alone = try figures(openLoop(daemon, rate: 200, seconds: 2))
        let held = try hold(kind, 1000, daemon)
        let beside = try figures(openLoop(daemon, rate: 200, seconds: 2))
        #expect(beside["served"] == 400, "\(beside)")
        // In a debug build on a machine that runs other tests, 50 ms are noise.
        let (normal, slow) = (try #require(alone["p99_us"]), try #require(beside["p99_us"]))
        #expect(slow <= 2 * normal + 50_000, "\(normal) us alone, \(slow) us next to slow clients")
        held.kill()
        #expect(daemon.stop() == 0)
    }

    @Test("no click is lost while the daemon is replaced and loads its rules again")
    func replaced() throws {
        let daemon = try daemon()
        let load = try openLoop(daemon, rate: 200, seconds: 6)
        var newest = daemon.id
        for count in 1...2 {
            kill(newest, SIGUSR2)
            #expect(
                wait(seconds: 20) {
                    HandoverTests.successors(daemon.said).count == count && Self.isReady(daemon, count + 1)
                })
            newest = try #require(HandoverTests.successors(daemon.said).last)
            kill(newest, SIGHUP)
        }
        let figures = try figures(load)
        #expect(figures["served"] == 1200, "\(figures) \(daemon.said)")
        kill(newest, SIGTERM)
        #expect(wait(seconds: 10) { (try? HTTPClient(port: daemon.front)) == nil })
    }

    /// The figures of `fingerpost-load streams` against a front with TLS.
    private func streams(_ daemon: SecureDaemon, seconds: Int, _ more: [String] = []) throws -> Child {
        let clicks = try daemon.certificates.folder.file(
            "clicks", "/WXYZ\t\(Agents.android)\n/nothing\t\(Agents.iPhone)\n")
        let child = try Child(
            Program.load,
            [
                "streams", "--at", "127.0.0.1:\(daemon.secure)", "--host", "link.example", "--connections", "16",
                "--streams", "20", "--seconds", "\(seconds)", "--clicks", clicks.path(),
            ] + more)
        try #require(wait(seconds: 20) { (try? daemon.handshakes()) ?? 0 >= 16 }, "\(child.error)")
        return child
    }

    private func streamFigures(_ child: Child) throws -> [Substring: Double] {
        try #require(child.waits(seconds: 60) && child.code == 0, "\(child.error)")
        return Dictionary(
            uniqueKeysWithValues: try child.output.split(whereSeparator: \.isWhitespace).map { word in
                let sides = word.split(separator: "=")
                return (sides[0], try #require(Double(sides[1])))
            })
    }

    @Test("HTTP/2: no request is lost while the daemon is replaced and loads its rules again")
    func replacedStreams() throws {
        let daemon = try SecureDaemon()
        let load = try streams(daemon, seconds: 8)
        for _ in 1...2 {
            kill(try daemon.replace(), SIGHUP)
        }
        let figures = try streamFigures(load)
        let requests = try #require(figures["requests"])
        #expect(requests > 1000 && figures["failed"] == 0, "\(figures) \(daemon.said)")
        #expect(figures["3xx"]! + figures["4xx"]! == requests && figures["4xx"]! > 0, "\(figures)")
        // Each connection received GOAWAY twice; one reopened to a process about to drain received one more.
        #expect(figures["ended"]! >= 32, "\(figures)")
    }

    @Test("HTTP/2: a drain (SIGTERM) answers every request that a client has begun before it heard of the end")
    func drainedStreams() throws {
        let daemon = try SecureDaemon()
        let load = try streams(daemon, seconds: 20, ["--leave"])
        usleep(500_000)
        #expect(daemon.stop() == 0)
        let figures = try streamFigures(load)
        #expect(figures["requests"]! > 300 && figures["failed"] == 0 && figures["ended"] == 16, "\(figures)")
        #expect(figures["seconds"]! < 15, "connections that were told to go are closed")
    }

    private static func isReady(_ daemon: RunningDaemon, _ count: Int) -> Bool {
        daemon.said.split(separator: "\n").count { $0.hasPrefix("ready ") } == count
    }
}
