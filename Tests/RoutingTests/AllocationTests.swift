import ByteText
import CAllocationCounter
import Devices
import Links
import Routing
import Rules
import TestSupport
import Testing

/// A warm evaluator decides without asking for memory.
///
/// Clicks that are refused are left to `fingerpost-bench decide`: the testing library takes a backtrace at every throw,
/// and its allocations can't be told from the evaluator's here.
@Suite("Allocations")
struct AllocationTests {
    struct Click: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var link: String
        var agent: String
        var profile: @Sendable () -> DeviceProfile? = { nil }
        var hasSettings = false
    }

    static let phone =
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36"
    static let dynamicLink =
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fp%3Fa%3D1&apn=com.example.android&amv=12"
        + "&ibi=com.example.ios&isi=1234567&ofl=https%3A%2F%2Fwww.example.com%2Fofl&utm_source=news"
    static let mailLink =
        "https://example.page.link/?link=https://example-app.firebaseapp.com/__/auth/action?mode%3DverifyEmail%26oobCode"
        + "%3DABC123%26apiKey%3DKEY%26continueUrl%3Dhttps%253A%252F%252Fwww.example.com%252Fdone&apn=com.example.android"
        + "&amv=12&ibi=com.example.ios"

    static let clicks: [Click] = [
        Click(testDescription: "a dynamic link", link: dynamicLink, agent: phone),
        Click(
            testDescription: "a dynamic link on iPhone", link: dynamicLink,
            agent:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
        ),
        Click(
            testDescription: "a dynamic link on a desktop", link: dynamicLink,
            agent:
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        Click(
            testDescription: "an unfurler", link: dynamicLink + "&st=T&sd=D", agent: "facebookexternalhit/1.1"),
        Click(testDescription: "a mail link", link: mailLink, agent: phone),
        Click(
            testDescription: "a mail link, missing app", link: mailLink, agent: phone,
            profile: { DeviceProfile(apps: [AppReport(state: .absent)]) }),
        Click(testDescription: "a mail link with settings", link: mailLink, agent: phone, hasSettings: true),
        Click(
            testDescription: "a bare action link",
            link: "https://example-app.firebaseapp.com/__/auth/action?mode=signIn&oobCode=A&apiKey=K", agent: phone),
        Click(testDescription: "a short link", link: "https://example.page.link/WXYZ", agent: phone),
    ]

    @Test(
        "a warm evaluator allocates nothing",
        .enabled(if: isOptimized, "skipped: only optimised code is free of boxes (swift test -c release)"),
        .enabled(if: allocation_counter_works() == 1, "skipped: malloc can't be counted in this build"),
        arguments: clicks)
    func decide(click: Click) throws {
        let evaluator = try Evaluator(Checkout.ruleSet)
        var arena = ByteArena()
        var request = ClickRequest()
        let profile = click.profile()
        var allocations: UInt64 = 0
        for _ in 0..<20 {
            arena.reset()
            request.reset()
            request.link = arena.append(click.link)
            let name = arena.append("user-agent")
            request.add(ClickRequest.Header(name: name, value: arena.append(click.agent)), in: arena)
            request.profile = profile
            if click.hasSettings { request.settings = Self.settings(in: &arena) }
            let before = allocation_count()
            let decision = evaluator.decide(request, in: &arena)
            allocations = allocation_count() - before
            #expect(decision.status != 500)
        }
        print("allocations to decide \(click.testDescription): \(allocations)")
        #expect(allocations == 0)
    }

    private static func settings(in arena: inout ByteArena) -> ActionCodeSettings {
        var settings = ActionCodeSettings()
        settings.url = arena.append("https://www.example.com/done?a=1")
        settings.handleCodeInApp = true
        settings.androidPackageName = arena.append("com.example.android")
        settings.androidMinimumVersion = arena.append("12")
        settings.iOSBundleID = arena.append("com.example.ios")
        return settings
    }

    @Test(
        "the counter counts",
        .enabled(if: allocation_counter_works() == 1, "skipped: malloc can't be counted in this build"))
    func counts() {
        let before = allocation_count()
        let bytes = [UInt8](repeating: 1, count: Int.random(in: 1_000...2_000))
        #expect(bytes.count >= 1_000)
        #expect(allocation_count() > before)
    }
}
