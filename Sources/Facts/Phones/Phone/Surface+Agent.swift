extension Phone {
    /// The `User-Agent` field.
    public var userAgent: String {
        switch system {
        case .android(let version): Self.android(surface, version)
        case .ios(let version): Self.apple(surface, "iPhone; CPU iPhone OS \(version)_0 like Mac OS X", version)
        case .ipados(let version) where surface == .safari:
            // Safari on an iPad identifies as a Mac.
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "Version/\(version).0 Safari/605.1.15"
        case .ipados(let version): Self.apple(surface, "iPad; CPU OS \(version)_0 like Mac OS X", version)
        case .harmonyOS(let version):
            "Mozilla/5.0 (Phone; OpenHarmony \(version).0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 "
                + "Safari/537.36 ArkWeb/4.1.6.1 Mobile" + (surface == .webView ? "" : " HuaweiBrowser/5.0.6.302")
        case .desktop:
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
                + "Chrome/130.0.0.0 Safari/537.36"
        }
    }

    /// Other request fields that identify the surface, by lowercase name.
    public var agentFields: [String: String] {
        if surface == .duckDuckGo {
            return ["sec-ch-ua": #""Chromium";v="130", "DuckDuckGo";v="130", "Not?A_Brand";v="99""#]
        }
        guard case .android = system, case .webView = surface.onAndroid.engine, let package = surface.package else {
            return [:]
        }
        return ["x-requested-with": package]
    }

    private static func android(_ surface: Surface, _ version: Int) -> String {
        let webKit = "AppleWebKit/537.36 (KHTML, like Gecko)"
        let chrome = "Mozilla/5.0 (Linux; Android 10; K) \(webKit) Chrome/130.0.0.0 Mobile Safari/537.36"
        let device = "Mozilla/5.0 (Linux; Android \(version); Pixel 8"
        let view = "\(device) Build/UD1A; wv) \(webKit) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36"
        return switch surface {
        case .firefoxNever, .firefoxAsk, .firefoxAlways:
            "Mozilla/5.0 (Android \(version); Mobile; rv:131.0) Gecko/131.0 Firefox/131.0"
        case .edge: chrome + " EdgA/130.0.0.0"
        case .opera: chrome + " OPR/84.0.0.0"
        case .ucBrowser:
            "\(device)) \(webKit) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.9.8 Mobile Safari/537.36"
        case .samsungInternet:
            "Mozilla/5.0 (Linux; Android 10; K) \(webKit) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36"
        case .silk:
            "Mozilla/5.0 (Linux; Android \(version); KFTRWI) \(webKit) Silk/120.4.1 like Chrome/120.0.0.0 Safari/537.36"
        case .huaweiBrowser:
            "Mozilla/5.0 (Linux; Android \(version); NOH-AN00; HMSCore 6.13.0) \(webKit) Chrome/99.0.4844.88 "
                + "HuaweiBrowser/15.0.4 Mobile Safari/537.36"
        case .kakaoTalk: view + " KAKAOTALK 2410630"
        case .naver: view + " NAVER(inapp; search; 1130; 12.7.3)"
        case .facebook: view + " [FB_IAB/FB4A;FBAV/480.0.0.54.88;]"
        case .messenger: view + " [FB_IAB/Orca-Android;FBAV/480.0.0.54.88;]"
        case .instagram: view + " Instagram 350.0.0.0.1 Android"
        case .threads: view + " Barcelona 350.0.0.0.1 Android"
        case .linkedIn: view + " LinkedInApp"
        case .tikTok: view + " musical_ly_2023700030 BytedanceWebview/d8a21c6"
        case .snapchat: view + " Snapchat/13.10.0.44"
        case .weChat: view + " MicroMessenger/8.0.47.2560(0x28002F36) NetType/WIFI"
        case .line: view + " Line/14.16.0/IAB"
        case .twitter: view + " TwitterAndroid"
        case .telegram: chrome + " Telegram-Android/12.4.1 (Google Pixel 8; Android \(version); SDK 34; HIGH)"
        case .webView, .slack, .whatsApp: view
        default: chrome
        }
    }

    private static func apple(_ surface: Surface, _ device: String, _ version: Int) -> String {
        let webKit = "Mozilla/5.0 (\(device)) AppleWebKit/605.1.15 (KHTML, like Gecko)"
        let view = webKit + " Mobile/15E148"
        return switch surface {
        case .chrome, .chromeIncognito, .chromeOnApple, .chromeIncognitoOnApple:
            webKit + " CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1"
        case .firefoxNever, .firefoxAsk, .firefoxAlways, .firefoxOnApple:
            webKit + " FxiOS/131.0 Mobile/15E148 Safari/604.1"
        case .facebook: view + " [FBAN/FBIOS;FBAV/480.0.0.40.105;FBSN/iOS;FBSV/\(version).0]"
        case .messenger: view + " [FBAN/MessengerForiOS;FBAV/480.0.0.40.105;FBSN/iOS;FBSV/\(version).0]"
        case .instagram: view + " Instagram 340.0.3.27.93 (iPhone15,2; iOS \(version)_0)"
        case .threads: view + " Barcelona 340.0.3.27.93 (iPhone15,2; iOS \(version)_0)"
        case .linkedIn: view + " [LinkedInApp]/9.30.1"
        case .tikTok: view + " musical_ly_36.7.0 BytedanceWebview/d8a21c6"
        case .snapchat: view + " Snapchat/13.10.0.44"
        case .twitter: view + " Twitter for iPhone/10.60"
        case .weChat: view + " MicroMessenger/8.0.50(0x18003237) NetType/WIFI"
        case .line: view + " Safari Line/14.16.0"
        case .webView, .telegram, .whatsApp: view
        default: webKit + " Version/\(version).0 Mobile/15E148 Safari/604.1"
        }
    }
}

extension Surface {
    /// The package of the Android app that contains the web view, sent in `X-Requested-With`.
    fileprivate var package: String? {
        switch self {
        case .facebook: "com.facebook.katana"
        case .messenger: "com.facebook.orca"
        case .instagram: "com.instagram.android"
        case .threads: "com.instagram.barcelona"
        case .twitter: "com.twitter.android"
        case .linkedIn: "com.linkedin.android"
        case .tikTok: "com.zhiliaoapp.musically"
        case .snapchat: "com.snapchat.android"
        case .telegram: "org.telegram.messenger"
        case .weChat: "com.tencent.mm"
        case .line: "jp.naver.line.android"
        case .webView: "com.example.reader"
        default: nil
        }
    }
}
