import ByteText
import Devices
import HTTP
import Phones
import Routing

/// The phone of a test, as its browser describes it.
struct LabPhone: Sendable, Equatable {
    var system: System
    /// The browser, as modelled.
    var browser: Surface
    /// The system with its version, such as `Android 16`.
    var systemName: String
    /// The browser with its version, such as `Chrome 156`.
    var browserName: String

    /// The hints to request, without which Chrome states neither the version of Android nor its own.
    static let wantedHints: StaticString = "Sec-CH-UA-Platform-Version, Sec-CH-UA-Model, Sec-CH-UA-Full-Version-List"

    fileprivate static let classifier = DeviceClassifier()
}

extension LabPhone {
    /// Reads the fields of a request; `nil` unless it comes from a phone or tablet that the model covers.
    init?(_ request: borrowing Request) {
        var arena = ByteArena(capacity: 4096)
        var click = ClickRequest()
        for index in 0..<request.fieldCount {
            guard let field = NotedField.named(inAnyCase: request.fieldName(index)) else { continue }
            click.state(field, arena.append(request.fieldValue(index)))
        }
        let device = Self.classifier.classify(userAgent: click.userAgent, hints: click.hints, in: &arena)
        self.init(device, in: arena)
    }

    init?(_ device: Device, in arena: borrowing ByteArena) {
        let version = arena.string(device.osVersion)
        guard let system = System(device.platform, version) else { return nil }
        self.system = system
        systemName = "\(device.platform.title) \(Self.short(version))".trimmed
        browser = Surface(device, on: system)
        let name = device.inApp == .none ? device.browser.title : device.inApp.title
        let isBrowser = device.inApp == .none
        browserName = "\(name) \(isBrowser ? Self.short(arena.string(device.browserVersion), parts: 1) : "")".trimmed
    }

    /// The first parts of a version, without zeros at the end: `18.5` of `18.5.0`, `16` of `16.0.0`.
    private static func short(_ version: String, parts: Int = 2) -> String {
        var shown = version.split(separator: ".").prefix(parts)
        while shown.count > 1, shown.last == "0" { shown.removeLast() }
        return shown.joined(separator: ".")
    }
}

extension System {
    /// `nil` for a platform without a model. An unknown version counts as a recent one.
    fileprivate init?(_ platform: Platform, _ version: String) {
        let major = version.split(separator: ".").first.flatMap { Int($0) }
        switch platform {
        case .android: self = .android(major ?? 15)
        case .ios: self = .ios(major ?? 18)
        case .ipados: self = .ipados(major ?? 18)
        case .harmonyos: self = .harmonyOS(major ?? 5)
        default: return nil
        }
    }
}

extension Surface {
    /// The modelled browser that is most like a device's.
    fileprivate init(_ device: Device, on system: System) {
        let isAndroid = if case .android = system { true } else { false }
        let isHarmony = if case .harmonyOS = system { true } else { false }
        if let app = Self.apps[device.inApp] {
            self = app
        } else if device.inApp != .none, device.inApp != .unknown {
            self = .webView
        } else if isAndroid {
            self = Self.browsers[device.browser] ?? .chrome
        } else if isHarmony {
            self = .huaweiBrowser
        } else {
            self = device.browser == .chrome ? .chromeOnApple : device.browser == .firefox ? .firefoxOnApple : .safari
        }
    }

    private static let apps: [InApp: Surface] = [
        .facebook: .facebook, .instagram: .instagram, .messenger: .messenger, .tiktok: .tikTok, .snapchat: .snapchat,
        .twitter: .twitter, .linkedin: .linkedIn, .wechat: .weChat, .line: .line, .kakaotalk: .kakaoTalk,
        .whatsapp: .whatsApp, .telegram: .telegram, .gmail: .gmail,
    ]

    private static let browsers: [Browser: Surface] = [
        .firefox: .firefoxAsk, .edge: .edge, .opera: .opera, .uc: .ucBrowser, .samsungInternet: .samsungInternet,
        .duckduckgo: .duckDuckGo, .silk: .silk, .huaweiBrowser: .huaweiBrowser,
    ]
}

extension Platform {
    /// The system's own name.
    fileprivate var title: String {
        switch self {
        case .android: "Android"
        case .ios: "iOS"
        case .ipados: "iPadOS"
        case .harmonyos: "HarmonyOS"
        default: name.description
        }
    }
}

extension Browser {
    /// The browser's own name.
    fileprivate var title: String {
        switch self {
        case .chrome: "Chrome"
        case .safari: "Safari"
        case .firefox: "Firefox"
        case .samsungInternet: "Samsung Internet"
        case .edge: "Edge"
        case .opera: "Opera"
        case .duckduckgo: "DuckDuckGo"
        case .brave: "Brave"
        case .silk: "Silk"
        case .huaweiBrowser: "Huawei Browser"
        case .uc: "UC Browser"
        case .yandex: "Yandex Browser"
        case .vivaldi: "Vivaldi"
        case .miBrowser: "Mi Browser"
        case .unknown, .other: "another browser"
        }
    }
}

extension InApp {
    /// The name in front of "in-app browser".
    fileprivate var title: String { "\(name) in-app browser" }
}

extension String {
    fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
