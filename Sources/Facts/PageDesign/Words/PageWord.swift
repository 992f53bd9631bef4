/// The words and sentences of pages. Templates (`say.open_app`) and site files (`texts`) refer to them by name.
public enum PageWord: UInt8, Sendable, CaseIterable {
    // Opening the app, and alternatives.
    case `continue`
    case continueInBrowser
    case continueWeb
    case openApp
    /// ``openApp`` for sites that specify the name of their app.
    case openNamedApp
    case getApp
    /// ``getApp`` for sites that specify the name of their app.
    case getNamedApp
    case updateApp
    case scanCode
    /// A note next to a link that tapping it copies something.
    case copiesCode
    // The state of the app.
    case tapButton
    case appMissing
    case appTooOld
    case appDidNotOpen
    case noStore
    // In-app browsers: a notice, and instructions for leaving them.
    case insideBrowser
    case insideApp
    case leaveTop
    case leaveBottom
    case leaveMenu
    case copyLink
    // The names of menu entries in in-app browsers.
    case entryBrowser
    case entryExternal
    case entryDefault
    case entryOther
    case entrySafari
    case entryChrome
    // Links that do not work: titles and instructions.
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
    // A mail link opened by someone it was not sent to.
    case personalTitle
    case personalText
    case personalUnused
    case personalHow
    // The target of a short link.
    case previewTitle
    case previewText
    // The password of a short link.
    case passwordTitle
    case passwordText
    case passwordLabel
    case passwordWrong
    case passwordTooMany
    // On all pages.
    case link
    case contact
    // The effect of a link on each platform.
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

    /// The name in templates and site files, such as `open_app`. Derived from the case's name; for load time.
    public var name: String {
        String(describing: self).reduce(into: "") { name, letter in
            name += letter.isUppercase ? "_\(letter.lowercased())" : String(letter)
        }
    }

    /// The word with a name, or `nil` for any other text.
    public init?(name: String) {
        guard let word = Self.byName[name] else { return nil }
        self = word
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// The placeholders that each form of the sentence contains.
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

/// A placeholder in a sentence, such as `{app}`.
public enum PagePlaceholder: String, Sendable, CaseIterable {
    /// The app's name, as specified by the site.
    case app
    /// The app whose in-app browser shows the page.
    case browser
    /// The symbol of that browser's menu.
    case menu
    /// The name of the entry in that menu.
    case entry
    /// The HTTP status.
    case status
    /// The contact for questions, as a link.
    case contact
}
