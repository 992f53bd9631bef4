extension TokenTable {
    /// Kinds of devices.
    static let formFactors: [DeviceToken] = [
        DeviceToken(
            "smarttv", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36"
        ),
        DeviceToken(
            "smart tv", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; Android 9; Smart TV Build/PI) AppleWebKit/537.36 Chrome/83.0 Safari/537.36"),
        DeviceToken("hbbtv", .anywhere, .sign(.television), example: "Mozilla/5.0 (Linux; U; HbbTV/1.1.1) Presto/2.10"),
        DeviceToken(
            "ce-html", .anywhere, .sign(.television),
            example: "Opera/9.80 (Linux mips; U; CE-HTML/1.0; en) Presto/2.10.287 Version/12.00"),
        DeviceToken(
            "googletv", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; GoogleTV 4.0.4; Internet TV Box) AppleWebKit/534.24 Chrome/11.0 Safari/534.24"
        ),
        DeviceToken(
            "google tv", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; Android 12; Google TV Streamer) AppleWebKit/537.36 Chrome/115.0 Safari/537.36"
        ),
        DeviceToken(
            "android tv", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; Android 11; Android TV Box) AppleWebKit/537.36 Chrome/115.0 Safari/537.36"),
        DeviceToken(
            "crkey", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.225 Safari/537.36 CrKey/1.56.500000"
        ),
        DeviceToken(
            "netcast", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; NetCast; U) AppleWebKit/537.31 (KHTML, like Gecko) Chrome/38.0 Safari/537.31 SmartTV/8.0"
        ),
        DeviceToken("appletv", .anywhere, .sign(.television), example: "AppleTV11,1/16.1"),
        DeviceToken("apple tv", .anywhere, .sign(.television), example: "ExamplePlayer/2.0 (Apple TV; tvOS 15.4)"),
        DeviceToken("roku", .wordStart, .sign(.television), example: "Roku/DVP-9.10 (519.10E04111A)"),
        DeviceToken(
            "bravia", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; Android 10; BRAVIA 4K UR2) AppleWebKit/537.36 Chrome/90.0 Safari/537.36"),
        DeviceToken(
            "aft", .wordStart, .sign(.fireTV),
            example:
                "Mozilla/5.0 (Linux; Android 7.1.2; AFTMM Build/NS6265; wv) AppleWebKit/537.36 Version/4.0 Chrome/70.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "shield android tv", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; Android 9; SHIELD Android TV) AppleWebKit/537.36 Chrome/80.0 Safari/537.36"),
        DeviceToken("watchos", .anywhere, .sign(.watch), example: "ExampleApp/3.0 (Watch6,2; watchOS 8.5)"),
        DeviceToken(
            "mobile", .wordStart, .sign(.mobile),
            example:
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "opera mini", .anywhere, .sign(.mobile),
            example: "Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16"),
        DeviceToken(
            "opera mobi", .anywhere, .sign(.mobile),
            example:
                "Opera/9.80 (Android 2.3.3; Linux; Opera Mobi/ADR-1111101157; U; es-ES) Presto/2.9.201 Version/11.50"),
        DeviceToken(
            "tablet", .anywhere, .sign(.tablet),
            example: "Mozilla/5.0 (Android 13; Tablet; rv:109.0) Gecko/115.0 Firefox/115.0"),
        DeviceToken(
            "ipad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1"
        ),
        DeviceToken(
            "playbook", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ (KHTML, like Gecko) Version/7.2.1.0 Safari/536.2+"
        ),
    ]
}
