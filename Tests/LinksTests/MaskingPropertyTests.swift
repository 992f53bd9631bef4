import ByteText
import TestSupport
import Testing
import WebAddress

@testable import Links

/// Whatever surrounds them, and however often they are encoded, secrets are masked and the link's structure is kept.
@Suite struct MaskingPropertyTests {
    private static let secrets = ["S3cr3tOneTimeC0de", "AIzaPlantedKey", "planted.name"]

    /// An action link with other random parameters.
    private static func actionLink(_ numbers: inout SplitMix64) -> String {
        var parameters = [
            "mode=signIn", "oobCode=\(secrets[0])", "apiKey=\(secrets[1])", "lang=en", "tenantId=t%2Bx",
            "continueUrl=https%3A%2F%2Fwww.example.com%2F%3Femail%3D\(secrets[2])%2540example.com%26cartId%3D1",
        ]
        parameters.shuffle(using: &numbers)
        return "https://h.example/__/auth/action?" + parameters.joined(separator: "&")
    }

    /// The link as the value of another one: encoded as little as in mails, or entirely, with digits in either case.
    private static func wrap(_ link: String, _ numbers: inout SplitMix64) -> String {
        var encoded: [UInt8] = []
        if Bool.random(using: &numbers) {
            QueryParameters.wrap(Array(link.utf8).span, into: &encoded)
        } else {
            PercentCoding.encodeComponent(Array(link.utf8).span, into: &encoded)
        }
        var text = String(decoding: encoded, as: UTF8.self)
        if Bool.random(using: &numbers) {
            for digits in ["%3A", "%2F", "%3F", "%3D"] { text = text.replacing(digits, with: digits.lowercased()) }
        }
        let front = Bool.random(using: &numbers)
        return "https://a.page.link/?" + (front ? "link=\(text)&apn=com.example" : "apn=com.example&link=\(text)")
    }

    @Test(arguments: [UInt64.random(in: 0 ... .max), 1, 2])
    func secretsGoAndStructureStays(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<500 {
            var link = Self.actionLink(&numbers)
            for depth in 0...3 {
                let masked = Masking.masked(link)
                for secret in Self.secrets { #expect(!masked.contains(secret), "\(masked) (seed \(seed))") }
                #expect(masked == Masking.masked(link), "one link has one mask (seed \(seed))")
                if depth <= 1 { try expectSameShape(link, masked, seed) }
                // Masking is idempotent.
                #expect(Masking.masked(masked) == masked, "\(masked) (seed \(seed))")
                link = Self.wrap(link, &numbers)
            }
        }
    }

    /// Logs mask only texts that are suspect: all others must contain nothing to mask.
    @Test(arguments: [UInt64.random(in: 0 ... .max), 1, 2])
    func unsuspectedTextsHaveNoMask(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let pieces = [
            "oobCode", "oob_code", "APIKEY", "api_key", "=", "%3D", "%253d", "\"", ":", " ", "@", "%40", "%2540", "%",
            "25",
            "e", "%65", "y", "_", "%5F", "_fp", "_%66p/", "a", "&", "x.org", "é", "\": \"", "/",
        ]
        var unsuspected = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...8, using: &numbers)).map { _ in pieces.randomElement(using: &numbers)! }
                .joined()
            guard !Masking.suspects(text.utf8.span) else { continue }
            unsuspected += 1
            #expect(Masking.masked(text) == text, "(seed \(seed))")
        }
        #expect(unsuspected > 1_000)
        var link = Self.actionLink(&numbers)
        for _ in 0...3 {
            let suspects = Masking.suspects(link.utf8.span)
            #expect(suspects, "\(link) (seed \(seed))")
            link = Self.wrap(link, &numbers)
        }
    }

    /// Caches check whether a text may hide anything. Regression: a name with underscores in an unusual place was missed.
    @Test(arguments: [UInt64.random(in: 0 ... .max), 1, 2])
    func whatHidesNothingHasNoMask(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let pieces = [
            "oobCode", "o_obCode", "oo_bcode", "OOB_CODE", "apiKey", "api_k_ey", "a_PIKEY", "=", "%3D", "@", "%40",
            "x.org",
            "_fp", "_FP/", "/", "%2F", "%6F", "b", "k", "_", "S3cret", "&", "é", "ab", "ok", "book",
        ]
        var arena = ByteArena()
        var innocent = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...8, using: &numbers)).map { _ in pieces.randomElement(using: &numbers)! }
                .joined()
            arena.reset()
            let range = arena.append(text)
            guard !Masking.mayHide(range, of: arena) else { continue }
            innocent += 1
            #expect(Masking.masked(text) == text, "(seed \(seed))")
        }
        #expect(innocent > 1_000)
    }

    /// Regression: a letter of a secret's name made every link of a `mobile` app or from `tiktok` one that was not cached.
    @Test(arguments: [
        "https://mobile.example.com/robots/like?utm_source=tiktok&utm_keyword=wiki_banner", "com.acme.global.job", "ob",
        "pik",
    ])
    func ordinaryWordsHideNothing(text: String) {
        var arena = ByteArena()
        let range = arena.append(text)
        let mayHide = Masking.mayHide(range, of: arena)
        #expect(!mayHide)
    }

    /// Compares the form, the parameters' names, and everything about the action except its secrets.
    private func expectSameShape(_ link: String, _ masked: String, _ seed: UInt64) throws {
        let (one, other) = (try Reading.inspection(link), try Reading.inspection(masked))
        #expect(other["error"]?.isNull == true, "\(masked) (seed \(seed))")
        for name in ["form", "scheme", "host", "path"] { #expect(one[name] == other[name], "\(masked) (seed \(seed))") }
        let names = one["parameters"]?.object?.members.map(\.name)
        #expect(names == other["parameters"]?.object?.members.map(\.name), "\(masked) (seed \(seed))")
        for name in ["mode", "lang", "tenant_id"] {
            #expect(one["action"]?[name] == other["action"]?[name], "\(masked) (seed \(seed))")
        }
        #expect(other["action"]?["oob_code"]?.string?.count == 32, "\(masked) (seed \(seed))")
    }
}
