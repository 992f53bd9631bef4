import Phones

/// Each dead end of the collection, followed by the answer that avoids it.
enum DeadEndRows {
    private static let installed = Sample.android(Sample.app())
    private static let absent = Sample.android()
    private static let page = "https://go.example/page"
    private static let pageEncoded = "https%3A%2F%2Fgo.example%2Fpage"
    private static let claiming = Sample.apple(claims: "go.example")

    static let android: [Row] = [
        Row(
            "9.1 typed: the store though installed", installed, .typed, [Sample.link: .redirect(Sample.intent())],
            ["play com.shop.android (web)"], [.blockedFallback]),
        Row(
            "9.1 a page of ours as fallback", installed, .typed,
            [
                Sample.link: .redirect(Sample.intent(fallback: pageEncoded)),
                page: .ways(Sample.intent(), Sample.play),
            ], [Sample.openedPayload], [.blockedFallback]),
        Row(
            "9.2 an intent without a fallback and without a package", absent, .otherApp(),
            [Sample.link: .redirect(Sample.intent(fallback: nil, package: nil))], ["dead end: a blank page"],
            [.unresolvedIntent]),
        Row(
            "9.2 with both", absent, .otherApp(), [Sample.link: .redirect(Sample.intent())], ["play com.shop.android"],
            [.playFallback]),
        Row(
            "9.4 a web view and an intent", Sample.android(.instagram), .firstLoad,
            [Sample.link: .redirect(Sample.intent())], ["dead end: ERR_UNKNOWN_URL_SCHEME"], [.webViewScheme]),
        Row(
            "9.4 a page with another way", Sample.android(.instagram), .firstLoad,
            [Sample.link: .ways(Sample.intent(), Sample.payload)], ["web \(Sample.payload)"], [.webViewScheme]),
        Row(
            "9.5 Play though installed: no filter", Sample.android(Sample.app(.web("go.example"))),
            .page(host: "go.example"),
            [Sample.link: .redirect(Sample.intent())], ["play com.shop.android"], [.explicitIntentBlocked]),
        Row(
            "9.5 the data is what the app declares", Sample.android(Sample.app(.web("go.example"))),
            .page(host: "go.example"),
            [
                Sample.link: .redirect(
                    "intent://go.example/x#Intent;scheme=https;package=com.shop.android;"
                        + "S.browser_fallback_url=\(Sample.playEncoded);end")
            ], [Sample.openedLink], [.externalOpensApp]),
        Row(
            "9.6 a Custom Tab keeps https", Sample.android(.customTab, Sample.app()), .firstLoad,
            [Sample.link: .ways(Sample.payload)], ["web \(Sample.payload)"], [.customTabStays]),
        Row(
            "9.6 an intent on a button", Sample.android(.customTab, Sample.app()), .firstLoad,
            [Sample.link: .ways(Sample.intent())], [Sample.openedPayload], [.externalOpensApp]),
        Row(
            "9.7 an unverified host", Sample.android(Sample.app(verified: [])), .otherApp(),
            [Sample.link: .redirect(Sample.payload)], ["web \(Sample.payload)"], []),
        Row(
            "9.7 an intent with a package", Sample.android(Sample.app(verified: [])), .otherApp(),
            [Sample.link: .redirect(Sample.intent())], [Sample.openedPayload], [.packageSkipsApproval]),
        Row(
            "9.12 Firefox: the fallback though installed", Sample.android(.firefoxNever, Sample.app()), .otherApp(),
            [Sample.link: .redirect(Sample.intent())], ["play com.shop.android (web)"], [.firefoxNever]),
        Row(
            "9.15 no Play, and no other store", Sample.android(.huaweiBrowser, stores: [.huawei]), .otherApp(),
            [Sample.link: .redirect("market://details?id=com.shop.android")], ["dead end: a blank page"],
            [.withoutPlay]),
        Row(
            "9.15 the web form of the device's own", Sample.android(.huaweiBrowser, stores: [.huawei]), .otherApp(),
            [Sample.link: .redirect("https://appgallery.huawei.com/app/C100")], ["huawei C100 (web)"], [.huawei]),
    ]

    private static let own = "https://go.example/own"
    /// Pages that each lead to another one, as pages with a new token in their address do.
    private static let endless = Dictionary(
        uniqueKeysWithValues: (0..<1000).map {
            ("https://go.example/\($0)", WebAnswer.ways("https://go.example/\($0 + 1)"))
        })
    private static let marked = [
        "https://page.example/x": WebAnswer.ways(Sample.link), Sample.link: .redirect("https://apps.apple.com/app/id1"),
    ]

    static let apple: [Row] = [
        Row(
            "9.3 a redirect to a scheme, no app", Sample.apple(), .otherApp(), [Sample.link: .redirect("shop://p")],
            ["dead end: the address is invalid"], [.schemeMissing]),
        Row(
            "9.3 a button and a way on", Sample.apple(), .otherApp(),
            [Sample.link: .ways("shop://p", "https://www.other.example/")], ["web https://www.other.example/"],
            [.schemeMissing]),
        Row(
            "9.8 a button to the page's own host", claiming, .typed, link: own,
            [own: .ways(Sample.link), Sample.link: .page("No", status: 404)], ["dead end: error page 404"], [.sameHost]),
        Row(
            "9.8 a button to another host", claiming, .typed, link: "https://page.example/x", marked,
            [Sample.openedOnApple], [.otherHost]),
        Row(
            "9.9 a redirect to the App Store, and Cancel", Sample.apple(), .otherApp(),
            [Sample.link: .redirect("https://apps.apple.com/app/id1")],
            ["asks open_store: app_store 1; refused: dead end: a blank page"], [.appStoreModal]),
        Row(
            "9.9 a page with a link to it", Sample.apple(), .otherApp(),
            [Sample.link: .ways("https://apps.apple.com/app/id1")], ["app_store 1"], [.appStore]),
        Row(
            "9.10 the store though installed", claiming, .typed,
            [Sample.link: .redirect("https://apps.apple.com/app/id1")],
            ["asks open_store: app_store 1; refused: dead end: a blank page"], [.appStoreModal]),
        Row(
            "9.10 a page while the state is unknown", claiming, .typed, link: "https://page.example/x", marked,
            [Sample.openedOnApple], [.otherHost]),
        Row(
            "9.11 Instagram's feed", Sample.apple(.instagram, claims: "go.example"), .firstLoad,
            [Sample.link: .redirect("https://apps.apple.com/app/id1")], ["app_store 1 (web)"], [.firstLoad]),
        Row(
            "9.11 a page, and a button to another host", Sample.apple(.instagram, claims: "go.example"), .firstLoad,
            link: "https://page.example/x", marked, [Sample.openedOnApple], [.tapInWebView]),
        Row(
            "9.13 a wrapped address on Google's page", Sample.apple(), .otherApp(),
            link: "https://s.example/__/auth/links?link=https://www.shop.example/",
            [
                "https://s.example/__/auth/links?link=https://www.shop.example/": .page(
                    "<script src=/__/auth/links.js></script>")
            ], ["dead end: the operation is not valid"], [.googlesLinksPage]),
        Row(
            "9.13 a router goes on to it", Sample.apple(), .otherApp(),
            link: "https://s.example/__/auth/links?link=https://www.shop.example/",
            ["https://s.example/__/auth/links?link=https://www.shop.example/": .redirect("https://www.shop.example/")],
            ["web https://www.shop.example/"], [.redirects]),
        Row(
            "9 pages that lead to each other", Sample.apple(), .otherApp(), link: "https://go.example/0", endless,
            ["dead end: redirect loop"], []),
    ]

    static let all = android + apple
}
