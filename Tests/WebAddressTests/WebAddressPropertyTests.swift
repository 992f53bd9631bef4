import ByteText
import TestSupport
import Testing
import WebAddress

/// What holds for every text: an accepted form is accepted again as it is, with the same parts.
@Suite struct WebAddressPropertyTests {
    private static let pieces = [
        "http", "https", "HTTP", ":", "//", "/", "?", "#", "@", ".", "..", "%2e", "%", "%41", "%C3%A4", "a", "Z",
        "example.com",
        "xn--fa-hia", "faß", "。", "[::1]", "[", "]", "127.0.0.1", "0x7f", ":80", ":443", ":8080", "&", "=", " ", "\t",
        "\\", "\"",
        "<", "|", "^", "'", "😀", "\u{85}", "+", "link=", "_", "-", "~", "\u{AD}", "１",
    ]

    @Test(arguments: [UInt64.random(in: 0 ... .max), 1, 2])
    func acceptedOnceIsAcceptedForGood(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        var accepted = 0
        for _ in 0..<4_000 {
            var text = Bool.random(using: &numbers) ? "https://example.com" : "https://"
            for _ in 0..<Int.random(in: 0..<8, using: &numbers) { text += Self.pieces.randomElement(using: &numbers)! }
            guard let first = try? Parsed(text) else { continue }
            accepted += 1
            var second = try Parsed(first.text)
            #expect(second.isInPlace, "\(text) (seed \(seed))")
            second.isInPlace = first.isInPlace
            #expect(first == second, "\(text) (seed \(seed))")
            #expect(first.joined == first.text, "\(text) (seed \(seed))")
            #expect(first.text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x5C }, "\(text) (seed \(seed))")
            #expect(!first.host.isEmpty && first.host == first.host.lowercased(), "\(text) (seed \(seed))")
        }
        #expect(accepted > 400, "seed \(seed)")
    }

    @Test(arguments: [UInt64.random(in: 0 ... .max)])
    func anyBytesAreReadOrRefused(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<4_000 {
            var bytes = Array("https://a.b:1/c?d=e%20f#g".utf8)
            for _ in 0..<Int.random(in: 0...3, using: &numbers) {
                bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            bytes.removeLast(Int.random(in: 0...bytes.count, using: &numbers))
            guard let parsed = try? Parsed(bytes: bytes) else { continue }
            #expect(parsed.joined == parsed.text, "\(bytes) (seed \(seed))")
        }
    }
}
