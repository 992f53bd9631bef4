import ByteText

extension AgentReading {
    /// The app whose web view or HTTP client sent the request.
    func inApp(on platform: Platform, _ arena: borrowing ByteArena) -> InApp {
        if let app = sightings.inApp { return app }
        // Apps with the agent of a named browser show that browser.
        if has(.namedBrowser) { return .none }
        switch platform {
        case .android: return isAndroidWebView ? webView(.androidWebView, arena) : bracketedApp(arena)
        case .ios, .ipados: return isAppleWebView ? webView(.iosWebView, arena) : bracketedApp(arena)
        default: return .none
        }
    }

    /// A web view belongs to an app, which may have a name that is in no list.
    private func webView(_ nameless: InApp, _ arena: borrowing ByteArena) -> InApp {
        namesProduct(arena) ? .other : nameless
    }

    /// Browsers put no name in square brackets.
    @inline(__always)
    private func bracketedApp(_ arena: borrowing ByteArena) -> InApp {
        sightings.productsStart > 0 && has(.mozilla) && namesProductInBrackets(arena) ? .other : .none
    }

    /// Web views contain `wv` since Android 5. Those of Android 4.4 contain both `Version/4.0` and `Chrome/`, unlike Chrome
    /// itself.
    private var isAndroidWebView: Bool { has(.webView) || (has(.mozilla) && has(.webKitVersion4) && has(.chrome)) }

    /// Safari and browsers based on it end in `Safari/…`; bare web views do not.
    private var isAppleWebView: Bool { has(.mozilla) && has(.appleWebKit) && !has(.safari) }
}
