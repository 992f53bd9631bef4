import ByteText
import Links
import WebAddress

/// The page of an app in Google Play: `https://play.google.com/store/apps/details?id=…`.
///
/// `url` adds Play's "Continue" button, `min_version` offers an update if the installed app is older, and `referrer` is
/// available to the app through the Install Referrer API.
enum PlayStoreURL {
    /// The maximum length of a referrer with the parameters that a click passes on, encoded as in the address. Google
    /// documents no limit; longer ones are known to arrive.
    private static let longestReferrer = 1_024

    /// Appends the URL.
    ///
    /// - Parameters:
    ///   - payload: The address that the app should open once installed. Never an action URL, whose code must not reach
    ///     a store.
    ///   - referrer: The referrer set by a rule; `nil` to pass the link's `utm_` parameters on.
    ///   - passed: The click's additional parameters in query form, left out if the referrer would become too long.
    static func append(
        package: [UInt8], payload: TextRange?, minimumVersion: TextRange?, referrer: TextRange?,
        campaign: DynamicLinkParameters, passed: TextRange, to arena: inout ByteArena
    ) -> TextRange {
        var referrer = referrer ?? campaignReferrer(campaign, in: &arena)
        if !passed.isEmpty { referrer = adding(passed, to: referrer ?? .empty, in: &arena) }
        let mark = arena.count
        arena.append("https://play.google.com/store/apps/details?id=")
        arena.append(package.span)
        append("&url=", payload, to: &arena)
        append("&min_version=", minimumVersion, to: &arena)
        append("&referrer=", referrer, to: &arena)
        return arena.piece(from: mark)
    }

    private static func append(_ name: StaticString, _ value: TextRange?, to arena: inout ByteArena) {
        guard let value, !value.isEmpty else { return }
        arena.append(name)
        PercentCoding.encodeComponent(value, in: &arena)
    }

    /// A referrer with those parameters added whose names it lacks.
    private static func adding(
        _ passed: TextRange, to referrer: TextRange, in arena: inout ByteArena
    ) -> TextRange {
        let mark = arena.count
        arena.append(copyOf: referrer)
        var pairs = QueryParameters(passed)
        while let pair = pairs.next(in: arena) {
            guard !has(pair.name, referrer, in: arena) else { continue }
            if arena.count > mark { arena.append(UInt8(ascii: "&")) }
            let end = (pair.value ?? pair.name).end
            arena.append(copyOf: TextRange(offset: pair.name.start, count: end - pair.name.start))
        }
        let whole = arena.piece(from: mark)
        return PercentCoding.encodeComponent(whole, in: &arena).count > longestReferrer ? referrer : whole
    }

    private static func has(_ name: TextRange, _ referrer: TextRange, in arena: borrowing ByteArena) -> Bool {
        var pairs = QueryParameters(referrer)
        while let pair = pairs.next(in: arena) {
            if arena[pair.name].equals(arena[name]) { return true }
        }
        return false
    }

    /// The link's campaign in the form of a referrer: `utm_source=…&utm_medium=…`.
    private static func campaignReferrer(
        _ campaign: DynamicLinkParameters, in arena: inout ByteArena
    ) -> TextRange? {
        let mark = arena.count
        let names: InlineArray<6, LinkParameter> = [
            .utmSource, .utmMedium, .utmCampaign, .utmTerm, .utmContent, .gclid,
        ]
        for index in names.indices {
            guard let value = campaign.nonEmpty(names[index]) else { continue }
            if arena.count > mark { arena.append(UInt8(ascii: "&")) }
            arena.append(names[index].name)
            arena.append(UInt8(ascii: "="))
            PercentCoding.encodeComponent(value, in: &arena)
        }
        return arena.count > mark ? arena.piece(from: mark) : nil
    }
}
