import ByteText
import TestSupport
import Testing

@testable import Devices

@Suite struct DeviceProfileTests {
    private func parse(_ text: String) throws -> (profile: DeviceProfile, arena: String) {
        var arena = ByteArena()
        let field = arena.append(text)
        let profile = try DeviceProfile.parse(structuredField: field, in: &arena)
        var text = profile.osVersion == nil ? "-" : arena.string(profile.osVersion!)
        for app in profile.apps {
            text += " | " + (app.id == nil ? "-" : arena.string(app.id!))
            text += app.state == nil ? " -" : " \(app.state!.name)"
            text += " " + (app.version == nil ? "-" : arena.string(app.version!))
        }
        return (profile, text)
    }

    @Test(arguments: [
        (
            #"platform=android, os-version="14", app=("com.example.android";version="15")"#,
            "14 | com.example.android - 15"
        ),
        (#"app=("a.b";state=absent "c.d";version="1.2";state=outdated)"#, "- | a.b absent - | c.d outdated 1.2"),
        (#"app="com.example.android";version="15""#, "- | com.example.android - 15"),
        (#"app;state=current"#, "- | - current -"),
        (#"app=()"#, "-"),
        (#"app=("a\"b\\c")"#, #"- | a"b\c - -"#),
        (#"os-version="1",os-version="2.3""#, "2.3"),
        (#"  platform=ios  "#, "-"),
        ("", "-"),
    ])
    func readsWhatTheHeaderStates(_ text: String, _ expected: String) throws {
        #expect(try parse(text).arena == expected)
    }

    @Test func readsWordsAndBooleans() throws {
        let profile = try parse(#"platform=ipados, form-factor="tablet", in-app=ios_webview, bot=?0, bot-kind=preview"#)
            .profile
        #expect(profile.platform == .ipados)
        #expect(profile.formFactor == .tablet)
        #expect(profile.inApp == .iosWebView)
        #expect(profile.bot == false)
        #expect(profile.botKind == .preview)
        #expect(try parse("bot").profile.bot == true)
        let browsing = try parse(#"store=app_store, browser="samsung_internet", browser-version="26.0""#)
        #expect(browsing.profile.store == .appStore)
        #expect(browsing.profile.browser == .samsungInternet)
        #expect(browsing.profile.browserVersion?.count == 4)
    }

    @Test(arguments: [
        ("platform=symbian", DeviceProfileFault.wrongValue(offset: 9)),
        ("platform", .wrongValue(offset: 8)),
        ("os-version=14", .wrongValue(offset: 11)),
        (#"os-version="1..2""#, .wrongValue(offset: 11)),
        (#"os-version="""#, .wrongValue(offset: 11)),
        ("colour=red", .unknownKey(offset: 0)),
        ("platform=ios;x=1", .unknownParameter(offset: 13)),
        (#"app=("a";colour="red")"#, .unknownParameter(offset: 9)),
        (#"app=("a""b")"#, .malformed(offset: 8)),
        (#"app=("a""#, .malformed(offset: 8)),
        ("app=(a)", .wrongValue(offset: 5)),
        ("platform=ios,", .malformed(offset: 13)),
        ("platform=ios bot", .malformed(offset: 13)),
        ("Platform=ios", .malformed(offset: 0)),
        (#"os-version="1"#, .malformed(offset: 13)),
        ("os-version=\"1\u{7F}\"", .malformed(offset: 13)),
        ("bot=?2", .malformed(offset: 5)),
        ("bot=yes", .wrongValue(offset: 4)),
    ])
    func refusesTheRest(_ text: String, _ fault: DeviceProfileFault) {
        #expect(throws: fault) { try parse(text) }
    }

    /// Regression: the message, which the front returns to clients, contained the names of Swift enum cases.
    @Test(
        "a fault is told in words, with the place counted from 1",
        arguments: [
            (DeviceProfileFault.malformed(offset: 0), "character 1;"), (.unknownKey(offset: 4), "at character 5;"),
            (.unknownParameter(offset: 13), "at character 14;"), (.wrongValue(offset: 9), "at character 10:"),
        ])
    func descriptions(_ fault: DeviceProfileFault, _ place: String) {
        let text = "\(fault)"
        #expect(text.contains(place) && !text.contains("(offset"), "\(text)")
    }

    @Test func neverTrapsOnNoise() {
        var random = SplitMix64(seed: 0xF1E1D)
        let pieces = [
            "platform", "=", "app", "(", ")", "\"", "\\", ";", ",", " ", "?1", "a", "version", "state", "é", "bot",
        ]
        for _ in 0..<5000 {
            let text = (0..<Int(random.next() % 12)).map { _ in pieces.randomElement(using: &random)! }.joined()
            _ = try? parse(text)
        }
    }
}
