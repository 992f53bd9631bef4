import ByteText
import Testing

@testable import Devices

@Suite struct SiteTokensTests {
    static let tokens = SiteTokens([
        .init("ExampleApp/", .inApp(.other)), .init("ExampleSocial", .inApp(.facebook)),
        .init("AcmeScan", .bot(.scanner)),
    ])

    @Test(arguments: [
        (
            "Mozilla/5.0 (Linux; Android 13; Pixel 7; wv) Version/4.0 Chrome/116.0 Mobile ExampleApp/3",
            "android other -"
        ),
        ("exampleapp/3 okhttp/4.12", "unknown other -"),
        ("Mozilla/5.0 (Windows NT 10.0) ACMEscan/1", "windows none scanner"),
        ("AcmeScan ExampleApp/1", "unknown other scanner"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ExampleSocial", "ios facebook -"),
        // Not at the beginning of a word.
        ("MyExampleApp/3 okhttp/4.12", "unknown none library"),
        ("Mozilla/5.0 (Windows NT 10.0) NotAcmeScan/1", "windows none -"),
    ])
    func whatTheSiteSaysBeatsTheTable(_ agent: String, _ expected: String) {
        var arena = ByteArena()
        let device = DeviceClassifier.builtIn.classify(userAgent: arena.append(agent), site: Self.tokens, in: &arena)
        #expect(
            "\(device.platform.name) \(device.inApp.name) \(device.botKind.map { "\($0.name)" } ?? "-")" == expected)
    }

    @Test func noTokensAreNoAutomaton() {
        #expect(SiteTokens([]) == nil)
    }

    @Test(arguments: [
        ("ab", true), ("", true), (String(repeating: "a", count: 65), true), ("a\"b", true), ("caf\u{e9}", true),
        ("abc", false), (String(repeating: "a", count: 64), false), ("My App/(1.0; x)", false),
    ])
    func textsAreChecked(_ text: String, _ isWrong: Bool) {
        #expect((SiteTokens.fault(in: text) != nil) == isWrong)
    }

    /// Tables that pass the checks always compile, even in the worst case.
    @Test func theLargestTablesCompile() throws {
        let nested = (3...64).map { String(repeating: "a", count: $0) }
        let long = (0..<(SiteTokens.maximumCount - nested.count)).map { number in
            String(number) + String(repeating: "a", count: 61)
        }
        let bytes = (0x20..<0x7F).map { "aaa" + String(UnicodeScalar(UInt8($0))) }.filter {
            SiteTokens.fault(in: $0) == nil
        }
        let tokens = (bytes + nested + long).prefix(SiteTokens.maximumCount).map { SiteTokens.Token($0, .bot(.other)) }
        let compiled = try #require(SiteTokens(Array(tokens)))
        var arena = ByteArena()
        let agent = arena.append(String(repeating: "a", count: 4096))
        #expect(DeviceClassifier.builtIn.classify(userAgent: agent, site: compiled, in: &arena).bot)
    }
}
