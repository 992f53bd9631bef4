extension TokenTable {
    /// The names that browsers send, each followed by the version. Their effect on web views and bots is defined in
    /// ``browsers``.
    static let browserNames: [TokenGroup] = [
        TokenGroup(
            from: .chromeUserAgent,
            [
                .browser("crios/", .chrome, "CriOS/126.0.6478.54", on: .iPhone)
            ]),
        TokenGroup(
            from: .firefoxUserAgent,
            [
                .browser("firefox/", .firefox, "Firefox/131.0", on: .gecko),
                .browser("fxios/", .firefox, "FxiOS/127.0", on: .iPhone),
                .browser("focus/", .firefox, "Focus/8.2", on: .android),
                .browser("klar/", .firefox, "Klar/8.2", on: .android),
            ]),
        TokenGroup(
            from: .samsungInternet,
            [
                .browser("samsungbrowser", .samsungInternet, "SamsungBrowser/26.0", on: .android)
            ]),
        TokenGroup(
            from: .edgeUserAgent,
            [
                .browser("edg/", .edge, "Edg/126.0.2592.68", on: .android),
                .browser("edge/", .edge, "Edge/18.17763", on: .android),
                .browser("edga/", .edge, "EdgA/126.0.2592.68", on: .android),
                .browser("edgios/", .edge, "EdgiOS/126.0.2592.56", on: .iPhone),
            ]),
        TokenGroup(
            from: .operaUserAgent,
            [
                .browser("opr/", .opera, "OPR/76.2.4027.73374", on: .android),
                .browser("opt/", .opera, "OPT/4.6", on: .iPhone),
                .browser("opx/", .opera, "OPX/2.1", on: .iPhone),
                .browser("opios/", .opera, "OPiOS/14.0.0.104835", on: .iPhone),
                DeviceToken(
                    "opera/", .wordStart, .browser(.opera),
                    example: "Opera/9.80 (X11; Linux x86_64; U; en) Presto/2.12.388 Version/12.16"),
                DeviceToken(
                    "opera ", .beforeDigit, .browser(.opera),
                    example: "Mozilla/5.0 (X11; Linux x86_64; U; en; rv:1.9) Gecko Firefox/3.0 Opera 10.10"),
                DeviceToken(
                    "opera mini/", .wordStart, .browser(.opera),
                    example: "Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; sw) Presto/2.12.423 Version/12.16"),
            ]),
        TokenGroup(
            from: .ownNames("browsers: product tokens"),
            [
                .browser("duckduckgo/", .duckduckgo, "DuckDuckGo/5", on: .android),
                .browser("ddg/", .duckduckgo, "Ddg/17.5", on: .iPhone),
                .browser("brave/", .brave, "Brave/1.2.11", on: .iPhone),
                .browser("huaweibrowser", .huaweiBrowser, "HuaweiBrowser/14.0.5.302", on: .android),
                .browser("ucbrowser", .uc, "UCBrowser/13.4.0.1306", on: .android),
                DeviceToken(
                    "ucweb", .beforeDigit, .browser(.uc),
                    example: "JUC(Linux;U;Android2.3.6;en_us;GT-S5360;240*320;)UCWEB7.9.3.103/139/444"),
                .browser("ucpro/", .uc, "UCPro/1.0.0.860", on: .android),
                .browser("uclite/", .uc, "UCLite/11.6.0.2", on: .android),
                .browser("ubrowser/", .uc, "UBrowser/7.0.185.1002", on: .android),
                .browser("yabrowser", .yandex, "YaBrowser/24.4.3.92.00", on: .android),
                .browser("vivaldi/", .vivaldi, "Vivaldi/6.7.3335.142", on: .android),
                .browser("miuibrowser", .miBrowser, "MiuiBrowser/14.5.0", on: .android),
            ]),
        TokenGroup(
            from: .silkUserAgent,
            [
                .browser("silk/", .silk, "Silk/128.4.1", on: .android)
            ]),
    ]
}

extension DeviceToken {
    /// The rest of a browser's agent.
    fileprivate enum Host {
        case android, iPhone, gecko
    }

    /// Creates a row for the name of a browser. The evidence is an agent of the browser.
    fileprivate static func browser(
        _ text: String, _ browser: Browser, _ product: String, on host: Host
    ) -> DeviceToken {
        let example =
            switch host {
            case .android:
                "Mozilla/5.0 (Linux; Android 14; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 \(product) Mobile Safari/537.36"
            case .iPhone:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \(product) Mobile/15E148 Safari/604.1"
            case .gecko: "Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 \(product)"
            }
        return DeviceToken(text, .wordStart, .browser(browser), example: example)
    }
}
