import ByteText
import Devices
import Expressions
import Links
import Rules
import TestSupport
import Testing

@testable import Routing

/// Inspected links are remembered with ranges in an arena, which are moved to the next click's. A range that is missed
/// would contain bytes of another click.
@Suite("Remembered links")
struct LinkMemoryTests {
    /// A store of two links, one of which has another target on every third look-up.
    private final class SomeLinks: ShortLinks {
        var questions = 0

        func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
            questions += 1
            let isOther = questions % 3 == 0
            if arena[key].equals("example.page.link/STORE") {
                return .found(longLink: arena.append(LinkMemoryTests.every), id: 7)
            }
            guard arena[key].equals("example.page.link/MOVES") else { return .refused(.unknownLink) }
            let longLink = isOther ? "https://www.example.com/other" : "https://www.example.com/one?a=1"
            return .found(longLink: arena.append(longLink), id: isOther ? 9 : 8)
        }
    }

    /// A link with every parameter.
    private static let every =
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fa%3Fb%3Dc%26lang%3Dde%23d&apn=com.example.android"
        + "&al=https://www.example.com/al&afl=https%3A%2F%2Fwww.example.com%2Fafl&amv=3&ibi=com.example.ios"
        + "&ipbi=com.example.ios&ifl=https://www.example.com/ifl&ipfl=https://WWW.example.com/ipfl&ius=scheme&isi=1234567"
        + "&imv=2.0&ofl=https://www.example.com/ofl&st=Title%20%C3%A4&sd=More&si=https://images.example/1.png"
        + "&utm_source=a&utm_medium=b&utm_campaign=c%26d&utm_term=e&utm_content=f&gclid=g&at=h&ct=i&mt=8&pt=j&_x=1&y=2"
    private static let links = [
        every, "https://example.page.link/WXYZ", "https://example.page.link/WXYZ/?utm_source=x&fbclid=1&d=1",
        "https://example.page.link/STORE", "https://example.page.link/STORE?%zz", "https://example.page.link/MOVES",
        "https://example.page.link/NONE", "https://example.page.link/", "https://example.page.link",
        "https://example.page.link?link=https://www.example.com", "HTTPS://Example.page.link/WXYZ#top",
        "https://example.page.link/?link=https://example-app.firebaseapp.com/__/auth/action?apiKey%3DK%26mode%3DsignIn"
            + "%26oobCode%3DABC%26lang%3Den%26continueUrl%3Dhttps://www.example.com/?cart%253D1&apn=com.example.android",
        "https://auth.example.com/__/auth/links?link=https://example-app.firebaseapp.com/__/auth/action?apiKey%3DK"
            + "%26mode%3DverifyEmail%26oobCode%3DABC",
        "https://example-app.firebaseapp.com/__/auth/action?mode=resetPassword&oobCode=ABC&apiKey=K&tenantId=t",
        "https://example.page.link/?link=https%3A%2F%2Fevil.example%2F", "https://example.page.link/WXYZ?_fp=page",
        "https://links.example.com/go/?link=https://www.example.com/ä&afl=https://www.example.com/ö",
        "https://example.page.link/?link=https://www.example.com/&al=https://\u{200D}.example/&afl=https://[",
        "https://",
        "https://example.page.link/?link=https://www.example.com/&ofl=ftp://www.example.com/&ifl=https://evil.example/",
        "https://unknown.example/?link=https://www.example.com/", "https://example.page.link/?link=%zz",
    ]
    private static let agents = [
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
            + "Mobile/15E148 Safari/604.1",
        "facebookexternalhit/1.1", "curl/8.5",
    ]

    private static func evaluator(remembers: Bool) throws -> Evaluator {
        let evaluator = try Evaluator(RuleSet(Checkout.rules), shortLinks: SomeLinks())
        if remembers {
            evaluator.rememberLinks(
                LinkMemoryPolicy(links: 16, bytes: 6000, longestEntry: 4096, keepsSecrets: true))
        }
        return evaluator
    }

    /// The decision and every fact of a click.
    private static func answer(_ evaluator: Evaluator, _ link: String, _ agent: String, padding: Int) -> [String] {
        var arena = ByteArena(capacity: 16)
        var request = ClickRequest()
        for _ in 0..<padding { arena.append("padding ") }
        request.link = arena.append(link)
        // Bytes between the link and the texts decoded from it belong to neither.
        request.userAgent = arena.append(agent)
        var output: [UInt8] = []
        let outcome = evaluator.decide(request, in: &arena)
        JSONWriter.append(to: &output) { evaluator.ruleSet.write(outcome, id: nil, arena: arena, to: &$0) }
        var answers = [String(decoding: output, as: UTF8.self), "\(outcome.linkID ?? 0)"]
        do throws(LinkFault) { try evaluator.readFacts(of: request, in: &arena) } catch {
            return answers + [error.message]
        }
        for name in FactName.allCases { answers.append(evaluator.facts.describe(name.rawValue, arena)) }
        return answers
    }

    @Test("have the same targets and facts for every client", arguments: [1 as UInt64, 2, 3])
    func parity(seed: UInt64) throws {
        let (plain, remembering) = (try Self.evaluator(remembers: false), try Self.evaluator(remembers: true))
        var generator = SplitMix64(seed: seed)
        for turn in 0..<900 {
            // More links than there is room for, so that generations are replaced.
            let number = Int(generator.next() % 60)
            let link =
                number < Self.links.count
                ? Self.links[number] : "https://example.page.link/?link=https://www.example.com/\(number)&apn=a.b"
            let agent = Self.agents[Int(generator.next() % UInt64(Self.agents.count))]
            let padding = Int(generator.next() % 9)
            let expected = Self.answer(plain, link, agent, padding: padding)
            #expect(
                Self.answer(remembering, link, agent, padding: padding) == expected,
                "seed \(seed), turn \(turn): \(link)")
        }
    }

    @Test(
        "are remembered when they occur twice, short links at once, and no longer if there is no more room",
        arguments: [
            ("https://example.page.link/?link=https://www.example.com/long", [false, false, true]),
            ("https://example.page.link/WXYZ", [false, true, true]),
        ])
    func remembers(link: String, isKnown: [Bool]) throws {
        let evaluator = try Self.evaluator(remembers: true)
        for expected in isKnown {
            #expect(Self.isKnown(link, to: evaluator) == expected)
            // Deciding reads the link once, and so does reading its facts.
            var arena = ByteArena()
            var request = ClickRequest()
            request.link = arena.append(link)
            _ = evaluator.decide(request, in: &arena)
        }
        for number in 0..<64 {
            let other = "https://example.page.link/?link=https://www.example.com/\(number)"
            for _ in 0..<2 { _ = Self.answer(evaluator, other, Self.agents[0], padding: 0) }
        }
        #expect(!Self.isKnown(link, to: evaluator))
    }

    /// Repeating a refused link costs as little as repeating a valid one.
    @Test("that are refused are remembered when they have come twice, unless the store was asked")
    func refusals() throws {
        let evaluator = try Self.evaluator(remembers: true)
        for link in Self.links.suffix(5) {
            let faults = (0..<4).map { turn -> LinkFault? in
                #expect(Self.isKnown(link, to: evaluator) == (turn > 1))
                var arena = ByteArena()
                var request = ClickRequest()
                request.link = arena.append(link)
                guard case .fault(let fault) = evaluator.decide(request, in: &arena).decision.error else { return nil }
                return fault
            }
            #expect(faults[0] != nil && faults.allSatisfy { $0 == faults[0] }, "\(link): \(faults)")
        }
        for _ in 0..<3 { _ = Self.answer(evaluator, "https://example.page.link/NONE", Self.agents[0], padding: 0) }
        #expect(!Self.isKnown("https://example.page.link/NONE", to: evaluator))
    }

    /// The very first fault makes further reading pointless: of six addresses one is read.
    @Test("report the first fault that counts, and read no further than it")
    func firstFault() throws {
        let evaluator = try Self.evaluator(remembers: false)
        let link = "https://example.page.link/?link=https://www.example.com/&al=ftp://a&afl=https://[&ifl=https://]"
        var arena = ByteArena()
        var request = ClickRequest()
        request.link = arena.append(link)
        guard case .fault(let fault) = evaluator.decide(request, in: &arena).decision.error else {
            Issue.record("not refused")
            return
        }
        #expect(fault.code == .malformedURL && fault.parameter == .afl)
    }

    private static func isKnown(_ link: String, to evaluator: Evaluator) -> Bool {
        var arena = ByteArena()
        var request = ClickRequest()
        request.link = arena.append(link)
        return evaluator.links.place(of: evaluator.identify(request, in: arena), in: arena) != nil
    }

    @Test("that hold a code are not kept where memory is to hold none")
    func secrets() throws {
        let evaluator = try Self.evaluator(remembers: false)
        evaluator.rememberLinks(LinkMemoryPolicy(links: 16, bytes: 6000, longestEntry: 4096, keepsSecrets: false))
        for link in Self.links where link.contains("oobCode") {
            for _ in 0..<3 { _ = Self.answer(evaluator, link, Self.agents[0], padding: 0) }
            #expect(!Self.isKnown(link, to: evaluator))
        }
    }
}
