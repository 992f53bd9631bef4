import ByteText
@testable import Clicks
import Daemon
import Foundation
import Links
import Outcomes
import Replay
import Routing
import RuleLint
import Rules
import Testing
import TestSupport

import Texts

/// The output of `outcomes`.
@Suite("a matrix of outcomes for people and as JSON")
struct OutcomeTextTests {
    private static let action = "https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction"

    private func matrix(_ link: String) throws -> OutcomeMatrix {
        let loaded = try RuleDirectory.load(path: RulesFolder.shippedRules.path())
        let ruleSet = RuleSet(loaded)
        return try OutcomeMatrix(of: link, Evaluator(ruleSet), FrontInMemory(ruleSet, now: 1_790_000_000))
    }

    private func lines(_ link: String) throws -> [String] {
        OutcomeText(try matrix(link)).lines.map { $0.map(\.text).joined() }
    }

    @Test("columns are aligned, and every cell is counted")
    func table() throws {
        let lines = try lines("https://example.page.link/WXYZ")
        let head = try #require(lines.first { $0.contains("not installed") })
        let row = try #require(lines.first { $0.contains("another app → Chrome") })
        for column in ["installed", "outdated", "not installed"] {
            let place = try #require(head.firstRange(of: column)?.lowerBound)
            let offset = head.distance(from: head.startIndex, to: place)
            #expect(row.dropFirst(offset - 1).first == " ")
            #expect(row.dropFirst(offset).first != " ")
        }
        #expect(row.contains("  app  "))
        #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
        #expect(lines.last?.contains(" cells: ") == true)
    }

    @Test("JSON has every cell with its journeys, and counts that add up")
    func json() throws {
        let json = try matrix("https://example.page.link/WXYZ").json
        let cells = try #require(json["cells"]?.array)
        let counts = try #require(json["counts"])
        let words = ["as_documented", "possibly", "deviates", "dead_ends"]
        #expect(words.compactMap { counts[$0]?.number?.int }.reduce(0, +) == cells.count)
        #expect(counts["cells"]?.number?.int == cells.count)
        let typed = try #require(
            cells.first { $0["situation"] == "android/chrome/typed" && $0["app"] == "current" })
        #expect(typed["deviation"]?["id"] == "launch-blocked")
        let steps = try #require(typed["journeys"]?.array?.first?["steps"]?.array)
        #expect(
            steps.contains {
                $0["facts"]?.array?.contains {
                    $0.string
                        == "If launching is blocked, Chrome loads the fallback of an intent though the app is installed. "
                        + "Evidence: the source code."
                } == true
            })
        #expect(typed["journeys"]?.array?.first?["rules"]?.array == ["firebase/dynamic-link/android-unknown"])
    }

    @Test("codes are masked")
    func secrets() throws {
        let link =
            "https://example.page.link/?link=\(Self.action)%3Fmode%3DsignIn%26oobCode%3DPLANTED-CODE-1%26apiKey%3DPLANTEDKEY1&apn=com.example.android"
        let matrix = try matrix(link)
        let text = OutcomeText(matrix).lines.map { $0.map(\.text).joined() }.joined(separator: "\n")
        for shown in [Masking.masked(text), Masking.masked(matrix.json.text)] {
            #expect(!shown.contains("PLANTED-CODE-1"))
            #expect(!shown.contains("PLANTEDKEY1"))
        }
    }
}
