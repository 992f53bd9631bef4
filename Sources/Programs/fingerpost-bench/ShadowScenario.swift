import Clicks
import ByteText
import DecisionCache
import Routing
import Rules

/// The additional cost of a click that candidate rules evaluate as well: the copy, the second decision, and the
/// comparison. Each click has its own link, like clicks in mails, or all clicks have the same link.
enum ShadowScenario {
    static func run(_ measurer: Measurer, _ report: (any ReportLine) -> Void) throws {
        let loaded = try RuleDirectory.load(path: "rules")
        // Two copies of the same rules, compiled separately.
        let pair = ShadowPair(live: RuleSet(loaded), candidate: RuleSet(loaded))
        for (name, isRepeated) in [("a link of its own", false), ("the same link", true)] {
            let clicks = try TriedClicks(pair, isRepeated: isRepeated)
            let plain = measurer.measure("decide \(name)", count: 20_000) { count in
                for _ in 0..<count { clicks.decide() }
            }
            if let plain { report(plain) }
            let twice = measurer.measure("decide and try \(name)", count: 20_000) { count in
                for _ in 0..<count {
                    clicks.decide()
                    clicks.tryOther()
                }
            }
            if let twice { report(twice) }
        }
    }
}

/// Decides clicks as a worker does.
private final class TriedClicks {
    private static let android =
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.122 "
        + "Mobile Safari/537.36"

    private let live: CachingEvaluator
    private let shadow: ShadowEvaluator
    private let isRepeated: Bool
    private var arena = ByteArena()
    private var request = ClickRequest()
    private var outcome = Outcome(Decision(kind: .error, status: 302))
    private var number = 0

    init(_ pair: ShadowPair, isRepeated: Bool) throws {
        live = CachingEvaluator(try Evaluator(pair.live), .serving)
        shadow = try ShadowEvaluator(pair, share: 1)
        self.isRepeated = isRepeated
    }

    func decide() {
        arena.reset()
        request.reset()
        number += 1
        let mark = arena.count
        arena.append("https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fitem%2F")
        arena.append(isRepeated ? "1" : String(number))
        arena.append("&apn=com.example.android&amv=3&ibi=com.example.ios&isi=1234567")
        request.link = arena.piece(from: mark)
        request.userAgent = arena.append(Self.android)
        live.decide(request, into: &outcome, in: &arena)
    }

    /// Evaluates the candidate, like the loop iteration after the click.
    func tryOther() {
        if shadow.samplesNext() { shadow.take(request, &outcome, in: arena) }
        shadow.evaluateWaiting()
    }
}
