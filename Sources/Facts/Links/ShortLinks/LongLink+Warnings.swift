public import ByteText

/// Warnings of the Firebase Dynamic Links API. A warning never prevents a link from being created.
extension LongLink {
    /// Returns the warnings, in the order of the codes, and removes the values that would make clicks on the link
    /// fail.
    public mutating func removeUnusableValues(apps: RegisteredApps) -> [ShortLinkWarning] {
        let textCount = text.utf8.count
        var arena = ByteArena(capacity: 4 * textCount + 256)
        var parameters = DynamicLinkParameters()
        for parameter in LinkParameter.allCases {
            if let value = self[parameter] { parameters[parameter] = arena.append(value) }
        }
        var review = LinkReview(parameters, textCount: textCount)
        if hasCorrected { review.noteCorrected() }
        review.check(apps, in: &arena)
        for other in others { review.check(other: other.utf8.span) }
        for parameter in LinkParameter.allCases where review.parameters[parameter] == nil { self[parameter] = nil }
        return review.warnings
    }
}

extension LongLinkParts {
    /// Returns the warnings for a link in parts, and whether a value was removed.
    ///
    /// - Parameter text: A buffer, used for links that may be too long.
    public mutating func removeUnusableValues(
        apps: RegisteredApps, in arena: inout ByteArena, _ text: inout LongLinkText
    ) -> (warnings: [ShortLinkWarning], removes: Bool) {
        var review = LinkReview(parameters, textCount: textCount(in: &arena, &text))
        if parameters.hasCorrected { review.noteCorrected() }
        review.check(apps, in: &arena)
        if parameters.hasOthers {
            forEachOther(in: arena) { review.check(other: arena[$0]) }
        }
        parameters = review.parameters
        return (review.warnings, review.removes)
    }

    /// The length of the normalized link, or 0 if it is certainly short enough: encoding at most triples the length.
    private func textCount(in arena: inout ByteArena, _ text: inout LongLinkText) -> Int {
        let written = host.count + path.count + (query?.count ?? 0)
        guard 3 * Int(written) + 512 > LinkReview.longestText else { return 0 }
        write(&arena, to: &text)
        return text.bytes.count
    }
}

/// The apps of the site that a link belongs to, with the data that warnings need.
public struct RegisteredApps: Sendable {
    /// Package names on Android.
    public var androidPackages: Set<String>
    /// Bundle IDs on Apple platforms, each with its App Store ID if known.
    public var appleBundles: [String: String?]

    /// Without apps, which is the default, every app in a link causes a warning.
    public init(androidPackages: Set<String> = [], appleBundles: [String: String?] = [:]) {
        self.androidPackages = androidPackages
        self.appleBundles = appleBundles
    }
}
