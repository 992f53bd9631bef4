import ByteText
import TestSupport
import Testing

@testable import LinkStore

/// Clicks by properties.
@Suite("Breakdowns of clicks")
struct BreakdownTests {
    private static let site = SiteID.id(of: "shop")

    private static func names() -> ClickNames {
        var names = ClickNames()
        names.sites = ["shop"]
        names.rules = ["shop/one", "shop/two"]
        names.inApps = ["", "", "other", "facebook"]
        names.browsers = ["", "chrome", "safari"]
        return names
    }

    /// A reader with names, and clicks counted through it.
    private static func count(_ store: LinkStore, _ body: (inout LinkReader) throws -> Void) throws {
        var reader = try store.makeReader()
        reader.use(names())
        try body(&reader)
        reader.flush()
        store.settle()
    }

    private static func click(
        _ reader: inout LinkReader, _ id: UInt64 = 7, day: UInt32 = 100, host: String = "", opens: Bool = false,
        _ change: (inout ClickDetail) -> Void = { _ in }
    ) {
        var detail = ClickDetail()
        detail.site = 0
        change(&detail)
        reader.countClick(
            id: id, opens ? .appOpen : .redirect, .ios, at: Int64(day) * 86_400, detail, host: Array(host.utf8).span,
            key: Array("go.example/\(id)".utf8).span)
    }

    private static func text(_ breakdown: Breakdown, _ dimension: Breakdown.Dimension) -> [String] {
        breakdown.amounts(by: dimension).map { "\($0 ?? "*") \($1.clicks)/\($1.appOpens)" }
    }

    @Test("clicks are added to the breakdowns of their link and their site")
    func counted() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try Self.count(store) { reader in
            Self.click(&reader, host: "news.example", opens: true) {
                ($0.country, $0.language, $0.rule, $0.inApp, $0.browser) = (0x4544, 0x6564, 2, 3, 1)
            }
            Self.click(&reader, host: "news.example") { ($0.country, $0.browser) = (0x4544, 2) }
            Self.click(&reader, 8, day: 101) { $0.country = 0x5246 }
        }
        let link = try store.breakdown(of: 7, days: 0...200)
        #expect(Self.text(link, .country) == ["DE 2/1"] && Self.text(link, .language) == ["de 1/1"])
        #expect(Self.text(link, .rule) == ["shop/two 1/1"] && Self.text(link, .inApp) == ["facebook 1/1"])
        #expect(Self.text(link, .browser) == ["chrome 1/1", "safari 1/0"])
        #expect(Self.text(link, .referrer) == ["news.example 2/1"] && Self.text(link, .link) == [])
        let site = try store.breakdown(of: Self.site, days: 0...200)
        #expect(Self.text(site, .country) == ["DE 2/1", "FR 1/0"])
        #expect(Self.text(site, .link) == ["go.example/7 2/1", "go.example/8 1/0"])
        #expect(try store.breakdown(of: Self.site, days: 101...101).amounts.count == 2)
        let clicks = try store.counts(of: Self.site, days: 0...200).filter { $0.event == .click }
        #expect(clicks.map(\.count) == [2, 1] && clicks.map(\.day) == [100, 101])
    }

    @Test(
        "rare values are added up, and frequent ones are kept",
        arguments: (0..<4).map { _ in UInt64.random(in: 0...UInt64.max) })
    func bounded(seed: UInt64) throws {
        print("BreakdownTests.bounded seed \(seed)")
        var random = SplitMix64(seed: seed)
        var sum = Breakdown()
        for _ in 0..<400 {
            var added = Breakdown()
            for _ in 0..<20 {
                let host =
                    Bool.random(using: &random) ? "often.example" : "h\(Int.random(in: 0..<5000, using: &random))"
                added.add(.init(clicks: 1), to: .init(.referrer, host))
            }
            sum.add(added)
        }
        let amounts = sum.amounts(by: .referrer)
        #expect(amounts.count <= 2 * Breakdown.Dimension.referrer.most + 1)
        #expect(amounts.reduce(0) { $0 + $1.amount.clicks } == 8_000)
        let often = try #require(amounts.first { $0.value == "often.example" })
        #expect(often.amount.clicks > 3_500)
    }

    @Test("the encoding", arguments: (0..<4).map { _ in UInt64.random(in: 0...UInt64.max) })
    func encoding(seed: UInt64) {
        print("BreakdownTests.encoding seed \(seed)")
        var random = SplitMix64(seed: seed)
        var breakdown = Breakdown()
        for _ in 0..<200 {
            let value = ["", "é", "a", "www.example.com", String(repeating: "x", count: 200)].randomElement(
                using: &random)
            let amount = Breakdown.Amount(
                clicks: UInt64.random(in: 0...UInt64.max >> UInt64.random(in: 1..<64, using: &random), using: &random))
            breakdown.add(amount, to: .init(.allCases.randomElement(using: &random) ?? .rule, value))
        }
        let bytes = breakdown.stored
        #expect(Breakdown(stored: bytes) == breakdown && Breakdown(stored: []) == Breakdown())
        // A dimension of a newer program is left out; cut ones are not read as something else.
        #expect(Breakdown(stored: bytes + [99, 1, 65, 5, 0]) == breakdown)
        for count in 1..<bytes.count { _ = Breakdown(stored: Array(bytes.prefix(count))) }
        #expect(Breakdown(stored: [0]) == nil && Breakdown(stored: [0, 5, 65]) == nil)
        #expect(Breakdown(stored: [0, 1, 65, 0x80]) == nil)
        // As replacement characters they would be too long to be written again.
        #expect(Breakdown(stored: [0, 255] + [UInt8](repeating: 0xFF, count: 255) + [1, 0]) == nil)
    }

    @Test(
        "batches that are merged into encoded breakdowns count what one addition after the other counts",
        arguments: (0..<4).map { _ in UInt64.random(in: 0...UInt64.max) })
    func merged(seed: UInt64) throws {
        print("BreakdownTests.merged seed \(seed)")
        var random = SplitMix64(seed: seed)
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        let hosts = ["", "a.example", "b.example", "a", "é.example", String(repeating: "x", count: 200)]
        var expected: [UInt64: Breakdown] = [:]
        for _ in 0..<6 {
            try Self.count(store) { reader in
                for _ in 0..<40 {
                    let id = UInt64.random(in: 1...5, using: &random)
                    let host = hosts.randomElement(using: &random) ?? ""
                    let opens = Bool.random(using: &random)
                    let rule = UInt16.random(in: 0...3, using: &random)
                    let browser = UInt8.random(in: 0...3, using: &random)
                    Self.click(&reader, id, host: host, opens: opens) {
                        ($0.language, $0.rule, $0.browser) = (0x6E65, rule, browser)
                    }
                    let amount = Breakdown.Amount(clicks: 1, appOpens: opens ? 1 : 0)
                    for row in [id, Self.site] {
                        var sum = expected[row] ?? Breakdown()
                        if !host.isEmpty { sum.add(amount, to: .init(.referrer, host)) }
                        sum.add(amount, to: .init(.language, "en"))
                        if (1...2).contains(rule) {
                            sum.add(amount, to: .init(.rule, Self.names().rules[Int(rule) - 1]))
                        }
                        if (1...2).contains(browser) {
                            sum.add(amount, to: .init(.browser, Self.names().browsers[Int(browser)]))
                        }
                        if row == Self.site { sum.add(amount, to: .init(.link, "go.example/\(id)")) }
                        expected[row] = sum
                    }
                }
            }
        }
        for (id, sum) in expected {
            let breakdown = try store.breakdown(of: id, days: 0...200)
            #expect(breakdown == sum)
            #expect(Breakdown(stored: breakdown.stored) == sum)
        }
    }

    @Test("hosts and keys that are long are others, and those with an equal beginning are different")
    func longTexts() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        let most = String(repeating: "h", count: Breakdown.longestValue)
        try Self.count(store) { reader in
            for host in [most, most + "h", String(most.dropLast()), most, "", String(repeating: "h", count: 5_000)] {
                Self.click(&reader, host: host)
            }
        }
        let site = try store.breakdown(of: Self.site, days: 0...200)
        #expect(Self.text(site, .referrer).sorted() == ["* 2/0", "\(most) 2/0", "\(most.dropLast()) 1/0"].sorted())
        #expect(Self.text(site, .link) == ["go.example/7 6/0"])
    }

    @Test("hosts beyond a bound are others, and no click is lost")
    func manyHosts() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try Self.count(store) { reader in
            for number in 0..<20_000 { Self.click(&reader, host: "host-\(number).example") }
        }
        let amounts = try store.breakdown(of: 7, days: 0...200).amounts(by: .referrer)
        #expect(amounts.reduce(0) { $0 + $1.amount.clicks } == 20_000)
        #expect(amounts.count <= 2 * Breakdown.Dimension.referrer.most + 1)
        #expect(try store.clicks(of: [7]) == [20_000])
    }

    @Test("old days are merged into longer periods")
    func rolledUp() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try Self.count(store) { reader in
            for day in UInt32(100)..<160 { Self.click(&reader, day: day) { $0.country = 0x4544 } }
        }
        let before = try store.breakdown(of: 7, days: 0...LinkCount.lastDay)
        var roller = CountRoller()
        while roller.step(store.core, CountRetention(keepDays: 5, rollUp: .earlier), now: 160 * 86_400) {}
        #expect(try store.breakdown(of: 7, days: 0...LinkCount.lastDay) == before)
        #expect(Self.text(try store.breakdown(of: 7, days: 0...0), .country) == ["DE 55/0"])
        #expect(try store.breakdown(of: 7, days: 100...154).isEmpty)
    }

    @Test("a node's breakdowns are unsent with its counts, also those of a former incarnation")
    func unsent() throws {
        let scratch = ScratchDirectory()
        let store = try LinkStore(directory: scratch.path)
        try store.become(ReplicaIdentity(source: 7, node: "one", incarnation: 1), isKnown: true)
        try Self.count(store) { reader in Self.click(&reader) { $0.country = 0x4544 } }
        let unsent = try #require(try store.unsent(limit: 10))
        #expect(unsent.breakdowns.map(\.id) == [7, Self.site])
        try store.become(ReplicaIdentity(source: 7, node: "one", incarnation: 2), isKnown: true)
        #expect(try store.breakdown(of: 7, days: 0...200).isEmpty, "they are another incarnation's")
        let former = try #require(try store.unsent(limit: 10))
        #expect(former.isFormer && former.breakdowns == unsent.breakdowns)
        let sums = [7, Self.site].map { SentCounts(id: $0, day: 100, sum: 2) }
        try store.apply(.replicate(.sent(sums, of: 1)))
        let current = try #require(try store.unsent(limit: 10))
        #expect(!current.isFormer && current.breakdowns == [])
    }
}
