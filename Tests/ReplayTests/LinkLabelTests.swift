import ByteText
import TestSupport
import Testing

@testable import Replay

/// Link labels in reports: nearly all are a range of the link, the others are built and masked.
@Suite("Labels of links")
struct LinkLabelTests {
    private static let pieces = [
        "https://", "http://", "a.example", "/", "/", "?", "&", "link=", "#", "_", "__/auth/action", "_fp/", "token",
        "@",
        "%41", "%5F", "%", "=", "\"", "oobCode=", "apiKey", "me@example.com", " ", "\u{e9}", "=e",
        String(repeating: "x", count: 90),
        String(repeating: "y", count: 250),
    ]

    private static func text(_ random: inout SplitMix64) -> String {
        (0..<1 + Int(random.next() % 8)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
    }

    @Test("are the same whichever way they are made", arguments: [1 as UInt64, 2, 3])
    func bothWays(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var pieces = 0
        for turn in 0..<20_000 {
            var arena = ByteArena()
            let (link, payload) = ("https://example.page.link/" + Self.text(&random), Self.text(&random))
            let text = arena.append(link)
            let carried = random.next() % 3 == 0 ? nil : arena.append(payload)
            let mark = arena.count
            let label = LinkLabel.make(of: text, payload: carried, in: &arena)
            if label.start < mark { pieces += 1 }
            let expected = LinkLabel.makeMasked(of: text, payload: carried, in: &arena)
            #expect(
                arena.string(label) == arena.string(expected), "seed \(seed), turn \(turn): \(link) with \(payload)")
        }
        // Both code paths are covered.
        #expect((2_000..<18_000).contains(pieces), "\(pieces)")
    }
}
