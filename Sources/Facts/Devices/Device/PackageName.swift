import ByteText

/// The app for the package name that an Android `WebView` sends in `X-Requested-With`.
enum PackageName {
    private static let apps: [(name: StaticString, app: InApp)] = [
        ("com.facebook.katana", .facebook), ("com.facebook.lite", .facebook), ("com.facebook.orca", .messenger),
        ("com.facebook.mlite", .messenger), ("com.instagram.android", .instagram),
        ("com.instagram.lite", .instagram), ("com.zhiliaoapp.musically", .tiktok),
        ("com.zhiliaoapp.musically.go", .tiktok), ("com.ss.android.ugc.trill", .tiktok),
        ("com.snapchat.android", .snapchat), ("com.twitter.android", .twitter), ("com.twitter.android.lite", .twitter),
        ("com.linkedin.android", .linkedin), ("com.linkedin.android.lite", .linkedin), ("com.tencent.mm", .wechat),
        ("jp.naver.line.android", .line), ("com.linecorp.linelite", .line), ("com.kakao.talk", .kakaotalk),
        ("com.whatsapp", .whatsapp), ("com.whatsapp.w4b", .whatsapp), ("org.telegram.messenger", .telegram),
        ("org.telegram.messenger.web", .telegram), ("org.thunderdog.challegram", .telegram),
        ("com.pinterest", .pinterest), ("com.google.android.gm", .gmail), ("com.google.android.gm.lite", .gmail),
        ("com.google.android.googlequicksearchbox", .gsa), ("com.google.android.apps.searchlite", .gsa),
    ]

    /// Browsers that show pages in a web view. Any other package means a request from an app.
    private static let browsers: [(prefix: StaticString, browser: Browser)] = [
        ("org.mozilla.", .firefox), ("com.opera.", .opera), ("com.duckduckgo.", .duckduckgo),
        ("com.cloudmosa.puffin", .other), ("com.UCMobile", .uc), ("com.tencent.mtt", .other), ("mark.via", .other),
        ("com.android.chrome", .chrome), ("com.brave.", .brave), ("com.vivaldi.", .vivaldi),
        ("org.torproject.", .firefox), ("com.microsoft.emmx", .edge), ("com.ecosia.", .other),
        ("com.startpage.", .other), ("com.kiwibrowser.", .other), ("org.lineageos.jelly", .other),
        ("com.coccoc.", .other), ("com.aloha.", .other), ("com.sec.android.app.sbrowser", .samsungInternet),
        ("com.huawei.browser", .huaweiBrowser), ("com.yandex.browser", .yandex), ("com.mi.globalbrowser", .miBrowser),
    ]

    /// The app for a package: a listed app, `none` for a browser, `other` for any other app, or `nil` if the value is not a
    /// package name.
    static func inApp(_ package: Span<UInt8>) -> InApp? {
        for row in apps where package.equals(row.name) { return row.app }
        // Scripts send `XMLHttpRequest` in this field.
        guard package.firstIndex(of: UInt8(ascii: ".")) != nil else { return nil }
        if browser(package) != nil { return InApp.none }
        return isBrowser(package) ? InApp.none : .other
    }

    /// The browser for a package, `other` for an unlisted browser, or `nil` if it is not a browser.
    static func browser(_ package: Span<UInt8>) -> Browser? {
        for row in browsers where package.starts(with: row.prefix) { return row.browser }
        return nil
    }

    private static func isBrowser(_ package: Span<UInt8>) -> Bool {
        let word: StaticString = "browser"
        let length = word.utf8CodeUnitCount
        var start = 0
        while start + length <= package.count {
            if package.extracting(start..<start + length).equalsIgnoringCase(word) { return true }
            start += 1
        }
        return false
    }
}
