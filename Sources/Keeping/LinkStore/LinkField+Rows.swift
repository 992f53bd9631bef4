import ByteText

extension LinkField {
    /// The row of the table.
    var definition: Row {
        switch self {
        case .longLink:
            Row(
                name: "long_link", property: \.longLink, kind: .target, flag: [],
                titles:
                    "long_url longurl url destination destination_url original_url originalurl target target_url $fallback_url"
            )
        case .name:
            Row(
                name: "name", property: \.name, kind: .text, flag: .texts,
                titles: "title link_name link_title marketing_title $marketing_title ~marketing_title",
                option: "A name, shown in lists.", shown: "name", label: "Name")
        case .note:
            Row(
                name: "note", property: \.note, kind: .text, flag: .texts, titles: "description comment comments",
                dub: "comments", option: "A note.", shown: "note", label: "Note", lines: 3)
        case .tags:
            Row(
                name: "tags", property: \.tags, kind: .tags, flag: .texts, option: "A tag; repeatable.", shown: "tags",
                label: "Tags")
        case .attributes: Row(name: "attributes", property: \.attributes, kind: .attributes, flag: .texts)
        case .starts:
            Row(
                name: "starts", property: \.starts, kind: .time, flag: .starts,
                titles: "starts_at valid_since validsince",
                option:
                    "The time when the link starts working: 2026-11-20T12:00Z, a date (UTC), 12h or 30d from now.",
                shown: "starts", label: "Starts")
        case .expires:
            Row(
                name: "expires", property: \.expires, kind: .time, flag: .expires,
                titles:
                    "expires_at expiresat expired_at expiredat expiration expiration_date valid_until validuntil expire_in",
                dub: "expiresAt",
                option: "The time when the link stops working: 2026-12-31T00:00Z, a date (UTC), 12h or 30d from now.",
                shown: "expires", label: "Expires")
        case .maximumClicks:
            Row(
                name: "max_clicks", property: \.maximumClicks, kind: .count, flag: .maximumClicks,
                titles: "max_visits maxvisits maximum_clicks clicks_limit clickslimit click_limit",
                option: "The maximum number of clicks.", shown: "good for", phrase: { counted($0, "click") },
                label: "Maximum clicks")
        case .expiredTarget:
            Row(
                name: "expired_target", property: \.expiredTarget, kind: .address, flag: .expiredTarget,
                titles: "expired_url expiredurl", dub: "expiredUrl",
                option: "The target of clicks after expiry: an https address that the site allows.",
                shown: "if expired", label: "Once expired", input: "Once expired, leads to")
        case .usedUpTarget:
            Row(
                name: "used_up_target", property: \.usedUpTarget, kind: .address, flag: .usedUpTarget,
                option: "The target of clicks beyond --max-clicks: an https address that the site allows.",
                shown: "if used up", label: "Once used up", input: "Once used up, leads to")
        case .clicksPerSecond:
            Row(
                name: "max_clicks_per_second",
                property: \.clicksPerSecond, kind: .number(1...LinkRecord.maximumClicksPerSecond),
                flag: .clicksPerSecond,
                schema:
                    "The maximum number of clicks per second and worker, instead of the site's clicks_per_link_per_second; others get 429. Null: the site's.",
                option: "The click limit per second and worker, instead of the site's; 0 for the site's.",
                shown: "at most", phrase: { "\(counted($0, "click")) per second and worker" },
                label: "Clicks per second", unit: " per worker", input: "Maximum clicks per second")
        case .cacheSeconds:
            Row(
                name: "cache", property: \.cacheSeconds, kind: .number(0...LinkRecord.maximumCacheSeconds),
                flag: .cacheSeconds,
                schema:
                    "How many seconds responses to clicks may be cached. Overrides rules and site, except a rule's no-store; 0 disables caching. Null: rules and site apply.",
                option: "The seconds for which caches may keep the redirect; 0 for none, an empty text to unset.",
                quantity: "a number of seconds ",
                shown: "cached", phrase: { $0 == 0 ? "never" : "for \(counted($0, "second")) at most" },
                label: "Cache lifetime (seconds)")
        case .password:
            Row(
                name: "password", property: \.password, kind: .password, flag: .password, dub: "password",
                schema:
                    "The password that visitors must enter on a page before the link leads anywhere; at most 200 bytes. Stored as a scrypt hash and never returned. Null: no password.",
                shown: "password: required", label: "Password")
        case .isArchived:
            Row(
                name: "archived", property: \.isArchived, kind: .state, flag: .archived,
                titles: "is_archived isarchived",
                dub: "archived", switches: ("archive", "unarchive"), shown: "archived: hidden from lists")
        case .isDisabled:
            Row(
                name: "disabled", property: \.isDisabled, kind: .state, flag: .disabled,
                switches: ("disable", "enable"),
                shown: "disabled: answers like an expired link")
        case .isUnsafe:
            Row(
                name: "unsafe", property: \.isUnsafe, kind: .flag, flag: .unsafe, switches: ("unsafe", "safe"),
                shown: "unsafe: warns and leads nowhere")
        case .isManaged: Row(name: "managed", property: \.isManaged, kind: .flag, flag: .managed)
        }
    }
}

extension LinkRecord {
    /// The value of a field. A value of another type sets the field to its default.
    public subscript(field: LinkField) -> LinkValue {
        get {
            switch field {
            case .longLink: .text(longLink)
            case .name: .text(name)
            case .note: .text(note)
            case .tags: .tags(tags)
            case .attributes: .attributes(attributes)
            case .starts: .time(starts)
            case .expires: .time(expires)
            case .maximumClicks: maximumClicks.map(LinkValue.number) ?? .empty
            case .expiredTarget: expiredTarget.map(LinkValue.text) ?? .empty
            case .usedUpTarget: usedUpTarget.map(LinkValue.text) ?? .empty
            case .clicksPerSecond: .count(clicksPerSecond)
            case .cacheSeconds: .count(cacheSeconds)
            case .password: password.map(LinkValue.text) ?? .empty
            case .isArchived: .flag(isArchived)
            case .isDisabled: .flag(isDisabled)
            case .isUnsafe: .flag(isUnsafe)
            case .isManaged: .flag(isManaged)
            }
        }
        set {
            switch field {
            case .longLink: longLink = newValue.text ?? ""
            case .name: name = newValue.text ?? ""
            case .note: note = newValue.text ?? ""
            case .tags: tags = newValue.tags
            case .attributes: attributes = newValue.attributes
            case .starts: starts = newValue.time
            case .expires: expires = newValue.time
            case .maximumClicks: maximumClicks = newValue.number
            case .expiredTarget: expiredTarget = newValue.text
            case .usedUpTarget: usedUpTarget = newValue.text
            case .clicksPerSecond: clicksPerSecond = newValue.count
            case .cacheSeconds: cacheSeconds = newValue.count
            case .password: password = newValue.text
            case .isArchived: isArchived = newValue.isTrue
            case .isDisabled: isDisabled = newValue.isTrue
            case .isUnsafe: isUnsafe = newValue.isTrue
            case .isManaged: isManaged = newValue.isTrue
            }
        }
    }
}
