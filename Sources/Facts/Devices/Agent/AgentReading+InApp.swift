extension AgentReading {
    /// The app whose web view or HTTP client sent the request.
    func inApp(on platform: Platform) -> InApp {
        if let app = sightings.inApp { return app }
        switch platform {
        case .android: return isAndroidWebView ? .androidWebView : .none
        case .ios, .ipados: return isAppleWebView ? .iosWebView : .none
        default: return .none
        }
    }

    /// Web views contain `wv` since Android 5. Those of Android 4.4 contain both `Version/4.0` and `Chrome/`, unlike Chrome
    /// itself.
    private var isAndroidWebView: Bool {
        if has(.namedBrowser) { return false }
        return has(.webView) || (has(.mozilla) && has(.webKitVersion4) && has(.chrome))
    }

    /// Safari and browsers based on it end in `Safari/…`; bare web views do not.
    private var isAppleWebView: Bool {
        has(.mozilla) && has(.appleWebKit) && !has(.safari) && !has(.namedBrowser)
    }
}
