import LinkStore

extension LinkField {
    /// Whether a link with the field may get another answer than the redirect to its target: at another time, after
    /// other clicks, or for some visitors. A new field does not compile without an answer.
    var restrictsClicks: Bool {
        switch self {
        case .starts, .expires, .maximumClicks, .expiredTarget, .usedUpTarget, .clicksPerSecond, .password, .isDisabled,
            .isUnsafe:
            true
        // Caching is part of the decision, and archived links work.
        case .longLink, .name, .note, .tags, .attributes, .cacheSeconds, .isArchived, .isManaged: false
        }
    }

    /// The first field of a link that restricts its clicks; `nil` if there is none.
    static func restriction(of record: LinkRecord) -> LinkField? {
        allCases.first { $0.restrictsClicks && !record[$0].isEmpty }
    }
}
