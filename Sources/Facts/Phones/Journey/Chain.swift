import Association

/// A navigation with everything that follows without a new gesture: redirects and scripts (Chromium,
/// `RedirectHandler`).
struct Chain: Hashable {
    /// The initiator of the navigation.
    enum Start: Hashable {
        /// A tap in a page.
        case tap
        /// Another app's VIEW intent, with its address.
        case view(String)
        /// Typed, pasted or opened from a bookmark.
        case typed
        case history
        case script
        case background
        /// The first load in an in-app browser.
        case firstLoad
    }

    var start: Start
    var redirects = 0
    /// The URL that sent the last redirect.
    var redirectedFrom: String?
    var seconds = 0
    /// Whether an app launch was attempted before, for example when loading a fallback.
    var hasLaunched = false

    /// The maximum number of redirects that browsers follow (Fetch, section 4.4).
    static let mostRedirects = 20
    /// The age in seconds beyond which a chain can't launch apps.
    static let mostSeconds = 15

    /// The reason why the chain can't launch apps; `nil` if it can.
    var blocked: Fact? {
        switch start {
        case .typed: .startedByBrowser
        case .history: .wentBackOrReloaded
        case .script: .withoutGesture
        case .background: .inBackground
        case _ where seconds > Self.mostSeconds: .tooLate
        case _ where hasLaunched: .alreadyLaunched
        default: nil
        }
    }

    /// Whether a redirect was followed or is about to be followed.
    var isRedirected: Bool { redirects > 0 }
}
