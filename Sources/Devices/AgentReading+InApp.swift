extension AgentReading {
    /// The app whose web view or own client this is.
    func inApp(on platform: Platform) -> InApp {
        if let app = sightings.inApp { return app }
        switch platform {
        case .android: return has(.webView) ? .androidWebView : .none
        case .ios, .ipados: return isAppleWebView ? .iosWebView : .none
        default: return .none
        }
    }

    /// Safari and the browsers built on it end in `Safari/…`; a bare web view does not.
    private var isAppleWebView: Bool {
        has(.mozilla) && has(.appleWebKit) && !has(.safari) && !has(.namedBrowser)
    }
}
