import ByteText

/// The contract's vocabulary, spelled as on the wire.

/// The kinds of decisions.
public enum DecisionKind: String, Sendable, CaseIterable {
    case appOpen = "app_open"
    case storeInstall = "store_install"
    case webWidget = "web_widget"
    case continueRedirect = "continue_redirect"
    case error
}

/// A page served instead of a plain redirect.
public enum Page: String, Sendable, CaseIterable {
    /// Requires a user gesture between the click and the app, as FDL's iOS preview page does.
    case interstitial
    /// Meta tags for an unfurler.
    case social
    /// A page without the code, for scanners and previews of action links.
    case `static`
    /// The flowchart of `d=1`.
    case debug
    case error
}

extension DecisionKind {
    /// The kind's index among all cases.
    public var index: Int {
        switch self {
        case .appOpen: 0
        case .storeInstall: 1
        case .webWidget: 2
        case .continueRedirect: 3
        case .error: 4
        }
    }
}
