import ByteText
import Testing

@testable import Routing

@Suite("Accept-Language")
struct AcceptLanguageTests {
    @Test(arguments: [
        ("hi-IN", ["hi-IN"]), ("hi-IN, en;q=0.5", ["hi-IN", "en"]), ("en;q=0.5,hi-IN", ["en", "hi-IN"]),
        ("da, en-gb;q=0.8, en;q=0.7", ["da", "en-gb", "en"]), (" de ,\tfr\t", ["de", "fr"]),
        ("en;q=0", []), ("en;q=0.0", []), ("en;q=0.000, de", ["de"]), ("en; q=0", []), ("en;q=0 ", []),
        ("en;q=0.001", ["en"]), ("en;q=1", ["en"]), ("en;q=1.000", ["en"]), ("en;q=", ["en"]), ("en;q", ["en"]),
        ("", []), (",", []), (",,de,,", ["de"]), ("*", []), ("*;q=0.1, de", ["de"]), (";q=1", []),
        ("zh-Hant-TW", ["zh-Hant-TW"]), ("en_US", ["en"]), ("i-klingon;q=0.9", ["i-klingon"]),
    ])
    func tags(field: String, expected: [String]) {
        var arena = ByteArena()
        let range = arena.append(field)
        var tags: [String] = []
        AcceptLanguage.forEachTag(in: range, arena) { tags.append(arena.string($0)) }
        #expect(tags == expected)
    }
}
