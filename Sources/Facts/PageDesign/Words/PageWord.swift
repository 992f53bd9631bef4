/// The words and sentences of pages, by the names that templates (`say.open_app`) and site files (`texts`) use.
public enum PageWord: UInt8, Sendable, CaseIterable {
    // The way into the app and the ways beside it.
    case `continue`
    case continueInBrowser
    case continueWeb
    case openApp
    /// ``openApp`` where the site names its app.
    case openNamedApp
    case getApp
    /// ``getApp`` where the site names its app.
    case getNamedApp
    case updateApp
    case scanCode
    /// That a tap copies something, beside the link that does.
    case copiesCode
    // What is known of the app.
    case tapButton
    case appMissing
    case appTooOld
    case appDidNotOpen
    case noStore
    // Browsers inside other apps: where they are, and the way out.
    case insideBrowser
    case insideApp
    case leaveTop
    case leaveBottom
    case leaveMenu
    case copyLink
    // What the entry of such a browser's menu is called.
    case entryBrowser
    case entryExternal
    case entryDefault
    case entryOther
    case entrySafari
    case entryChrome
    // A link that does not work: what it is called, and what to do.
    case invalidTitle
    case invalidText
    case refusedTitle
    case refusedText
    case notFoundTitle
    case notFoundText
    case notStartedTitle
    case notStartedText
    case expiredTitle
    case expiredText
    case usedUpTitle
    case usedUpText
    case pausedTitle
    case pausedText
    case deletedTitle
    case deletedText
    case unsafeTitle
    case unsafeText
    case pageExpiredTitle
    case pageExpiredText
    case tooManyTitle
    case tooManyText
    case unavailableTitle
    case unavailableText
    case failedTitle
    case failedText
    case errorNumber
    // A mail link, seen by someone it was not sent to.
    case personalTitle
    case personalText
    case personalUnused
    case personalHow
    // Where a short link leads.
    case previewTitle
    case previewText
    // Beside all of it.
    case link
    case contact
    // What a link does on each platform.
    case debugTitle
    case debugQuestion
    case debugAnswer
    case debugDecides
    case debugYes
    case debugNo
    case debugDecision
    case debugTarget
    case debugBecause
    case debugRule
    case debugElsewhere
    case appCurrent
    case appOutdated
    case appAbsent
    case appUnknown

    /// The name that templates and site files use: `open_app`. Made of the case's own; for load time.
    public var name: String {
        String(describing: self).reduce(into: "") { name, letter in
            name += letter.isUppercase ? "_\(letter.lowercased())" : String(letter)
        }
    }

    /// The word of a name; nil for any other text.
    public init?(name: String) {
        guard let word = Self.byName[name] else { return nil }
        self = word
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// What each form of the sentence has in braces.
    public var placeholders: [PagePlaceholder] {
        switch self {
        case .openNamedApp, .getNamedApp: [.app]
        case .insideBrowser: [.browser]
        case .leaveTop, .leaveBottom, .leaveMenu: [.menu, .entry]
        case .errorNumber: [.status]
        case .contact: [.contact]
        default: []
        }
    }
}

/// A place in a sentence: `{app}`.
public enum PagePlaceholder: String, Sendable, CaseIterable {
    /// The app's name, as the site states it.
    case app
    /// The app whose own browser shows the page.
    case browser
    /// The sign of that browser's menu.
    case menu
    /// What the entry in that menu is called.
    case entry
    /// The HTTP status.
    case status
    /// Who answers questions, as a link.
    case contact
}
