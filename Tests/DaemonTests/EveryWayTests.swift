import ArgumentParser
import ByteText
import Foundation
import Links
import Replay
import Routing
import Rules
import Server
import Settings
import TestSupport
import Testing

@testable import fingerpost

/// All interfaces decide alike. Regression: a rule on a header field depended on the interface. `resolve --user-agent`
/// and the decision API set a user agent that rules on `request.headers` did not see, and verifying a log reported
/// differences.
@Suite("the same click decides alike by whatever way it comes")
struct EveryWayTests {
    private static let seed: UInt64 = {
        let seed = UInt64.random(in: 0 ... .max)
        print("EveryWayTests seed \(seed)")
        return seed
    }()

    @Test("for every fact that rules can read", arguments: FactSubject.all)
    func everyWay(subject: FactSubject) throws {
        var random = SplitMix64(seed: Self.seed)
        let trial = try EveryWayTrial(subject, &random)
        for click in StatedClick.single { try trial.ask(click) }
        for _ in 0..<8 { try trial.ask(StatedClick.random(&random)) }
        trial.expectSame("seed \(Self.seed)")
        #expect(subject.isConstant || trial.distinct > 1, "no click tells values of \(subject.testDescription) apart")
    }
}

/// One rule set, queried through all interfaces.
private final class EveryWayTrial {
    /// A decision, reduced to the members that the decision log has.
    private struct Told: Equatable {
        var decision, rule, target, page, error: String?
        var status: Int?
        var undecided: Int?

        /// Reads a decision, or a line of the decision log. The log's secrets are masked.
        init(_ json: JSONValue) {
            (decision, rule, page) = (json["decision"]?.string, json["rule"]?.string, json["page"]?.string)
            target = (json["target"]?.string).map(Masking.blanked)
            error = json["error"]?.string ?? json["error"]?["code"]?.string
            status = json["status"]?.number?.int
            undecided = json["undecided"]?.array?.count ?? json["undecided"]?.number?.int
        }
    }

    private let ruleSet: RuleSet
    private let daemon: DaemonInMemory
    private let folder = try? ScratchFolder()
    private let path: String
    private let evaluator: Evaluator
    private let resolver: RequestResolver
    private var arena = ByteArena()
    private var request = ClickRequest()
    /// The clicks sent to the daemon with their decisions, in the order of its log.
    private var logged: [(told: Told, way: Way, click: StatedClick)] = []
    private var differences: [String] = []
    private var answers: Set<String> = []
    /// How often each interface was used, starting with a random handicap.
    private var uses: [Way: Int] = [:]
    private static let waysOfClick = 2

    /// The number of distinct decisions.
    var distinct: Int { answers.count }

    init(_ subject: FactSubject, _ random: inout SplitMix64) throws {
        ruleSet = subject.ruleSet
        let path = try #require(folder).path + "decisions.log"
        self.path = path
        daemon = try DaemonInMemory(ruleSet, trusting: ["127.0.0.1"]) {
            ($0.decisionLog, $0.countryHeader) = (path, StatedClick.countryField)
        }
        evaluator = try Evaluator(ruleSet)
        resolver = try RequestResolver(ruleSet)
        for way in Way.allCases { uses[way] = Int.random(in: 0..<3, using: &random) }
    }

    /// Sends the click through some of the possible interfaces, preferring those used least.
    func ask(_ click: StatedClick) throws {
        let expected = try evaluate(click)
        answers.insert("\(expected["rule"] ?? .null) \(expected["target"] ?? .null) \(expected["undecided"] ?? .null)")
        daemon.now = click.time
        let ways = Way.allCases.filter(click.comes).sorted { uses[$0, default: 0] < uses[$1, default: 0] }
        for way in ways.prefix(Self.waysOfClick) {
            // Parsing options takes longest.
            uses[way, default: 0] += way == .options || way == .optionsAllFields ? 2 : 1
            guard let answer = try answer(click, way) else {
                logged.append((Told(expected), way, click))
                continue
            }
            if way == .body || way == .bodyAllFields || way == .query { logged.append((Told(expected), way, click)) }
            if answer != expected { differences.append("\(way): \(answer.text) for \(click)") }
        }
    }

    private func evaluate(_ click: StatedClick) throws -> JSONValue {
        try click.fill(&request, &arena)
        let outcome = evaluator.decide(request, in: &arena)
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { ruleSet.write(outcome, id: nil, arena: arena, to: &$0) }
        return try JSONValue(parsing: output.span)
    }

    /// The decision in the response; `nil` if the response is a redirect or a page, so that only the log has the
    /// decision.
    private func answer(_ click: StatedClick, _ way: Way) throws -> JSONValue? {
        switch way {
        case .front:
            _ = try daemon.send(click.text(by: way), to: .front)
            return nil
        case .nginx, .forward, .envoy:
            _ = try daemon.send(click.text(by: way), to: .edge)
            return nil
        case .body: return try daemon.decide(click.json().text).json
        case .bodyAllFields: return try daemon.decide(click.json(agentIsField: true).text).json
        case .query: return try daemon.ask(.edge, "/v1/decide?" + click.query).json
        case .explain:
            return try daemon.ask(.edge, "/v1/explain", method: "POST", click.json().text).json?["decision"]
        case .batch: return try resolver.resolve(JSONValue(parsing: click.json().text), now: 0)
        case .options: return try resolve(click.options(agentIsField: false), at: click.time)
        case .optionsAllFields: return try resolve(click.options(agentIsField: true), at: click.time)
        }
    }

    private func resolve(_ options: [String], at time: Int64) throws -> JSONValue {
        try resolver.resolve(try QuestionOptions.parse(options).request(), now: time)
    }

    /// Ends the daemon, reads its log and verifies it.
    func expectSame(_ note: Comment) {
        daemon.finish()
        #expect(differences == [], note)
        for way in Way.allCases { #expect(uses[way, default: 0] > 5, "\(way) was not put to the test") }
        do {
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            try #require(lines.count == logged.count, note)
            for (line, expected) in zip(lines, logged) where Told(try JSONValue(parsing: String(line))) != expected.told
            {
                Issue.record("\(note): \(expected.way): \(line) instead of \(expected.told) for \(expected.click)")
            }
            let settings = ReplaySettings(inputs: try LogInput.expanding([path]))
            var sums = Verifier.Sums()
            let parts = try Replay.run(settings, ruleSet) { [ruleSet] in Verifier(ruleSet) }.sums
            for part in parts { sums.add(part) }
            #expect(sums.compared == lines.count, note)
            #expect(sums.first == nil, note)
            #expect(sums.different == 0, note)
        } catch {
            Issue.record(error, note)
        }
    }
}
