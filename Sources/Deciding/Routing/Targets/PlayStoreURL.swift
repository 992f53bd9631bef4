import ByteText
import Links
import WebAddress

/// Google Play's page of an app: `https://play.google.com/store/apps/details?id=…`.
///
/// `url` adds Play's "Continue" button, `min_version` an update where the installed app is older, `referrer` reaches
/// the app through the Install Referrer API.
enum PlayStoreURL {
    /// Appends the URL.
    ///
    /// - Parameters:
    ///   - payload: What the app is to open when it is installed; never an action URL, whose code must not reach a store.
    ///   - referrer: The referrer as a rule states it; nil to pass the link's `utm_` parameters on.
    static func append(
        package: [UInt8], payload: TextRange?, minimumVersion: TextRange?, referrer: TextRange?,
        campaign: DynamicLinkParameters, to arena: inout ByteArena
    ) -> TextRange {
        let referrer = referrer ?? campaignReferrer(campaign, in: &arena)
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

    /// The link's campaign as the text of a referrer: `utm_source=…&utm_medium=…`.
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
