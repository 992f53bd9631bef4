import ByteText
import Clicks
import Outcomes
import Phones
import Routing
import Testing

/// Predictions for one phone, and evidence of what really happened.
@Suite struct EvidenceTests {
    private static let now: Int64 = 1_790_000_000
    private static let link =
        "https://go.example.com/?link=https%3A%2F%2Fwww.example.com%2Fp&apn=com.example.android&ibi=com.example.ios&isi=1234567"

    private static func bench() throws -> (Evaluator, FrontInMemory) {
        let ruleSet = try Sites.load(Sites.complete).ruleSet
        return (try Evaluator(ruleSet), try FrontInMemory(ruleSet, now: now))
    }

    private static func trial(_ system: System) throws -> PhoneTrial {
        let (evaluator, front) = try bench()
        return try PhoneTrial(of: link, evaluator, front, on: system)
    }

    private static func evidence(
        _ system: System, _ browser: Surface, wrong: Set<TrialTap> = [], link: String = link
    ) throws -> PhoneEvidence {
        let trial = try trial(system)
        let taps = trial.taps(.current).map { tap -> TapEvidence in
            let journeys = trial.journeys(of: tap, in: browser, .current)
            let predicted = Set(journeys.map { ObservedEnding($0.ending) })
            let other = ObservedEnding.allCases.first { !predicted.contains($0) } ?? .nothing
            return TapEvidence(
                tap, journeys, observed: wrong.contains(tap) ? other : ObservedEnding(journeys[0].ending), seen: [],
                isConfirmedByApp: false)
        }
        return PhoneEvidence(
            time: now, system: system, browser: browser, systemName: "Android 16", browserName: "Chrome 156",
            condition: .current, link: link, ruleSet: "abc", taps: taps)
    }

    @Test("the trial predicts what the matrix of all phones does")
    func agreement() throws {
        let (evaluator, front) = try Self.bench()
        let matrix = try OutcomeMatrix(of: Self.link, evaluator, front)
        let rows = [
            ("android/chrome/typed", System.android(14), Surface.chrome, TrialTap.typed),
            ("android/chrome/script", .android(14), .chrome, .script),
            ("android/chrome/camera", .android(14), .chrome, .camera),
            ("iphone/safari/typed", .ios(18), .safari, .typed),
            ("iphone/instagram/feed", .ios(18), .safari, .instagram),
        ]
        for (id, system, browser, tap) in rows {
            let row = try #require(matrix.rows.first { $0.situation.id == id })
            for condition in [AppCondition.current, .absent] {
                let trial = try PhoneTrial(of: Self.link, evaluator, front, on: system)
                let predicted = trial.journeys(of: tap, in: browser, condition)
                let expected = try #require(row[condition]?.journeys)
                // Marks of buttons are random.
                #expect(
                    predicted.map { ObservedEnding($0.ending) } == expected.map { ObservedEnding($0.ending) }
                        && predicted.map(\.detours.count) == expected.map(\.detours.count)
                        && predicted.map { $0.steps.map(\.facts) } == expected.map { $0.steps.map(\.facts) },
                    "\(id) \(condition)")
            }
        }
    }

    @Test("a setting or a missing verification changes the prediction")
    func setups() throws {
        let android = try Self.trial(.android(16))
        func ending(_ setup: PhoneTrial.Setup) -> Set<ObservedEnding> {
            Set(android.journeys(of: .mail, in: .chrome, .current, setup).map { ObservedEnding($0.ending) })
        }
        #expect(android.journeys(of: .camera, in: .chrome, .current)[0].asked.isEmpty)
        for setup in [PhoneTrial.Setup.unverifiedHosts, .linksOff] {
            #expect(!android.journeys(of: .camera, in: .chrome, .current, setup)[0].asked.isEmpty, "\(setup)")
        }
        #expect(ending(.asDocumented).contains(.app))
        let apple = try Self.trial(.ios(18))
        #expect(ObservedEnding(apple.journeys(of: .camera, in: .safari, .current)[0].ending) == .app)
        #expect(apple.journeys(of: .camera, in: .safari, .current, .unverifiedHosts)[0].asked.isEmpty == false)
    }

    @Test("a line of evidence is read as it was written, and has no other members")
    func roundTrip() throws {
        let evidence = try Self.evidence(.android(16), .chrome, wrong: [.typed])
        let count = evidence.taps.count
        #expect(evidence.summary == "Android 16, Chrome 156, app current: \(count - 1) of \(count) as predicted")
        let json = try JSONValue(parsing: Array(evidence.json.text.utf8).span)
        #expect(PhoneEvidence(json) == evidence)
        let truncated = evidence.json.text.replacing(#""observed":"#, with: #""seen_as":"#)
        #expect(PhoneEvidence(try JSONValue(parsing: Array(truncated.utf8).span)) == nil)
    }

    @Test("evidence contradicts predictions from the same facts, for other links too")
    func review() throws {
        let (evaluator, front) = try Self.bench()
        let right = try Self.evidence(.android(16), .chrome)
        let clean = EvidenceReview([right], link: nil, evaluator, front)
        #expect(clean.contradictions.isEmpty && clean.compared == right.taps.count && clean.unrelated == 0)
        let wrong = try Self.evidence(.android(16), .chrome, wrong: [.typed])
        for link in [nil, Self.link, Self.link.replacing("%2Fp&", with: "%2Fother&")] {
            let review = EvidenceReview([right, wrong], link: link, evaluator, front)
            #expect(review.contradictions.map(\.tap.tap) == [.typed], "\(link ?? "-")")
            #expect(review.contradictions.allSatisfy { !$0.facts.isEmpty })
        }
        // A link without apps goes to the web for other reasons.
        let plain = EvidenceReview(
            [wrong], link: "https://go.example.com/?link=https%3A%2F%2Fwww.example.com%2F", evaluator, front)
        #expect(plain.contradictions.isEmpty && plain.unrelated > 0)
        // A link that is refused today: the recorded comparison counts.
        let masked = try Self.evidence(.android(16), .chrome, wrong: [.typed], link: "https://elsewhere.example/…")
        #expect(EvidenceReview([masked], link: nil, evaluator, front).contradictions.count == 1)
    }

    @Test("a request where the system was to open the app without one is a miss")
    func requests() throws {
        let journeys = try Self.trial(.android(16)).journeys(of: .camera, in: .chrome, .current)
        try #require(journeys.allSatisfy { $0.asked.isEmpty })
        #expect(TapEvidence(.camera, journeys, observed: .app, seen: ["app"], isConfirmedByApp: true).fits)
        #expect(!TapEvidence(.camera, journeys, observed: .app, seen: ["click", "app"], isConfirmedByApp: true).fits)
    }
}
