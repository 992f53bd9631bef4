extension TokenTable {
    /// Markers of web views in unidentified apps.
    static let webViews: [TokenGroup] = [
        TokenGroup(
            from: .webViewUserAgent,
            [
                DeviceToken(
                    "; wv)", .anywhere, .sign(.webView),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "version/4.0 chrome/", .anywhere, .sign(.webKitVersion4),
                    example:
                        "Mozilla/5.0 (Linux; Android 4.4.2; Nexus 4 Build/KOT49H) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.0.0 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "; wv ", .anywhere, .sign(.webView),
                    example:
                        "Mozilla/5.0 Linux; Android 6.0.1; Example-1 Build/X; wv AppleWebKit/537.36 KHTML, like Gecko Version/4.0 Chrome/44.0 Safari/537.36"
                ),
            ])
    ]
}
