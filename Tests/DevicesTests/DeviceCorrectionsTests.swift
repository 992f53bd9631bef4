import ByteText
import Testing

@testable import Devices

@Suite struct DeviceCorrectionsTests {
    private static let chrome =
        "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36"

    static let ofSite: [DeviceCorrection] = [
        .init(token: "ExampleApp/", app: .listed(.other)), .init(token: "ExampleSocial", app: .listed(.facebook)),
        .init(token: "AcmeScan", bot: .kind(.scanner)),
    ]

    static let ofAll: [DeviceCorrection] = [
        .init(token: "curl/", bot: .no), .init(token: "AcmeScan", bot: .kind(.monitor)),
        .init(token: "AcmeFetch/9", bot: .no), .init(token: "AcmeFetch", bot: .kind(.ai)),
        .init(token: "AcmeTab", platform: .android, formFactor: .tablet),
        .init(token: "Scooter", place: .anywhere, app: .named("scooter")),
        .init(token: "[FBAN/Acme", app: .named("acme")),
        .init(token: "MicroMessenger/99", app: .listed(.none)),
        .init(token: "ExampleApp/", app: .named("example-app")),
    ]

    private static func text(_ device: Device, _ names: [String]) -> String {
        "\(device.platform.name) \(device.formFactor.name) \(device.appName(names)) \(device.botKind.map { "\($0.name)" } ?? "-")"
    }

    private static func classify(
        _ agent: String, site: [DeviceCorrection] = [], hints: [(String, WritableKeyPath<ClientHints, TextRange?>)] = []
    ) -> (device: Device, names: [String]) {
        let classifier = DeviceClassifier(corrections: ofAll)
        var names = classifier.appNames
        let own = DeviceCorrections(site, names: &names)
        var arena = ByteArena()
        var fields = ClientHints()
        for (value, field) in hints { fields[keyPath: field] = arena.append(value) }
        return (
            classifier.classify(userAgent: arena.append(agent), hints: fields, site: own, in: &arena), names.all
        )
    }

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
    func siteTokensOverrideTheTable(_ agent: String, _ expected: String) {
        var names = AppNames()
        let site = DeviceCorrections(Self.ofSite, names: &names)
        var arena = ByteArena()
        let device = DeviceClassifier.builtIn.classify(userAgent: arena.append(agent), site: site, in: &arena)
        #expect(
            "\(device.platform.name) \(device.inApp.name) \(device.botKind.map { "\($0.name)" } ?? "-")" == expected)
    }

    @Test(
        "corrections for all sites add facts and take them back",
        arguments: [
            (chrome, "windows desktop none -"),
            ("curl/8.9.1", "unknown unknown none -"), ("mycurl/8.9.1", "unknown unknown none other"),
            // The longer token decides, wherever it is.
            ("AcmeFetch/1.1", "unknown unknown none ai"),
            ("AcmeFetch/9.1", "unknown unknown none -"),
            ("AcmeFetch/9.1 AcmeFetch", "unknown unknown none -"),
            ("AcmeFetch AcmeFetch/9.1", "unknown unknown none -"),
            ("\(chrome) AcmeTab", "android tablet none -"), ("\(chrome) MyAcmeTab", "windows desktop none -"),
            ("\(chrome) MotorScooter/1", "windows desktop scooter -"),
            ("\(chrome) SCOOTER", "windows desktop scooter -"),
            ("\(chrome)[FBAN/AcmeIOS", "windows desktop acme -"),
            ("\(chrome) MicroMessenger/99", "windows desktop none -"),
            ("AcmeScan/1", "unknown unknown none monitor"), ("ExampleApp/1 okhttp/4", "unknown unknown example-app -"),
            ("AcmeScan/1 ExampleApp/1", "unknown unknown example-app monitor"), ("", "unknown unknown unknown -"),
        ])
    func corrected(_ agent: String, _ expected: String) {
        let (device, names) = Self.classify(agent)
        #expect(Self.text(device, names) == expected)
    }

    @Test("a site's tokens override those for all sites, and share the numbers of names")
    func ofSiteFirst() {
        let site: [DeviceCorrection] = [
            .init(token: "AcmeScan", bot: .kind(.scanner)), .init(token: "ExampleApp/", app: .named("ours")),
            .init(token: "Cab", app: .named("scooter")),
        ]
        for (agent, expected) in [
            ("AcmeScan/1", "unknown unknown none scanner"), ("ExampleApp/1", "unknown unknown ours -"),
            ("Scooter/1", "unknown unknown scooter -"), ("Cab/1", "unknown unknown scooter -"),
        ] {
            let (device, names) = Self.classify(agent, site: site)
            #expect(Self.text(device, names) == expected)
            #expect(names == ["scooter", "acme", "example-app", "ours"])
        }
    }

    @Test("a platform that is corrected settles what follows from it")
    func platform() {
        let device = Self.classify("\(Self.chrome) AcmeTab").device
        #expect(device.osVersion.isEmpty && device.store == .play && !device.mayBeIPad)
    }

    @Test("client hints override corrections, as they override the agent")
    func hints() {
        let (device, names) = Self.classify(
            "Mozilla/5.0 (Linux; Android 14; wv) Chrome/130.0 ExampleApp/1",
            hints: [("com.facebook.katana", \.requestedWith)])
        #expect(Self.text(device, names).contains(" facebook "))
    }

    @Test func noCorrectionsAreNoAutomaton() {
        var names = AppNames()
        #expect(DeviceCorrections([], names: &names) == nil)
        #expect(DeviceCorrection(token: "abc").isEmpty)
    }

    @Test(arguments: [
        ("ab", true), ("", true), (String(repeating: "a", count: 65), true), ("a\"b", true), ("caf\u{e9}", true),
        ("abc", false), (String(repeating: "a", count: 64), false), ("My App/(1.0; x)", false), ("[FBAN]", false),
    ])
    func tokensAreChecked(_ text: String, _ isWrong: Bool) {
        #expect((DeviceCorrection.fault(inToken: text) != nil) == isWrong)
    }

    @Test(arguments: [
        ("", true), ("Example", true), ("a b", true), (String(repeating: "a", count: 41), true), ("example-app", false),
        ("x", false), ("com.example.app_2", false),
    ])
    func namesAreChecked(_ name: String, _ isWrong: Bool) {
        #expect((DeviceCorrection.fault(inAppName: name) != nil) == isWrong)
    }

    @Test(
        "tokens of many agents change many examples, and longer ones few",
        arguments: [
            (DeviceCorrection(token: "Safari", bot: .kind(.other)), true),
            (.init(token: "Mozilla", platform: .android), true), (.init(token: "Android", app: .listed(.other)), true),
            (.init(token: "Mobile", formFactor: .tablet), true),
            (.init(token: "bot", place: .anywhere, bot: .no), true),
            (.init(token: "Googlebot", bot: .no), false), (.init(token: "AcmeScan", bot: .no), false),
        ])
    func examples(_ correction: DeviceCorrection, _ isBroad: Bool) {
        let changed = DeviceCorrection.changedExamples(by: [
            .init(token: "AcmeShop/", app: .listed(.other)), correction,
        ])
        #expect(changed.count == 2 && changed[0].count == 0)
        #expect((changed[1].count > ChangedExamples.most) == isBroad, "\(changed[1])")
        #expect(changed[1].first.count == min(changed[1].count, 3))
    }

    @Test("an example that is meant to change does not count")
    func intended() throws {
        let correction = DeviceCorrection(token: "Googlebot", bot: .no)
        let first = try #require(DeviceCorrection.changedExamples(by: [correction])[0].first.first)
        #expect(first.changes == "bot search → none")
        let others = DeviceCorrection.changedExamples(by: [correction], except: [first.agent])
        #expect(others[0].first.allSatisfy { $0.agent != first.agent })
        #expect(correction.matches(first.agent) && !correction.matches("MyGooglebot"))
    }

    /// Tables that pass the checks always compile, even in the worst case.
    @Test func theLargestTablesCompile() throws {
        let nested = (3...64).map { String(repeating: "a", count: $0) }
        let bytes = (0x20..<0x7F).map { "aaa" + String(UnicodeScalar(UInt8($0))) }.filter {
            DeviceCorrection.fault(inToken: $0) == nil
        }
        let count = DeviceCorrections.maximumOfAll - nested.count - bytes.count
        let long = (0..<count).map { String(100 + $0) + String(repeating: "a", count: 61) }
        let tokens = bytes + nested + long
        #expect(tokens.count == DeviceCorrections.maximumOfAll)
        let classifier = DeviceClassifier(corrections: tokens.map { .init(token: $0, bot: .kind(.other)) })
        var arena = ByteArena()
        let agent = arena.append(String(repeating: "a", count: 4096))
        #expect(classifier.classify(userAgent: agent, in: &arena).bot)
    }
}
