import ByteText
import Testing

@testable import Pages

/// A page's address stays valid for its five minutes, whatever happens to the keys in that time.
@Suite("keys of pages")
struct PageKeysTests {
    private static let click = SealedClick(link: Array("https://example.page.link/WXYZ".utf8))
    private static let (old, new) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))

    private static func opens(_ token: [UInt8], _ keys: PageKeys, at now: Int64) -> Bool {
        (try? PageTokens(keys).sealedClick(of: token, now: now)) == click
    }

    private static func token(_ keys: PageKeys, at now: Int64) throws -> [UInt8] {
        try #require(PageTokens(keys).token(for: click, now: now))
    }

    @Test("a new secret seals at once, and the old one opens for as long as its pages live")
    func replaced() throws {
        let keys = PageKeys(secrets: [Self.old])
        let before = try Self.token(keys, at: 1000)
        keys.replace(secrets: [Self.new], at: 1001)
        let after = try Self.token(keys, at: 1001)
        #expect(Self.opens(before, keys, at: 1300) && Self.opens(after, keys, at: 1300))
        #expect(Self.opens(after, PageKeys(secrets: [Self.new]), at: 1001))
        #expect(!Self.opens(after, PageKeys(secrets: [Self.old]), at: 1001))
        // A stolen old secret makes no valid pages later.
        let forged = try Self.token(PageKeys(secrets: [Self.old]), at: 1400)
        #expect(!Self.opens(forged, keys, at: 1400))
    }

    @Test("the first of several secrets seals, all open: daemons behind one proxy change theirs one after the other")
    func several() throws {
        let (first, second) = (PageKeys(secrets: [Self.new, Self.old]), PageKeys(secrets: [Self.old, Self.new]))
        #expect(Self.opens(try Self.token(first, at: 1), second, at: 1))
        #expect(Self.opens(try Self.token(second, at: 1), first, at: 1))
        #expect(Self.opens(try Self.token(first, at: 1), PageKeys(secrets: [Self.new]), at: 1))
    }

    @Test("a key of the process's own seals for an hour, and opens for as long as its pages live")
    func rotation() throws {
        let keys = PageKeys()
        let first = try Self.token(keys, at: 0)
        let last = try Self.token(keys, at: PageKeys.period - 1)
        let next = try Self.token(keys, at: PageKeys.period)
        #expect(!Self.opens(first, keys, at: PageKeys.period) && Self.opens(last, keys, at: PageKeys.period + 200))
        #expect(Self.opens(next, keys, at: PageKeys.period + 200))
        let stolen = keys.opening(at: PageKeys.period + 200).count
        let left = keys.opening(at: PageKeys.period + PageTokens.lifetime + 1).count
        #expect(stolen == 2 && left == 1)
        // A reload of settings without a secret changes nothing.
        keys.replace(secrets: [], at: PageKeys.period + 10)
        #expect(Self.opens(next, keys, at: PageKeys.period + 200))
    }

    @Test("what daemons share seals where the settings state nothing, and comes back when they no longer do")
    func shared() throws {
        let keys = PageKeys()
        let own = try Self.token(keys, at: 1000)
        keys.share(secrets: [Self.new, Self.old], at: 1001)
        #expect(Self.opens(own, keys, at: 1200), "what was sealed before still opens")
        #expect(Self.opens(try Self.token(PageKeys(secrets: [Self.old]), at: 1200), keys, at: 1200))
        #expect(Self.opens(try Self.token(keys, at: 1200), PageKeys(secrets: [Self.new]), at: 1200))
        keys.replace(secrets: [], at: 1300)
        #expect(Self.opens(try Self.token(keys, at: 9000), PageKeys(secrets: [Self.new]), at: 9000))
        let stated = [UInt8](repeating: 3, count: 32)
        keys.replace(secrets: [stated], at: 9001)
        keys.share(secrets: [Self.old], at: 9002)
        #expect(Self.opens(try Self.token(keys, at: 9002), PageKeys(secrets: [stated]), at: 9002))
        keys.replace(secrets: [], at: 9003)
        #expect(Self.opens(try Self.token(keys, at: 9003), PageKeys(secrets: [Self.old]), at: 9003))
    }

    @Test("a successor goes on with the key, so that both processes open what the other has sealed")
    func handedOver() throws {
        let (before, after) = (PageKeys(), PageKeys())
        let token = try Self.token(before, at: 100)
        after.adopt(before.handedOver(at: 110))
        #expect(Self.opens(token, after, at: 120))
        #expect(Self.opens(try Self.token(after, at: 120), before, at: 120))
        // The hour is the key's, not the process's.
        let next = try Self.token(after, at: 100 + PageKeys.period)
        #expect(!Self.opens(next, before, at: 100 + PageKeys.period))
    }

    @Test("a successor with another secret opens the pages of the process before, for as long as they live")
    func handedOverWithSecrets() throws {
        for before in [PageKeys(), PageKeys(secrets: [Self.old])] {
            let after = PageKeys(secrets: [Self.new])
            let token = try Self.token(before, at: 100)
            after.adopt(before.handedOver(at: 110))
            #expect(Self.opens(token, after, at: 400))
            #expect(Self.opens(try Self.token(after, at: 120), PageKeys(secrets: [Self.new]), at: 120))
            #expect(after.opening(at: 10_000).count == 1)
        }
    }

    @Test("what is no account of keys changes nothing")
    func garbage() throws {
        let keys = PageKeys()
        let token = try Self.token(keys, at: 0)
        for count in [0, 1, 8, 9, 10, 48, 50, 4096] { keys.adopt([UInt8](repeating: 1, count: count)) }
        #expect(Self.opens(token, keys, at: 10))
        #expect(keys.opening(at: 0).count == 1)
    }
}
