import ByteText

extension LinkField {
    /// The row of the table.
    var definition: Row {
        switch self {
        case .longLink:
            Row(
                name: "long_link", slot: .target(Place(\.longLink)), flag: [],
                titles:
                    "long_url longurl url destination destination_url original_url originalurl target target_url $fallback_url"
            )
        case .name:
            Row(
                name: "name", slot: .text(Place(\.name)), flag: .texts,
                titles: "title link_name link_title marketing_title $marketing_title ~marketing_title",
                option: "A name, shown in lists.", shown: "name", label: "Name")
        case .note:
            Row(
                name: "note", slot: .text(Place(\.note)), flag: .texts, titles: "description comment comments",
                dub: "comments", option: "A note.", shown: "note", label: "Note", lines: 3)
        case .tags:
            Row(
                name: "tags", slot: .tags(Place(\.tags)), flag: .texts, option: "A tag; repeatable.", shown: "tags",
                label: "Tags")
        case .attributes: Row(name: "attributes", slot: .attributes(Place(\.attributes)), flag: .texts)
        case .starts:
            Row(
                name: "starts", slot: .time(Place(\.starts)), flag: .starts,
                titles: "starts_at valid_since validsince",
                option:
                    "The time when the link starts working: 2026-11-20T12:00Z, a date (UTC), 12h or 30d from now.",
                shown: "starts", label: "Starts", input: "Starts (UTC)")
        case .expires:
            Row(
                name: "expires", slot: .time(Place(\.expires)), flag: .expires,
                titles:
                    "expires_at expiresat expired_at expiredat expiration expiration_date valid_until validuntil expire_in",
                dub: "expiresAt",
                option: "The time when the link stops working: 2026-12-31T00:00Z, a date (UTC), 12h or 30d from now.",
                shown: "expires", label: "Expires", input: "Expires (UTC)")
        case .maximumClicks:
            Row(
                name: "max_clicks", slot: .count(Place(\.maximumClicks)), flag: .maximumClicks,
                titles: "max_visits maxvisits maximum_clicks clicks_limit clickslimit click_limit",
                option: "The maximum number of clicks.", shown: "good for", phrase: { counted($0, "click") },
                label: "Maximum clicks")
        case .expiredTarget:
            Row(
                name: "expired_target", slot: .address(Place(\.expiredTarget)), flag: .expiredTarget,
                titles: "expired_url expiredurl", dub: "expiredUrl",
                option: "The target of clicks after expiry: an https address that the site allows.",
                shown: "if expired", label: "Once expired", input: "Once expired, leads to")
        case .usedUpTarget:
            Row(
                name: "used_up_target", slot: .address(Place(\.usedUpTarget)), flag: .usedUpTarget,
                option: "The target of clicks beyond --max-clicks: an https address that the site allows.",
                shown: "if used up", label: "Once used up", input: "Once used up, leads to")
        case .clicksPerSecond:
            Row(
                name: "max_clicks_per_second",
                slot: .number(Place(\.clicksPerSecond), 1...LinkRecord.maximumClicksPerSecond), flag: .clicksPerSecond,
                schema:
                    "The maximum number of clicks per second and worker, instead of the site's clicks_per_link_per_second; others get 429. Null: the site's.",
                option: "The click limit per second and worker, instead of the site's; 0 for the site's.",
                shown: "at most", phrase: { "\(counted($0, "click")) per second and worker" },
                label: "Clicks per second", unit: " per worker", input: "Maximum clicks per second")
        case .cacheSeconds:
            Row(
                name: "cache", slot: .number(Place(\.cacheSeconds), 0...LinkRecord.maximumCacheSeconds),
                flag: .cacheSeconds,
                schema:
                    "How many seconds responses to clicks may be cached. Overrides rules and site, except a rule's no-store; 0 disables caching. Null: rules and site apply.",
                option: "The seconds for which caches may keep the redirect; 0 for none, an empty text to unset.",
                quantity: "a number of seconds ",
                shown: "cached", phrase: { $0 == 0 ? "never" : "for \(counted($0, "second")) at most" },
                label: "Cache lifetime (seconds)")
        case .isArchived:
            Row(
                name: "archived", slot: .state(Place(\.isArchived)), flag: .archived, titles: "is_archived isarchived",
                dub: "archived", switches: ("archive", "unarchive"), shown: "archived: hidden from lists")
        case .isDisabled:
            Row(
                name: "disabled", slot: .state(Place(\.isDisabled)), flag: .disabled, switches: ("disable", "enable"),
                shown: "disabled: answers like an expired link")
        case .isUnsafe:
            Row(
                name: "unsafe", slot: .flag(Place(\.isUnsafe)), flag: .unsafe, switches: ("unsafe", "safe"),
                shown: "unsafe: warns and leads nowhere")
        case .isManaged: Row(name: "managed", slot: .flag(Place(\.isManaged)), flag: .managed)
        }
    }
}
