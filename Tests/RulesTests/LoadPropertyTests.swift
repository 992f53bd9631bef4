import Routing
import TestSupport
import Testing

@testable import Configuration

@testable import Rules

/// Loading any file returns: with rules, or with a place in that file.
@Suite("Files of all kinds")
struct LoadPropertyTests {
    static let pieces = [
        "{", "}", "[", "]", ":", ": ", "- ", "\n", "\n  ", "\t", "'", "\"", "&a ", "*a", "|", ">", "?", "#", "!", "%",
        "{{", "\\x",
        "\u{0}", "\u{FEFF}", "\r\n", "\r", "\u{2028}", "\u{85}", "é", "🦒", "1.10", "true", "null", "~", "---\n",
        "...\n", "<<: ", "when", "then",
        "rules:", "site:",
    ]

    @Test("mutated files are read or refused, never worse", arguments: [1, 2, 3, 4] as [UInt64])
    func mutated(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let samples = [
            ("a.yaml", LoadTests.site), ("a.yaml", LoadTests.rules),
            ("fingerpost.yaml", "listen: {front: ['127.0.0.1:1']}\nlimits: {fields: 10}\n"),
            ("a.cases.yaml", "cases:\n  - name: one\n    request: {link: x}\n    expect: {decision: app_open}\n"),
        ]
        for round in 0..<400 {
            let (path, text) = samples[round % samples.count]
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) { Self.mutate(&bytes, &random) }
            let loaded = RuleDirectory.load([RuleFile(path: path, displayName: path, bytes: bytes)])
            for diagnostic in loaded.diagnostics {
                let lines = SourceFile(name: path, text: String(decoding: bytes, as: UTF8.self)).lineCount
                #expect(
                    (1...lines + 1).contains(diagnostic.location?.line ?? 0),
                    "seed \(seed), round \(round): \(diagnostic.rendered)")
            }
        }
    }

    @Test("what nests without end is refused", arguments: ["[", "{a: ", "- ", "? ", "{"])
    func deep(piece: String) {
        let text = "site: x\nrules: \n  " + String(repeating: piece, count: 50_000)
        let loaded = LoadTests.load(["a.yaml": text])
        #expect(loaded.hasErrors)
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...8, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random)!.utf8, at: place)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        default: bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random)!.utf8)
        }
    }
}

/// A site with many short links and a long rule list is read completely.
@Suite("Large files")
struct LargeFileTests {
    @Test("ten thousand links and a thousand rules")
    func large() {
        var site = "site: large\nlinks:\n"
        for number in 0..<10_000 {
            site += "  c\(number): https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F\(number)\n"
        }
        var rules = "rules:\n"
        for number in 0..<1_000 {
            rules +=
                "  - name: rule-\(number)\n    when: link.code == \"c\(number)\"\n    then: web_widget\n    because: It is rule \(number)\n"
        }
        let loaded = LoadTests.load(["site.yaml": site, "rules.yaml": rules])
        #expect(loaded.diagnostics.isEmpty)
        #expect(loaded.sites.first?.links.count == 10_000)
        #expect(loaded.rules.count == 1_000)
    }
}
