extension TokenTable {
    /// Browsers and engines that tell something about the rest.
    static let browsers: [DeviceToken] = [
        DeviceToken(
            "mozilla/", .agentStart, .sign(.mozilla),
            example:
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "applewebkit", .wordStart, .sign(.appleWebKit),
            example:
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "safari", .wordStart, .sign(.safari),
            example:
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "crios/", .wordStart, .sign(.namedBrowser),
            example:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1"
        ),
        DeviceToken(
            "fxios/", .wordStart, .sign(.namedBrowser),
            example:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15"
        ),
        DeviceToken(
            "opios/", .wordStart, .sign(.namedBrowser),
            example:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 10_3 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) OPiOS/14.0.0.104835 Mobile/14E277 Safari/9537.53"
        ),
        DeviceToken(
            "silk/", .wordStart, .sign(.silk),
            example:
                "Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/108.4.6 like Chrome/108.0.5359.160 Safari/537.36"
        ),
        DeviceToken(
            "dalvik/", .wordStart, .sign(.dalvik),
            example: "Dalvik/2.1.0 (Linux; U; Android 13; Pixel 6 Build/TQ3A.230805.001)"),
        DeviceToken(
            "compatible", .wordStart, .sign(.compatible),
            example: "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)"),
        DeviceToken(
            "cubot", .anywhere, .sign(.notBot),
            example:
                "Mozilla/5.0 (Linux; Android 8.0.0; CUBOT_P20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
    ]
}
