import ByteText
import DeviceAccuracy
import Devices
import Foundation
import TestSupport
import Testing

@Suite struct AccuracyTests {
    static let shared = SharedData.path("data/ua/dev.tsv")
    static let own = URL(filePath: #filePath).appending(path: "../../DevicesTests/labels.tsv").standardized.path

    private static func agents(_ path: String) throws -> [LabelledAgent] {
        try LabelledAgent.parse(Array(Data(contentsOf: URL(fileURLWithPath: path))))
    }

    /// Scores the classifier on labelled agents of several test suites, which are stored outside the repository.
    @Test(.enabled(if: shared != nil, "shared/data/ua/dev.tsv is missing: accuracy is not checked"))
    func reachesItsTargets() throws {
        let scores = try AccuracyScores(of: Self.agents(#require(Self.shared)))
        for score in scores.scores { print("\(score.label): \(score.right) of \(score.all)") }
        #expect(try #require(scores["platform"]).rate >= 0.996)
        for score in scores.scores where score.label.hasPrefix("platform ") && score.all > 100 {
            #expect(score.rate >= (score.label == "platform hidden" ? 0.9 : 0.974), "\(score.label)")
        }
        #expect(try #require(scores["version"]).rate >= 0.9935)
        #expect(try #require(scores["form"]).rate >= 0.9665)
        #expect(try #require(scores["in_app named"]).rate >= 0.999)
        #expect(try #require(scores["in_app none"]).rate >= 0.999)
        #expect(try #require(scores["bot of two sources"]).rate >= 0.98)
        #expect(try #require(scores["bot none"]).rate >= 0.999)
        #expect(try #require(scores["bot preview"]).rate >= 0.98)
    }

    /// No field may depend on what a single source shows. Previews are excluded: they are few, and the service names by
    /// which they are recognized appear in one agent each.
    @Test(
        .enabled(if: shared != nil, "shared/data/ua/dev.tsv is missing: sources are not checked"),
        .timeLimit(.minutes(20)))
    func noSourceCarriesAField() throws {
        let agents = try Self.agents(#require(Self.shared))
        let known = TokenSources(of: DeviceClassifier.tokenTexts, in: agents)
        let whole = AccuracyScores(of: agents)
        let fields = [
            "platform", "version", "form", "in_app named", "in_app none", "bot none", "bot of two sources",
        ]
        let sources = agents.reduce(into: Set<String>()) { $0.formUnion($1.sources) }
        #expect(sources.count > 10)
        for source in sources.sorted() {
            let classifier = DeviceClassifier(withoutTokens: { known.isKnown($0, onlyFrom: source) })
            // Tokens that only this source shows do not appear in agents of other sources.
            let own = agents.filter { $0.sources == [source] }
            let with = AccuracyScores(of: own)
            let without = AccuracyScores(of: own, by: classifier)
            for field in fields {
                let lost = (with[field]?.right ?? 0) - (without[field]?.right ?? 0)
                let loss = try Double(lost) / Double(#require(whole[field]).all)
                print("without \(source): \(field) loses \(loss)")
                #expect(loss <= 0.005, "\(field) without \(source)")
            }
        }
    }

    @Test func tokensOfOneSourceAreLeftOut() throws {
        let header =
            "ua\tplatform\tos_version\tform_factor\tbot\tinapp\tknown\tbot_kind\tbot_votes\tnote\tsource\n"
        let rows = ["AlphaApp Beta\t\t\t\t\t\t\t\t\t\tfirst", "beta/1\t\t\t\t\t\t\t\t\t\tfirst,second"]
        let agents = try LabelledAgent.parse(Array((header + rows.joined(separator: "\n")).utf8))
        let known = TokenSources(of: ["alpha", "beta", "gamma", "app beta"], in: agents)
        #expect(
            ["alpha", "beta", "gamma", "app beta"].map { known.isKnown($0, onlyFrom: "first") } == [
                true, false, false, true,
            ])
        #expect(!known.isKnown("alpha", onlyFrom: "second"))
    }

    /// A token that appears in a single agent is left out for that agent only.
    @Test func agentsAreScoredAsIfUnseen() throws {
        let header = "ua\tplatform\tos_version\tform_factor\tbot\tinapp\tknown\tbot_kind\tbot_votes\tnote\n"
        let rows = ["Alertra\t\t\t\t1\t\tb\t\t2\t", "Zmeu\t\t\t\t1\t\tb\t\t2\t", "zmeu 2\t\t\t\t1\t\tb\t\t2\t"]
        let agents = try LabelledAgent.parse(Array((header + rows.joined(separator: "\n")).utf8))
        let lone = LoneTokens(of: DeviceClassifier.tokenTexts, in: agents)
        #expect(lone[0].contains("alertra") && !lone[1].contains("zmeu") && lone[7].isEmpty)
        #expect(AccuracyScores(of: agents)["bot of two sources"]?.right == 3)
        let unseen = try #require(AccuracyScores(of: agents, without: lone)["bot of two sources"])
        #expect(unseen.right == 2 && unseen.misses == [0])
    }

    /// A name that the classifier does not report counts as not found, not as an error of precision.
    @Test func browsersAndStoresAreScoredByPrecision() throws {
        let chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/139.0.0.0 Mobile Safari/537.36"
        let table = [
            "ua\tplatform\tos_version\tform_factor\tbot\tinapp\tknown\tbot_kind\tbot_votes\tnote"
                + "\tbrowser\tbrowser_version\tstore",
            "\(chrome)\t\t\t\t0\t\t\t\t0\t\tchrome\t139.0\tplay", "\(chrome)\t\t\t\t0\t\t\t\t0\t\tbrave\t\tamazon",
            "Example/1.0\t\t\t\t0\t\t\t\t0\t\tvivaldi\t1\t", "ExampleBot/1.0\t\t\t\t1\t\t\t\t0\t\tchrome\t1\tplay",
        ]
        let scores = try AccuracyScores(of: LabelledAgent.parse(Array(table.joined(separator: "\n").utf8)))
        #expect(
            scores.scores.map { "\($0.label) \($0.right)/\($0.all)" } == [
                "browser found 1/3", "browser precision 1/2", "browser_version precision 1/1", "store precision 1/2",
                "store precision play 1/2",
            ])
    }

    /// The repository's own labels are clear cases, so all of them must be classified correctly.
    @Test func clearCasesAreAllRight() throws {
        let agents = try Self.agents(Self.own)
        #expect(agents.count >= 50)
        for agent in agents {
            let wrong = AccuracyScores(of: [agent]).scores.filter { $0.right < $0.all }.map(\.label)
            #expect(wrong == [], "\(String(decoding: agent.agent, as: UTF8.self))")
        }
    }

    @Test func rowsAreScoredOnlyWhereTheyAreKnown() throws {
        let table = """
            ua\tplatform\tos_version\tform_factor\tbot\tinapp\tknown\tbot_kind\tbot_votes\tnote
            ExampleBot/1.0\tandroid\t\tbot\t1\t\tb\tpreview\t3\t
            Mozilla/5.0 (Windows NT 10.0)\twindows\t10\tdesktop\t0\t\tpvfbi\t\t0\thidden
            """
        let scores = try AccuracyScores(of: LabelledAgent.parse(Array(table.utf8)))
        let found = scores.scores.map { "\($0.label) \($0.right)/\($0.all)" }
        #expect(
            found == [
                "bot none 1/1", "bot of two sources 1/1", "bot preview 0/1", "form 1/1", "form desktop 1/1",
                "in_app none 1/1", "platform 1/1", "platform hidden 1/1", "platform windows 1/1", "version 1/1",
            ])
        #expect(throws: LabelledAgent.Fault.self) { try LabelledAgent.parse(Array("ua\tplatform\n".utf8)) }
    }
}
