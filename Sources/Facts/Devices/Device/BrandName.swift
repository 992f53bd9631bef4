import ByteText

/// The browser for a brand in `Sec-CH-UA` and `Sec-CH-UA-Full-Version-List` (User-Agent Client Hints, section 3).
enum BrandName {
    private static let rows: [(name: StaticString, browser: Browser)] = [
        ("Google Chrome", .chrome), ("HeadlessChrome", .chrome), ("Microsoft Edge", .edge), ("Edge", .edge),
        ("Opera", .opera), ("OperaMobile", .opera), ("Opera GX", .opera), ("Opera Mini Android", .opera),
        ("Brave", .brave), ("Brave Browser", .brave), ("Samsung Internet", .samsungInternet),
        ("DuckDuckGo", .duckduckgo), ("YaBrowser", .yandex), ("Yandex", .yandex), ("Vivaldi", .vivaldi),
        ("Amazon Silk", .silk), ("HuaweiBrowser", .huaweiBrowser), ("Huawei Browser", .huaweiBrowser),
        ("UCBrowser", .uc), ("MiuiBrowser", .miBrowser), ("Firefox", .firefox),
    ]

    /// The browser, or `nil` for unlisted brands, including `Chromium` and GREASE brands. The browser from the agent is
    /// kept then.
    static func browser(_ brand: Span<UInt8>) -> Browser? {
        for row in rows where brand.equals(row.name) { return row.browser }
        return nil
    }
}
