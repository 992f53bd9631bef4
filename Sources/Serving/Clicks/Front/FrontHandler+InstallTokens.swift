import ByteText
import Links
import OpenSSL
import Pages
import Routing
import WebAddress

/// Install tokens: links to Google Play carry a token of the click at the end of their `referrer`. The app receives it when
/// it is installed, and passes it to `/v1/resolve`.
///
/// The token is added after the decision has been made, counted and logged. Decisions are therefore cached as usual, logs
/// contain no token, and requests without a click (`/v1/decide`, `resolve`, `replay`) get none.
extension FrontHandler {
    /// The token's name among the campaign fields of a referrer.
    package static let tokenField: StaticString = "fp_token"

    /// Adds a token to the outcome's Google Play addresses, if the site enables it and has a key for it.
    ///
    /// A link with a code, a key or a mail address gets no token, since the store can read the referrer; nor does one that is
    /// too long.
    func addInstallToken(to outcome: inout Outcome) {
        // The page contains a token that is only for this click.
        if copiedTokens(&outcome) != nil { outcome.decision.cache = .noStore }
        guard let page = outcome.decision.storePage, let deferred = deferredLinks(of: &outcome) else { return }
        let link = decider.clickedLink
        guard !decider.mayHide(link), let token = installToken(of: link, by: .referrer, for: deferred) else { return }
        decider.withArena { arena in
            guard let added = PlayToken(token, on: page, in: &arena) else { return }
            added.add(to: &outcome.decision, in: &arena)
            // Only one user could use a cached token.
            outcome.decision.cache = .noStore
        }
    }

    /// The site's settings for deferred deep links; `nil` if they are disabled, not possible, or not for this link.
    func deferredLinks(of outcome: inout Outcome) -> DeferredLinksDefinition? {
        // The keys are behind a lock, which clicks of other sites should not take.
        guard let site = outcome.site, decider.site(site, has: .defersLinks),
            let deferred = decider.evaluator.ruleSet.deferredLinks(of: site),
            !outcome.decision.carriesAction, !deferred.once || installs.store != nil, tokens.sealsInstalls
        else { return nil }
        return deferred
    }

    /// Creates a token for a link in the arena; `nil` if the link is too long.
    func installToken(
        of link: TextRange, by way: PageTokens.InstallWay, for deferred: DeferredLinksDefinition
    ) -> TextRange? {
        let end = decider.now + Int64(deferred.days) * 86_400
        return tokens.appendInstallToken(of: link, by: way, until: end, by: sealer, in: &decider.arena)
    }
}

extension Decision {
    /// The store page of the app, if the decision leads or falls back to one.
    var storePage: TextRange? {
        if let fallback, fallback.kind == .storeInstall { return fallback.target }
        return kind == .storeInstall ? target : nil
    }
}

extension Decider {
    /// Whether a text may contain a code, a key or a mail address.
    func mayHide(_ text: TextRange) -> Bool { Self.mayHide(text, in: arena) }

    private static func mayHide(_ text: TextRange, in arena: borrowing ByteArena) -> Bool {
        Masking.mayHide(text, of: arena)
    }

    /// Calls a closure that writes into the arena.
    func withArena<Value>(_ write: (inout ByteArena) -> Value) -> Value { write(&arena) }
}

/// The addition to a Google Play address, both in the plain address and within an `intent:` URI.
///
/// The address ends with its `referrer`, if it has one, and an `intent:` URI with the address (`IntentURI`, `PlayStoreURL`).
private struct PlayToken {
    private static let start: StaticString = "https://play.google.com/store/apps/details?id="
    private static let field: StaticString = "&referrer="
    private static let intentEnd: StaticString = ";end"
    /// The maximum length of a referrer, as encoded in the address. Google documents no limit; longer ones are known to arrive.
    private static let longestReferrer = 1024

    private let page: TextRange
    private let whole: TextRange
    private let added: TextRange
    /// The page and the addition, encoded again.
    private let innerPage: TextRange
    private let innerAdded: TextRange

    /// `nil` if the page is of another store, or the referrer would become too long.
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

    /// The length of the address from `referrer` on; 0 without one. A `&` within a value is encoded.
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

    /// Adds the token to every address of the decision that contains the page.
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

    /// The end of the page within an `intent:` URI that falls back to it; `nil` for any other address.
    private func innerEnd(of address: Span<UInt8>, in arena: borrowing ByteArena) -> Int? {
        let end = address.count - Self.intentEnd.utf8CodeUnitCount
        let start = end - Int(innerPage.count)
        guard start > 0, address.extracting(end..<address.count).equals(Self.intentEnd),
            address.extracting(start..<end).equals(arena[innerPage])
        else { return nil }
        return end
    }
}
