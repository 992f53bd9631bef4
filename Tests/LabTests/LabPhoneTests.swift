import ByteText
import Devices
import Phones
import TestSupport
import Testing

@testable import Lab

/// The phone of a test, by what its browser sends.
@Suite struct LabPhoneTests {
    private static let webKit = "like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"

    private static func phone(_ agent: String, _ hints: (inout ByteArena) -> ClientHints) -> LabPhone? {
        var arena = ByteArena()
        let text = arena.append(agent)
        let known = hints(&arena)
        return LabPhone(DeviceClassifier().classify(userAgent: text, hints: known, in: &arena), in: arena)
    }

    @Test("the version of Android comes from Chrome's hints")
    func android() throws {
        let agent = SampleClicks.android.replacing("128.0.0.0", with: "156.0.0.0")
        let phone = try #require(
            Self.phone(agent) { arena in
                ClientHints(
                    platform: arena.append(#""Android""#), platformVersion: arena.append(#""16.0.0""#),
                    mobile: arena.append("?1"), model: arena.append(#""Pixel 8""#))
            })
        #expect(phone.system == .android(16) && phone.browser == .chrome)
        #expect(phone.systemName == "Android 16" && phone.browserName == "Chrome 156")
    }

    @Test(arguments: [
        (SampleClicks.iPhone, System.ios(17), Surface.safari, "iOS 17.5", "Safari 17"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 \(webKit) CriOS/140.0.1 Mobile/15E148 Safari/604.1", .ios(18),
            .chromeOnApple, "iOS 18.6", "Chrome 140"
        ),
        (
            "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", .android(15), .firefoxAsk,
            "Android 15", "Firefox 143"
        ),
        (Agents.facebook, .ios(18), .facebook, "", "facebook in-app browser"),
    ])
    func agents(_ agent: String, _ system: System, _ browser: Surface, _ name: String, _ title: String) throws {
        let phone = try #require(Self.phone(agent) { _ in ClientHints() })
        #expect(phone.browser == browser && phone.browserName == title)
        guard !name.isEmpty else { return }
        #expect(phone.system == system && phone.systemName == name)
    }

    @Test("a computer is no phone", arguments: [SampleClicks.desktop, Agents.curl, ""])
    func noPhone(_ agent: String) { #expect(Self.phone(agent) { _ in ClientHints() } == nil) }
}
