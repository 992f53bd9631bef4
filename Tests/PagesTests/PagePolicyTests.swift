import PageDesign
import Testing

@testable import Pages

@Suite("The policy of a page allows what the page holds and nothing else")
struct PagePolicyTests {
    @Test("the hash of the tests is SHA-256 (FIPS 180-4, example 1)")
    func hashIsSHA256() {
        let digest = SHA256.digest(of: Array("abc".utf8))
        #expect(digest.prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
        #expect(digest.suffix(4) == [0xF2, 0x00, 0x15, 0xAD])
        #expect(SHA256.base64(of: []) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    }

    private static func policy(of kind: PageKind) -> String {
        PagePolicy(styles: PageKind.allCases.map(PageStyle.builtIn), hasIcon: false).policy(of: kind)
    }

    @Test("the policy holds the hash of the style sheet, as a browser computes it", arguments: PageKind.allCases)
    func hashOfStyleSheet(kind: PageKind) throws {
        let wanted = "style-src 'sha256-\(SHA256.base64(of: Array(PageStyle.builtIn(kind).utf8)))'"
        #expect(Self.policy(of: kind).contains(wanted))
    }

    @Test("the text between the style tags is the hashed text", arguments: PageKind.allCases)
    func styleSheetIsVerbatim(kind: PageKind) throws {
        let html = try SamplePages.render(kind)
        let pieces = html.split(separator: "<style>").flatMap { $0.split(separator: "</style>") }
        #expect(pieces.count == 3)
        #expect(pieces.contains(PageStyle.builtIn(kind)[...]))
    }

    @Test("nothing is loaded, run or framed, and only a password is posted", arguments: PageKind.allCases)
    func nothingElse(kind: PageKind) throws {
        let policy = Self.policy(of: kind)
        let directives = policy.split(separator: ";").map { $0.drop { $0 == " " } }
        var wanted: Set<Substring> = [
            "default-src 'none'", kind == .password ? "form-action http: https:" : "form-action 'none'",
            "base-uri 'none'", "frame-ancestors 'none'",
        ]
        if kind == .social { wanted.insert("img-src https:") }
        #expect(Set(directives.filter { !$0.hasPrefix("style-src") }) == wanted)
        #expect(!policy.contains("unsafe"))

        let html = try SamplePages.render(kind)
        for tag in ["<script", "<link", "<iframe", "<object", "<base", " style=", " onclick", "http-equiv"] {
            #expect(!html.contains(tag), "\(tag)")
        }
        #expect(html.contains("<img") == (kind == .social))
        #expect(html.contains("<form") == (kind == .password) && !html.contains("action="))
    }
}
