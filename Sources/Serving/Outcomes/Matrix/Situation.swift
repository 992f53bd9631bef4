import Phones

/// The situation in which a link is tapped: the platform, the browser or app, and the kind of tap.
public struct Situation: Sendable, Hashable {
    /// A stable name, for example `android/chrome/mail`.
    public var id: String
    /// The platform, as distinguished by the tables.
    public var platform: DocumentedPlatform
    /// The display name of the platform, for example `Android 14`.
    public var device: String
    /// The display name of the place, for example `Chrome, typed`.
    public var place: String
    let system: System
    let surface: Surface
    let tap: Tapped
    var stores: Set<AppStore>?

    /// How the link is opened, independently of the link.
    enum Tapped: Hashable {
        case otherApp, otherPage, samePage, typed, script, camera, reader, inside
        /// Our page is visited again.
        case again(PageVisit)
        /// A mail filter rewrote the link.
        case filtered

        func tap(host: String) -> Tap {
            switch self {
            case .otherApp, .filtered: .otherApp()
            case .otherPage: .page(host: "elsewhere.example")
            case .samePage: .page(host: host)
            case .script: .script(host: "elsewhere.example")
            case .typed: .typed
            case .camera: .cameraCode
            case .reader: .codeReader
            case .inside: .firstLoad
            case .again(let visit): .again(visit)
            }
        }
    }

    private init(
        _ id: String, _ platform: DocumentedPlatform, _ device: String, _ place: String, _ system: System,
        _ surface: Surface,
        _ tap: Tapped, stores: Set<AppStore>? = nil
    ) {
        (self.id, self.platform, self.device, self.place) = (id, platform, device, place)
        (self.system, self.surface, self.tap, self.stores) = (system, surface, tap, stores)
    }

    /// Whether it is one of a link's situations. Pages of links with one-time codes expire after five minutes.
    func applies(to link: LinkFacts) -> Bool {
        if case .again(let visit) = tap { return !link.isAction || visit == .reloaded }
        return true
    }

    /// The user agent of the browser.
    public var userAgent: String { Phone(system, surface, stores: stores).userAgent }

    /// The URL at which the journey starts.
    func start(_ link: String) -> String {
        guard tap == .filtered else { return link }
        let encoded = link.utf8.map { byte -> String in
            let isPlain =
                byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(Unicode.Scalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
        }
        return "https://eur01.safelinks.protection.outlook.com/?url=" + encoded.joined()
    }
}

extension Situation {
    /// All situations, grouped by platform.
    public static let all = android + googleless + iPhone + iPad + harmonyOS + desktop

    private static let android: [Situation] = [
        on14("chrome/app", "another app → Chrome", .chrome, .otherApp),
        on14("chrome/camera", "camera, QR code", .chrome, .camera),
        on14("chrome/page", "a page in Chrome", .chrome, .otherPage),
        on14("chrome/same-host", "Chrome, page of the link's host", .chrome, .samePage),
        on14("chrome/typed", "Chrome, typed or bookmark", .chrome, .typed),
        on14("chrome/script", "Chrome, followed by a script", .chrome, .script),
        on14("chrome/filtered", "mail through Safe Links", .chrome, .filtered),
        on14("custom-tab/mail", "Gmail → Custom Tab", .customTab, .inside),
        on14("incognito/typed", "Chrome incognito, typed", .chromeIncognito, .typed),
        on14("firefox-ask/app", "another app → Firefox", .firefoxAsk, .otherApp),
        on14("firefox-ask/typed", "Firefox, typed", .firefoxAsk, .typed),
        on14("firefox-never/app", "Firefox set to never", .firefoxNever, .otherApp),
        on14("samsung/app", "another app → Samsung Internet", .samsungInternet, .otherApp),
        on14("edge/app", "another app → Edge", .edge, .otherApp),
        on14("duckduckgo/app", "another app → DuckDuckGo", .duckDuckGo, .otherApp),
        on14("facebook/feed", "Facebook", .facebook, .inside),
        on14("instagram/feed", "Instagram", .instagram, .inside),
        on14("tiktok/feed", "TikTok", .tikTok, .inside),
        on14("wechat/chat", "WeChat", .weChat, .inside),
        on14("telegram/chat", "Telegram", .telegram, .inside),
        on14("web-view", "another app's web view", .webView, .inside),
        on14("code-reader", "an app that reads QR codes", .chrome, .reader),
        on14("chrome/reloaded", "Chrome, page reloaded", .chrome, .again(.reloaded)),
        on14("chrome/came-back", "Chrome, back on the page later", .chrome, .again(.cameBack)),
        on14("chrome/shared", "Chrome, page from a shared address", .chrome, .again(.shared)),
        .init("android11/chrome/app", .android, "Android 11", "another app → Chrome", .android(11), .chrome, .otherApp),
        .init("android11/chrome/typed", .android, "Android 11", "Chrome, typed", .android(11), .chrome, .typed),
    ]

    private static func on14(_ id: String, _ place: String, _ surface: Surface, _ tap: Tapped) -> Situation {
        Situation("android/" + id, .android, "Android 14", place, .android(14), surface, tap)
    }

    private static let googleless: [Situation] = [
        .init("fire/app", .android, "Fire OS", "another app → Silk", .android(11), .silk, .otherApp, stores: [.amazon]),
        .init("fire/typed", .android, "Fire OS", "Silk, typed", .android(11), .silk, .typed, stores: [.amazon]),
        .init(
            "huawei/app", .android, "Huawei", "another app → its browser", .android(12), .huaweiBrowser, .otherApp,
            stores: [.huawei]),
        .init(
            "huawei/typed", .android, "Huawei", "its browser, typed", .android(12), .huaweiBrowser, .typed,
            stores: [.huawei]),
    ]

    private static let iPhone: [Situation] = [
        on18("safari/app", "Messages, Mail, Notes", .safari, .otherApp),
        on18("safari/camera", "camera, QR code", .safari, .camera),
        on18("safari/page", "a page in Safari", .safari, .otherPage),
        on18("safari/same-host", "Safari, page of the link's host", .safari, .samePage),
        on18("safari/typed", "Safari, typed or pasted", .safari, .typed),
        on18("safari/script", "Safari, followed by a script", .safari, .script),
        on18("safari/filtered", "mail through Safe Links", .safari, .filtered),
        on18("chrome/page", "a page in Chrome", .chromeOnApple, .otherPage),
        on18("chrome/typed", "Chrome, typed", .chromeOnApple, .typed),
        on18("firefox/typed", "Firefox, typed", .firefoxOnApple, .typed),
        on18("facebook/feed", "Facebook", .facebook, .inside),
        on18("instagram/feed", "Instagram", .instagram, .inside),
        on18("tiktok/feed", "TikTok", .tikTok, .inside),
        on18("gmail/mail", "Gmail", .gmail, .inside),
        on18("whatsapp/chat", "WhatsApp", .whatsApp, .inside),
        on18("telegram/chat", "Telegram", .telegram, .inside),
        on18("slack/chat", "Slack", .slack, .inside),
        on18("wechat/chat", "WeChat", .weChat, .inside),
        on18("line/chat", "LINE", .line, .inside),
        on18("safari-view", "Safari in another app", .safariView, .inside),
        on18("web-view", "another app's web view", .webView, .inside),
        on18("safari/reloaded", "Safari, page reloaded", .safari, .again(.reloaded)),
        on18("safari/came-back", "Safari, back on the page later", .safari, .again(.cameBack)),
        on18("safari/shared", "Safari, page from a shared address", .safari, .again(.shared)),
    ]

    private static func on18(_ id: String, _ place: String, _ surface: Surface, _ tap: Tapped) -> Situation {
        Situation("iphone/" + id, .iphone, "iPhone", place, .ios(18), surface, tap)
    }

    private static let iPad: [Situation] = [
        .init("ipad/safari/app", .ipad, "iPad", "Messages, Mail, Notes", .ipados(18), .safari, .otherApp),
        .init("ipad/safari/page", .ipad, "iPad", "a page in Safari", .ipados(18), .safari, .otherPage),
        .init("ipad/safari/typed", .ipad, "iPad", "Safari, typed or pasted", .ipados(18), .safari, .typed),
        .init("ipad/facebook/feed", .ipad, "iPad", "Facebook", .ipados(18), .facebook, .inside),
    ]

    private static let harmonyOS: [Situation] = [
        onHarmony("browser/app", "another app → its browser", .huaweiBrowser, .otherApp),
        onHarmony("browser/camera", "camera, QR code", .huaweiBrowser, .camera),
        onHarmony("browser/page", "a page in its browser", .huaweiBrowser, .otherPage),
        onHarmony("browser/typed", "its browser, typed", .huaweiBrowser, .typed),
        onHarmony("web-view", "another app's web view", .webView, .inside),
    ]

    private static func onHarmony(_ id: String, _ place: String, _ surface: Surface, _ tap: Tapped) -> Situation {
        Situation("harmonyos/" + id, .harmonyos, "HarmonyOS 5", place, .harmonyOS(5), surface, tap)
    }

    private static let desktop: [Situation] = [
        .init("desktop/page", .desktop, "computer", "any browser", .desktop, .desktop, .otherPage)
    ]
}
