extension AgentReading {
    /// The app whose web view or own client this is.
    func inApp(on platform: Platform) -> InApp {
        if let app = sightings.inApp { return app }
        switch platform {
        case .android: return isAndroidWebView ? .androidWebView : .none
        case .ios, .ipados: return isAppleWebView ? .iosWebView : .none
        default: return .none
        }
    }

    /// Since Android 5 web views say `wv`; those of Android 4.4 say `Version/4.0` beside `Chrome/`, as Chrome never did.
    private var isAndroidWebView: Bool {
        if has(.namedBrowser) { return false }
        return has(.webView) || (has(.mozilla) && has(.webKitVersion4) && has(.chrome))
    }

    /// Safari and the browsers built on it end in `Safari/…`; a bare web view does not.
    private var isAppleWebView: Bool {
        has(.mozilla) && has(.appleWebKit) && !has(.safari) && !has(.namedBrowser)
    }
}
