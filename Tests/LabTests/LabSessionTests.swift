import ByteText
import Clicks
import Outcomes
import Phones
import Routing
import Rules
import TestSupport
import Testing

@testable import Lab

/// The results of a test: the requests of a tap, the proof by the app, and the cause that explains the misses.
@Suite struct LabSessionTests {
    private static let site = """
        site: example
        hosts: [go.example.com]
        page_host: preview.example.com
        authorized_domains: [www.example.com]
        deferred: {days: 1}
        apps:
          - ios: {bundle: com.example.ios, team: ABCDE12345, app_store_id: "1234567", custom_scheme: com.example.ios}
          - android: {package: com.example.android, minimum_version: "12", install: true, sha256: ["\(sha256)"]}
        links: {WXYZ: "https://go.example.com/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&ibi=com.example.ios&isi=1234567"}
        """
    private static let sha256 =
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"
    private static let link = "https://go.example.com/WXYZ"
    private static let now: Int64 = 1_790_000_000

    private static func ruleSet() throws -> RuleSet {
        let folder = try RulesFolder(site: site)
        return try withExtendedLifetime(folder) { RuleSet(try RuleDirectory.load(path: folder.path)) }
    }

    private static func session(_ system: System, _ browser: Surface, _ condition: AppCondition) throws -> LabSession {
        let phone = LabPhone(system: system, browser: browser, systemName: "Android 16", browserName: "Chrome 156")
        var session = LabSession("id", link: link, address: "https://preview.example.com/_fp/.lab/id", end: now + 60)
        (session.phone, session.condition) = (phone, condition)
        session.plan = .success(try LabPlan(of: link, on: phone, condition, ruleSet(), nil, now: now))
        return session
    }

    private static func taps(_ session: LabSession) throws -> [TrialTap: LabPlan.Tap] {
        let plan = try #require(try session.plan?.get())
        return Dictionary(uniqueKeysWithValues: plan.taps.map { ($0.tap, $0) })
    }

    @Test("an Android phone has a dozen taps, an iPhone the scheme instead of the intent")
    func taps() throws {
        let android = try Self.taps(Self.session(.android(16), .chrome, .current))
        #expect(Set(android.keys) == Set(TrialTap.allCases).subtracting([.scheme, .getApp]))
        #expect(android[.sameHost]?.pageHost == "go.example.com" && android[.page]?.pageHost == "preview.example.com")
        #expect(android[.ownPage]?.address == "https://preview.example.com/_fp/go.example.com/WXYZ")
        #expect(android[.intent]?.address.contains("#Intent;scheme=https;package=com.example.android;") == true)
        let apple = try Self.taps(Self.session(.ios(18), .safari, .absent))
        #expect(Set(apple.keys) == Set(TrialTap.allCases).subtracting([.intent]))
        #expect(
            apple[.scheme]?.address.hasPrefix("com.example.ios://google/link/?deep_link_id=https%3A%2F%2Fwww") == true)
    }

    @Test("requests belong to the tap that was begun last")
    func attribution() throws {
        var session = try Self.session(.android(16), .chrome, .current)
        var seen: [SeenRequest] = []
        session.begin(.typed, count: 0)
        seen.append(SeenRequest(.click))
        session.begin(.mail, count: seen.count)
        seen += [SeenRequest(.page), SeenRequest(.button)]
        #expect(session.requests(of: .typed, seen).map(\.kind) == [.click])
        #expect(session.requests(of: .mail, seen).map(\.kind) == [.page, .button])
        #expect(session.requests(of: .chat, seen).isEmpty)
        // The tap is tried again.
        session.begin(.typed, count: seen.count)
        #expect(session.requests(of: .typed, seen).isEmpty)
        #expect(session.requests(of: .mail, seen).count == 2)
    }

    @Test("an app that asks has opened, whatever the tester answers")
    func askingApp() throws {
        var session = try Self.session(.android(16), .chrome, .current)
        let page = try #require(try Self.taps(session)[.page])
        session.begin(.page, count: 0)
        #expect(session.result(of: page, []) == nil)
        session.answer(.page, .store)
        #expect(session.result(of: page, [])?.observed == .store)
        let result = try #require(session.result(of: page, [SeenRequest(.app)]))
        #expect(result.observed == .app && result.isConfirmedByApp && result.fits)
    }

    /// Answers all taps as a phone would on which something is wrong.
    private static func answered(
        _ session: LabSession, as cause: LabCause
    ) throws -> (LabSession, [SeenRequest]) {
        var session = session
        var seen: [SeenRequest] = []
        for (tap, planned) in try taps(session).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            session.begin(tap, count: seen.count)
            let journey = try #require(planned.others[cause]?.first)
            if !journey.asked.isEmpty { seen.append(SeenRequest(.click)) }
            session.answer(tap, ObservedEnding(journey.ending))
        }
        return (session, seen)
    }

    @Test(
        "the cause that explains the misses is found",
        arguments: [
            (
                System.android(16), AppCondition.current, LabCause.unverifiedHosts,
                ["assetlinks.json", "Open supported links"]
            ),
            (.android(16), .current, .undeclaredLinks, ["manifest"]),
            (.android(16), .current, .notInstalled, ["not installed"]),
            (.android(16), .absent, .installed, ["installed on this phone"]),
            (.ios(18), .current, .unverifiedHosts, ["apple-app-site-association"]),
        ])
    func causes(_ system: System, _ condition: AppCondition, _ cause: LabCause, _ words: [String]) throws {
        let browser: Surface = system == .ios(18) ? .safari : .chrome
        let (session, seen) = try Self.answered(Self.session(system, browser, condition), as: cause)
        #expect(session.causes(seen).contains(cause))
        let advice = session.advice(seen).joined(separator: "\n")
        for word in words { #expect(advice.contains(word), "\(advice)") }
        let misses = session.results(seen).filter { $0.result?.fits == false }
        #expect(!misses.isEmpty)
        for (planned, result) in misses {
            let named = session.causes(of: planned, try #require(result))
            #expect(named.contains(cause.title(on: system)), "\(planned.tap): \(named)")
        }
    }

    @Test("if no cause explains a miss, the facts of the model are named that only it follows from")
    func facts() throws {
        var session = try Self.session(.ios(18), .safari, .current)
        let taps = try Self.taps(session)
        var seen: [SeenRequest] = []
        // Right everywhere, except that a tap on the link's own host leads to the store.
        for (tap, planned) in taps.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            session.begin(tap, count: seen.count)
            let journey = try #require(planned.expected.first)
            if !journey.asked.isEmpty { seen.append(SeenRequest(.click)) }
            session.answer(tap, tap == .sameHost ? .store : ObservedEnding(journey.ending))
        }
        let evidence = try #require(session.evidence(seen, at: Self.now))
        #expect(evidence.doubtfulFacts == [.sameHost], "\(evidence.doubtfulFacts)")
        #expect(session.causes(seen).isEmpty)
        #expect(session.advice(seen).count == 1)
    }
}
