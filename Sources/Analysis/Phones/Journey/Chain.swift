import Association

/// A navigation with all that follows it without a new gesture: redirects, and scripts (Chromium, `RedirectHandler`).
struct Chain: Hashable {
    /// What began it.
    enum Start: Hashable {
        /// A tap in a page.
        case tap
        /// Another app's VIEW, with its address.
        case view(String)
        /// Typed, pasted or a bookmark.
        case typed
        case history
        case script
        case background
        /// What an app's own browser loads first.
        case firstLoad
    }

    var start: Start
    var redirects = 0
    /// The address that answered with the last redirect.
    var redirectedFrom: String?
    var seconds = 0
    /// Whether it tried to launch an app before, as for a fallback.
    var hasLaunched = false

    /// The redirects that browsers follow (Fetch, section 4.4).
    static let mostRedirects = 20
    /// Apps are not launched by older chains.
    static let mostSeconds = 15

    /// Why it may not launch apps; nil where it may.
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

    /// A redirect was followed or is about to be.
    var isRedirected: Bool { redirects > 0 }
}
