public import ByteText

/// What the Firebase Dynamic Links API warns of. A warning never keeps a link from being made.
extension LongLink {
    /// Finds what is to be warned of, in the order of the codes, and leaves out the values that a click on the link would be
    /// refused for.
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
    /// The same of a link in parts; returns also whether a value was left out.
    ///
    /// - Parameter text: A buffer, for links that are nearly too long.
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

    /// How long the link is in its one form, or less where that is short in any case: encoding makes three bytes of one at most.
    private func textCount(in arena: inout ByteArena, _ text: inout LongLinkText) -> Int {
        let written = host.count + path.count + (query?.count ?? 0)
        guard 3 * Int(written) + 512 > LinkReview.longestText else { return 0 }
        write(&arena, to: &text)
        return text.bytes.count
    }
}

/// The apps of the site that a link is made for, as far as warnings ask for them.
public struct RegisteredApps: Sendable {
    /// Package names on Android.
    public var androidPackages: Set<String>
    /// Bundle IDs on Apple platforms, each with its App Store ID where that is known.
    public var appleBundles: [String: String?]

    /// No apps by default, so that each that a link names is warned of.
    public init(androidPackages: Set<String> = [], appleBundles: [String: String?] = [:]) {
        self.androidPackages = androidPackages
        self.appleBundles = appleBundles
    }
}
