import ByteText
import Devices
import Links
import Testing

@testable import Routing

/// A cache moves the texts of an outcome. A field missing from ``Outcome/forEachText(_:)`` would show bytes of another
/// click.
@Suite("The texts of an outcome")
struct OutcomeTextTests {
    /// An outcome in which every optional has a value, and every text its own range.
    private static func full(_ arena: inout ByteArena) -> Outcome {
        func text() -> TextRange { arena.append("text \(arena.count)") }
        var decision = Decision(kind: .appOpen, status: 302)
        decision.location = text()
        decision.target = text()
        decision.appLocation = text()
        decision.payload = text()
        decision.passed = text()
        decision.meta = Decision.SocialMeta(title: text(), description: text(), image: text())
        decision.app = Decision.App(platform: "android", id: text(), minimumVersion: text(), state: "current")
        decision.fallback = Decision.Fallback(kind: .webWidget, target: text())
        var outcome = Outcome(decision)
        outcome.device = Device(osVersion: text(), browserVersion: text())
        outcome.shortLink = AskedShortLink(key: text(), answer: .found(longLink: text(), id: 1, cacheSeconds: 60))
        outcome.undecided = RuleList([1, 300], in: &arena)
        outcome.beside = RuleList([70_000], in: &arena)
        return outcome
    }

    /// Finds the ranges in a value by reflection, and the names of the optionals that are empty.
    private static func ranges(in value: Any, named name: String, _ found: inout [TextRange], _ empty: inout [String]) {
        if let range = value as? TextRange { return found.append(range) }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional, mirror.children.isEmpty { return empty.append(name) }
        for child in mirror.children {
            ranges(in: child.value, named: "\(name).\(child.label ?? "")", &found, &empty)
        }
    }

    @Test("are all in the one list of them")
    func isComplete() {
        var arena = ByteArena()
        var outcome = Self.full(&arena)
        var (found, empty): ([TextRange], [String]) = ([], [])
        Self.ranges(in: outcome, named: "outcome", &found, &empty)
        // The optionals without text. Give a new field a value above, and add it to `forEachText` if it contains text.
        let plain = [
            "site", "device.botKind", "decision.page", "decision.rule", "decision.error", "decision.refusal",
            "decision.cache",
        ]
        let unset = empty.map { $0.replacing(".some", with: "").replacing("outcome.", with: "") }
        #expect(Set(unset).subtracting(plain) == [], "these are nil above, so their texts are not checked")
        var moved: [TextRange] = []
        outcome.forEachText { moved.append($0) }
        #expect(Set(found.map(\.offset)) == Set(moved.map(\.offset)))
        #expect(found.count == moved.count)
    }

    @Test("lead to the same words after a move")
    func moving() {
        var arena = ByteArena()
        var outcome = Self.full(&arena)
        let words = arena.string(outcome.decision.fallback?.target ?? .empty)
        var other = ByteArena()
        other.append("something before")
        outcome.forEachText { $0 = other.append(arena[$0]) }
        #expect(other.string(outcome.decision.fallback?.target ?? .empty) == words)
        #expect(outcome.undecided.indices(in: other) == [1, 300])
        #expect(outcome.beside.indices(in: other) == [70_000])
    }
}
