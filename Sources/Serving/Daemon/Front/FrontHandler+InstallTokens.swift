import ByteText
import Links
import OpenSSL
import Pages
import Routing
import WebAddress

/// Links to Google Play that say which click they come from: at the end of their `referrer` is a token, which the app is given
/// when it is installed and hands to `/v1/resolve`.
///
/// The token is added to a decision that was made, counted and logged without it. So decisions are remembered as ever, a log
/// holds no token, and whoever asks without a click (`/v1/decide`, `resolve`, `replay`) gets none.
extension FrontHandler {
    /// The token's name among the campaign fields of a referrer.
    static let tokenField: StaticString = "fp_token"

    /// Adds a token to the outcome's addresses of Google Play, where its site wants that and has a key for it.
    ///
    /// A link with a code, a key or a mail address gets none, nor one that is too long: what is in a referrer, a store sees.
    func addInstallToken(to outcome: inout Outcome) {
        // The page of one click has a token that counts for it alone.
        if copiedTokens(&outcome) != nil { outcome.decision.cache = .noStore }
        guard let page = outcome.decision.storePage, let deferred = deferredLinks(of: &outcome) else { return }
        let link = decider.clickedLink
        guard !decider.mayHide(link), let token = installToken(of: link, by: .referrer, for: deferred) else { return }
        decider.withArena { arena in
            guard let added = PlayToken(token, on: page, in: &arena) else { return }
            added.add(to: &outcome.decision, in: &arena)
            // What a cache would hand on, one person alone could use.
            outcome.decision.cache = .noStore
        }
    }

    /// What the outcome's site says of apps that are installed later; nil where it can't be done, or not for this link.
    func deferredLinks(of outcome: inout Outcome) -> DeferredLinksDefinition? {
        // The keys are behind a lock, which the clicks of sites that say nothing of it do not take.
        guard let site = outcome.site, decider.site(site, has: .defersLinks),
            let deferred = decider.evaluator.ruleSet.deferredLinks(of: site),
            !outcome.decision.carriesAction, !deferred.once || installs.store != nil, tokens.sealsInstalls
        else { return nil }
        return deferred
    }

    /// A token for a link in the arena; nil if the link is too long.
    func installToken(
        of link: TextRange, by way: PageTokens.InstallWay, for deferred: DeferredLinksDefinition
    ) -> TextRange? {
        let end = decider.now + Int64(deferred.days) * 86_400
        return tokens.appendInstallToken(of: link, by: way, until: end, by: sealer, in: &decider.arena)
    }
}

extension Decision {
    /// The page of the app in a store, where the decision leads to one or falls back to it.
    var storePage: TextRange? {
        if let fallback, fallback.kind == .storeInstall { return fallback.target }
        return kind == .storeInstall ? target : nil
    }
}

extension Decider {
    /// Whether a text may hold a code, a key or a mail address.
    func mayHide(_ text: TextRange) -> Bool { Self.mayHide(text, in: arena) }

    private static func mayHide(_ text: TextRange, in arena: borrowing ByteArena) -> Bool {
        Masking.mayHide(text, of: arena)
    }

    /// Lets a closure write into the arena.
    func withArena<Value>(_ write: (inout ByteArena) -> Value) -> Value { write(&arena) }
}

/// What is added to an address of Google Play, as it is there and as it is within an `intent:` URI.
///
/// The address ends with its `referrer`, if it has one, and an `intent:` URI with the address (`IntentURI`, `PlayStoreURL`).
private struct PlayToken {
    private static let start: StaticString = "https://play.google.com/store/apps/details?id="
    private static let field: StaticString = "&referrer="
    private static let intentEnd: StaticString = ";end"
    /// How long a referrer may become, encoded as it is in the address. Google states no limit; what is known to arrive is longer.
    private static let longestReferrer = 1024

    private let page: TextRange
    private let whole: TextRange
    private let added: TextRange
    /// Page and what is added, encoded once more.
    private let innerPage: TextRange
    private let innerAdded: TextRange

    /// Nil for the page of another store, and where the referrer would become too long.
    init?(_ token: TextRange, on page: TextRange, in arena: inout ByteArena) {
        guard arena[page].starts(with: Self.start) else { return nil }
        let referrer = Self.referrerCount(arena[page])
        let mark = arena.count
        // Within the value of `referrer`, its own separators are encoded.
        if referrer > 0 { arena.append("%26") } else { arena.append(Self.field) }
        arena.append(FrontHandler.tokenField)
        arena.append("%3D")
        arena.append(copyOf: token)
        added = arena.piece(from: mark)
        guard referrer + Int(added.count) <= Self.longestReferrer else { return nil }
        self.page = page
        whole = Self.append(page, added, to: &arena)
        innerPage = PercentCoding.encodeComponent(page, in: &arena)
        innerAdded = PercentCoding.encodeComponent(added, in: &arena)
    }

    /// How many bytes the address has from `referrer` on; 0 without one. A `&` within a value is encoded.
    private static func referrerCount(_ page: Span<UInt8>) -> Int {
        var start = 0
        while let next = page.firstIndex(of: UInt8(ascii: "&"), from: start) {
            if page.extracting(next..<page.count).starts(with: field) { return page.count - next }
            start = next + 1
        }
        return 0
    }

    private static func append(_ one: TextRange, _ other: TextRange, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append(copyOf: one)
        arena.append(copyOf: other)
        return arena.piece(from: mark)
    }

    /// Adds it wherever the page is an address of the decision.
    func add(to decision: inout Decision, in arena: inout ByteArena) {
        let sharesLocation = decision.appLocation == decision.location
        decision.location = decision.location.map { added(to: $0, in: &arena) }
        decision.appLocation =
            sharesLocation ? decision.location : decision.appLocation.map { added(to: $0, in: &arena) }
        decision.target = decision.target.map { added(to: $0, in: &arena) }
        decision.fallback?.target = whole
    }

    private func added(to address: TextRange, in arena: inout ByteArena) -> TextRange {
        if arena[address].equals(arena[page]) { return whole }
        guard let end = innerEnd(of: arena[address], in: arena) else { return address }
        let mark = arena.count
        arena.append(copyOf: address[0..<end])
        arena.append(copyOf: innerAdded)
        arena.append(Self.intentEnd)
        return arena.piece(from: mark)
    }

    /// Where the page ends within an `intent:` URI that falls back to it; nil for any other address.
    private func innerEnd(of address: Span<UInt8>, in arena: borrowing ByteArena) -> Int? {
        let end = address.count - Self.intentEnd.utf8CodeUnitCount
        let start = end - Int(innerPage.count)
        guard start > 0, address.extracting(end..<address.count).equals(Self.intentEnd),
            address.extracting(start..<end).equals(arena[innerPage])
        else { return nil }
        return end
    }
}
