import ByteText
import Foundation
import Testing

@testable import Devices

/// Scores the classifier over labelled agents of several test suites, which lie beside the repository.
@Suite struct SharedAgentsTests {
    static let path = SharedData.path("data/ua/dev.tsv")

    @Test(.enabled(if: path != nil, "shared/data/ua/dev.tsv is missing: accuracy is not checked"))
    func reachesItsTargets() throws {
        let scores = try Self.score(LabelledAgent.read(#require(Self.path)))
        print(scores.table)
        #expect(scores.rate("platform") >= 0.993)
        for platform in scores.names(startingWith: "platform = ") where scores.count(platform) > 100 {
            #expect(scores.rate(platform) >= 0.97, "\(platform)")
        }
        #expect(scores.rate("hidden platform") >= 0.75)
        #expect(scores.rate("version") >= 0.988)
        #expect(scores.rate("form factor") >= 0.95)
        #expect(scores.rate("named in-app") >= 0.985)
        #expect(scores.rate("in-app none") >= 0.993)
        #expect(scores.rate("bots on two lists") >= 0.92)
        #expect(scores.rate("no bot") >= 0.999)
        #expect(scores.rate("previews") >= 0.96)
    }

    private static func score(_ agents: [LabelledAgent]) -> Scores {
        var scores = Scores()
        var arena = ByteArena()
        for agent in agents {
            arena.reset()
            let device = DeviceClassifier.builtIn.classify(userAgent: arena.append(agent.text), in: &arena)
            score(device, version: arena.string(device.osVersion), agent, &scores)
            if agent.knows("b") { scoreBot(device, agent, &scores) }
        }
        return scores
    }

    private static func score(_ device: Device, version: String, _ agent: LabelledAgent, _ scores: inout Scores) {
        if agent.knows("p") {
            let right = "\(device.platform.name)" == agent.platform
            scores.add("platform", right)
            scores.add("platform = \(agent.platform)", right)
            if agent.note.contains("hidden") { scores.add("hidden platform", right) }
        }
        if agent.knows("v"), !agent.version.isEmpty {
            scores.add("version", LabelledAgent.agree(version, agent.version))
        }
        guard !agent.isBot else { return }
        if agent.knows("f"), !agent.formFactor.isEmpty {
            scores.add("form factor", "\(device.formFactor.name)" == agent.formFactor)
        }
        if agent.knows("i") {
            let right = "\(device.inApp.name)" == agent.inApp
            switch agent.inApp {
            case "none": scores.add("in-app none", right)
            case "other", "android_webview", "ios_webview": scores.add("other in-app", right)
            default: scores.add("named in-app", right)
            }
        }
    }

    private static func scoreBot(_ device: Device, _ agent: LabelledAgent, _ scores: inout Scores) {
        if !agent.isBot { scores.add("no bot", !device.bot) }
        if agent.isBot && agent.botVotes >= 2 { scores.add("bots on two lists", device.bot) }
        if agent.isBot && agent.botKind.hasPrefix("preview") { scores.add("previews", device.botKind == .preview) }
    }
}

/// How many of the labels of each kind were met.
struct Scores {
    private var tallies: [String: (right: Int, all: Int)] = [:]

    mutating func add(_ name: String, _ right: Bool) {
        let tally = tallies[name] ?? (0, 0)
        tallies[name] = (tally.right + (right ? 1 : 0), tally.all + 1)
    }

    func count(_ name: String) -> Int { tallies[name]?.all ?? 0 }
    func rate(_ name: String) -> Double { tallies[name].map { Double($0.right) / Double($0.all) } ?? 0 }
    func names(startingWith prefix: String) -> [String] { tallies.keys.filter { $0.hasPrefix(prefix) } }

    var table: String {
        tallies.keys.sorted().map { name in
            let percent = (rate(name) * 100_000).rounded() / 1000
            return "\(name): \(percent) % of \(count(name))"
        }.joined(separator: "\n")
    }
}
