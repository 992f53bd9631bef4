import Phones

/// A way to open a link on a phone, as a tester with the phone can try it.
public enum TrialTap: String, Sendable, Hashable, CaseIterable {
    /// A tap on a page of another host.
    case page
    /// A tap on a page of the link's own host.
    case sameHost = "same-host"
    /// A tap on the button of the link's page, at that page's own address.
    case ownPage = "own-page"
    /// Followed by a script, without a gesture.
    case script
    /// Typed or pasted into the address bar.
    case typed
    case mail
    case chat
    case instagram
    /// Scanned with the system's camera.
    case camera
    /// A tap on an `intent:` URI that names the app (Android).
    case intent
    /// A tap on the app's custom scheme (Apple).
    case scheme
    /// A tap that leads to the store; the app is then installed and started.
    case getApp = "get-app"
}

extension TrialTap {
    /// The programs that may contain the link, and the kind of tap in each. More than one if the user's choice of a mail or
    /// chat program matters.
    ///
    /// - Parameters:
    ///   - browser: The browser in which the phone shows the test.
    ///   - pageHost: The host of the page with the link.
    func ways(on system: System, browser: Surface, pageHost: String) -> [(surface: Surface, tap: Tap)] {
        let isApple =
            switch system {
            case .ios, .ipados: true
            case .android, .harmonyOS, .desktop: false
            }
        return switch self {
        case .page, .sameHost, .ownPage, .intent, .scheme, .getApp: [(browser, .page(host: pageHost))]
        case .script: [(browser, .script(host: pageHost))]
        case .typed: [(browser, .typed)]
        case .camera: [(browser, .cameraCode)]
        case .mail: [(browser, .otherApp()), (isApple ? .gmail : .customTab, .firstLoad)]
        case .chat: isApple ? [(browser, .otherApp()), (.whatsApp, .firstLoad)] : [(browser, .otherApp())]
        case .instagram: [(.instagram, .firstLoad)]
        }
    }
}
