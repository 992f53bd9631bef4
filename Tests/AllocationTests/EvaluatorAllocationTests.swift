import ByteText
import CAllocationCounter
import Denials
import Devices
import Expressions
import Links
import Routing
import TestSupport
import Testing

/// A warm evaluator decides without allocating.
///
/// Refused clicks are measured by `fingerpost-bench decide` instead: the testing library takes a backtrace at every
/// throw, and its allocations can't be distinguished from the evaluator's here.
@Suite("Allocations of a decision")
struct EvaluatorAllocationTests {
    struct Click: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var link: String
        var agent: String
        var profile: @Sendable () -> DeviceProfile? = { nil }
        var hasSettings = false
    }

    static let clicks: [Click] = [
        Click(testDescription: "a dynamic link", link: SampleClicks.dynamicLink, agent: SampleClicks.android),
        Click(testDescription: "a dynamic link on iPhone", link: SampleClicks.dynamicLink, agent: SampleClicks.iPhone),
        Click(
            testDescription: "a dynamic link on a desktop", link: SampleClicks.dynamicLink, agent: SampleClicks.desktop),
        Click(
            testDescription: "an unfurler", link: SampleClicks.dynamicLink + "&st=T&sd=D", agent: SampleClicks.unfurler),
        Click(testDescription: "a mail link", link: SampleClicks.mailLink, agent: SampleClicks.android),
        Click(
            testDescription: "a mail link, missing app", link: SampleClicks.mailLink, agent: SampleClicks.android,
            profile: { DeviceProfile(apps: [AppReport(state: .absent)]) }),
        Click(
            testDescription: "a mail link with settings", link: SampleClicks.mailLink, agent: SampleClicks.android,
            hasSettings: true),
        Click(
            testDescription: "a bare action link",
            link: "https://example-app.firebaseapp.com/__/auth/action?mode=signIn&oobCode=A&apiKey=K",
            agent: SampleClicks.android),
        Click(testDescription: "a short link", link: SampleClicks.shortLink, agent: SampleClicks.android),
    ]

    @Test(
        "a warm evaluator allocates nothing",
        .countsAllocations,
        arguments: clicks)
    func decide(click: Click) throws {
        let evaluator = try Evaluator(.shipped())
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
            let outcome = evaluator.decide(request, in: &arena)
            allocations = allocation_count() - before
            #expect(outcome.decision.status != 500)
        }
        print("allocations to decide \(click.testDescription): \(allocations)")
        #expect(allocations == 0)
    }

    @Test("a redirect instead of a refusal allocates no more than the refusal", .countsAllocations)
    func strays() throws {
        var site = SiteDefinition(name: "example")
        (site.hosts, site.authorizedDomains) = (["example.page.link"], ["www.example.com"])
        let refusing = RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "")
        let lost = Template(segments: [.literal("https://www.example.com/lost")])
        site.notFound = RuleDefinition(
            id: "not-found", because: "It is not there.", condition: nil, program: nil,
            action: ActionDefinition(outcome: .continueRedirect(to: lost)))
        let redirecting = RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "")
        // The testing library takes a backtrace at every throw, which affects both alike.
        let counts = try [refusing, redirecting].map { try Self.allocations(of: "https://example.page.link/NOPE", $0) }
        print("allocations of a refusal and of the redirect in its place: \(counts)")
        #expect(counts[1] <= counts[0])
    }

    @Test(
        "comparing an address with denied targets and patterns in its canonical spelling allocates nothing",
        .countsAllocations)
    func comparisons() throws {
        var site = SiteDefinition(name: "example")
        (site.hosts, site.urlPolicy) = (["example.page.link"], .patterns(["^https://www\\.example\\.com/"]))
        let rest = RuleDefinition(
            id: "rest", because: "It is tested.", condition: nil, program: nil,
            action: ActionDefinition(outcome: .continueRedirect(to: nil)))
        let denied = try DenyList(Array("https://www.example.com/private\nevil.example".utf8).span)
        let ruleSet = RuleSet(
            sites: [site], rules: [rest], patterns: PatternList(), hash: "", denied: denied)
        let link = "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F%252570%2F%252fx%252f..%2F%2Fy"
        #expect(try Self.allocations(of: link, ruleSet) == 0)
    }

    private static func allocations(of link: String, _ ruleSet: RuleSet) throws -> UInt64 {
        let evaluator = try Evaluator(ruleSet)
        var arena = ByteArena()
        var request = ClickRequest()
        var allocations: UInt64 = 0
        for _ in 0..<20 {
            arena.reset()
            request.reset()
            request.link = arena.append(link)
            let before = allocation_count()
            _ = evaluator.decide(request, in: &arena)
            allocations = allocation_count() - before
        }
        return allocations
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
}
