import ByteText

/// The words of the contract, each spelled as it is on the wire.

/// What a click leads to.
public enum DecisionKind: String, Sendable, CaseIterable {
    case appOpen = "app_open"
    case storeInstall = "store_install"
    case webWidget = "web_widget"
    case continueRedirect = "continue_redirect"
    case error
}

/// A page served in place of a plain redirect.
public enum Page: String, Sendable, CaseIterable {
    /// A real user gesture comes between the click and the app, as on FDL's iOS preview page.
    case interstitial
    /// Meta tags for an unfurler.
    case social
    /// For scanners and previews of action links: no code on it.
    case `static`
    /// The flowchart of `d=1`.
    case debug
    case error
}
