import ByteText
import TestSupport
import Testing
@testable import WebAddress

/// A property of every text: an accepted form is accepted again unchanged, with the same parts.
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
            let parts = AddressParts(first.text)
            #expect(parts.host == first.host && parts.userInfo == nil && parts.isWeb, "\(text) (seed \(seed))")
            #expect(parts.path == first.path && parts.query == first.query, "\(text) (seed \(seed))")
            #expect(parts.fragment == first.fragment && parts.text == first.text, "\(text) (seed \(seed))")
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

    private static let plainPieces = [
        "/", "/", "?", "?", "&", "=", ".", "..", "/.", "a", "x", "7", "-", "_", "%2F", "%3d", "%00", "%", "%4", "#",
        ":", "@",
        "item", "www.example.com", "abcdefghijklmnopqrstuvwxyz", "0123456789", "promo", "+", "Z", "\"", "ä",
    ]

    /// The single-pass reading agrees with the scan, and covers nearly every address. The scan remains for the others.
    @Test(arguments: [UInt64.random(in: 0 ... .max), 3])
    func plainAddressesAreWhatTheScanSays(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        var plain = 0
        for _ in 0..<40_000 {
            var text = ["https://", "https://www.example.com", "https://a.b/c?", "http://"].randomElement(
                using: &numbers)!
            for _ in 0..<Int.random(in: 0..<12, using: &numbers) {
                text += Self.plainPieces.randomElement(using: &numbers)!
            }
            let bytes = Array(text.utf8)
            guard let parts = AddressScan.plainParts(bytes.span) else { continue }
            plain += 1
            let scan = try AddressScan(bytes.span)
            #expect(!scan.needsRewriting && scan.scheme == .https && scan.port == nil, "\(text) (seed \(seed))")
            #expect(scan.hostStart == 8 && scan.schemeEnd == 5, "\(text) (seed \(seed))")
            #expect(parts.hostEnd == scan.hostEnd && parts.hostEnd == scan.authorityEnd, "\(text) (seed \(seed))")
            #expect(parts.pathEnd == scan.pathEnd, "\(text) (seed \(seed))")
            #expect(scan.queryEnd == bytes.count, "\(text) (seed \(seed))")
        }
        #expect(plain > 4_000, "\(plain) of 40,000 (seed \(seed))")
    }

    @Test(arguments: [
        "https://www.example.com/item/16171?promo=74", "https://a.b", "https://a.b?", "https://example.page.link/XyZ12",
        "https://example-app.firebaseapp.com/__/auth/action?mode=resetPassword&continueUrl=https%3A%2F%2Fwww.example.com%2F",
    ])
    func mostAddressesArePlain(text: String) { #expect(AddressScan.plainParts(Array(text.utf8).span) != nil) }
}
