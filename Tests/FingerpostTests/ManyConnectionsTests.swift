import Foundation
import TestSupport
import Testing

/// Short forms of `Tests/Smoke/idle`, `slow` and `restarts`, with the loads of `fingerpost-load`.
@Suite("many connections", .serialized, .timeLimit(.minutes(20)))
struct ManyConnectionsTests {
    private static let load = Program.path + "-load"

    /// A daemon that lets one address have as many connections as a test wants.
    private func daemon() throws -> RunningDaemon {
        try RunningDaemon(
            rules: RulesFolder.shippedRules.path(), environment: ["FINGERPOST_LIMITS_PER_ADDRESS": "10000"])
    }

    /// Starts to hold connections and waits until they are there.
    private func hold(_ kind: String, _ count: Int, _ daemon: RunningDaemon) throws -> Child {
        let child = try Child(
            Self.load,
            [
                "hold", "--at", "127.0.0.1:\(daemon.front)", "--kind", kind, "--connections", "\(count)", "--seconds",
                "60",
            ])
        try #require(wait(seconds: 30) { child.output.contains("holding \(count)") }, "\(child.error)")
        return child
    }

    /// A new connection for each click; the figures it ends with.
    private func openLoop(_ daemon: RunningDaemon, rate: Int, seconds: Int) throws -> Child {
        try Child(
            Self.load,
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

    @Test("good clients are served beside slow ones", arguments: ["slow-head", "slow-reader"])
    func slow(kind: String) throws {
        let daemon = try daemon()
        let alone = try figures(openLoop(daemon, rate: 200, seconds: 2))
        let held = try hold(kind, 1000, daemon)
        let beside = try figures(openLoop(daemon, rate: 200, seconds: 2))
        #expect(beside["served"] == 400, "\(beside)")
        // A debug build on a machine with other tests: 50 ms are noise.
        let (normal, slow) = (try #require(alone["p99_us"]), try #require(beside["p99_us"]))
        #expect(slow <= 2 * normal + 50_000, "\(normal) us alone, \(slow) us beside slow clients")
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
            #expect(wait(seconds: 20) { Self.successors(daemon).count == count && Self.isReady(daemon, count + 1) })
            newest = try #require(Self.successors(daemon).last)
            kill(newest, SIGHUP)
        }
        let figures = try figures(load)
        #expect(figures["served"] == 1200, "\(figures) \(daemon.said)")
        kill(newest, SIGTERM)
        #expect(wait(seconds: 10) { (try? HTTPClient(port: daemon.front)) == nil })
    }

    /// The processes that have been started to take over, in their order.
    private static func successors(_ daemon: RunningDaemon) -> [pid_t] {
        let words = daemon.said.split(whereSeparator: \.isWhitespace)
        return words.indices.dropFirst(2).filter { words[$0] == "taking" }.compactMap { pid_t(words[$0 - 2]) }
    }

    private static func isReady(_ daemon: RunningDaemon, _ count: Int) -> Bool {
        daemon.said.split(separator: "\n").count { $0.hasPrefix("ready ") } == count
    }
}
