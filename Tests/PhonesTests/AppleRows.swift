import Phones

/// Rows of chapters 5 to 8: Apple's systems, stores, mail links, filters.
enum AppleRows {
    private static let web = [Sample.link: WebAnswer.redirect("https://www.other.example/")]
    private static let stays = ["web https://www.other.example/"]
    private static let both = [Sample.openedOnApple, "web https://www.other.example/"]
    private static let claiming = Sample.apple(claims: "go.example")
    private static let scheme = [Sample.link: WebAnswer.redirect("shop://p/1")]
    /// A page on another host whose button is the link, as with Dynamic Links.
    private static let page = "https://page.example/x"
    private static let button = [page: WebAnswer.ways(Sample.link)].merging(web) { first, _ in first }
    private static let redirecting = [page: WebAnswer.redirect(Sample.link)].merging(web) { first, _ in first }

    private static func phone(_ surface: Surface = .safari, _ change: (inout Phone) -> Void) -> Phone {
        var phone = Sample.apple(surface, claims: "go.example", schemes: ["shop"])
        change(&phone)
        return phone
    }

    static let links: [Row] = [
        Row("5 a tap in Mail", claiming, .otherApp(), [Sample.openedOnApple], [.universalLink, .associationFile]),
        Row("5 the camera reads a code", claiming, .cameraCode, [Sample.openedOnApple], [.universalLink]),
        Row("5 www is not the apex", Sample.apple(claims: "www.go.example"), .otherApp(), web, stays, []),
        Row("5 a wildcard", Sample.apple(claims: "*.example"), .otherApp(), [Sample.openedOnApple], [.associationFile]),
        Row(
            "5 the first component decides", claiming, .otherApp(), link: "https://go.example/_fp/x",
            ["web https://go.example/_fp/x"], []),
        Row("5 typed", claiming, .typed, web, stays, [.appleTyped]),
        Row("5 Safari, another host", claiming, .page(host: "a.example"), [Sample.openedOnApple], [.otherHost]),
        Row("5 Safari, the same host", claiming, .page(host: "go.example"), web, stays, [.sameHost]),
        Row(
            "5 the person chose the browser", phone { $0.choices.keptInBrowser = ["go.example"] }, .otherApp(), web,
            stays, [.keptInBrowser]),
        Row("5 a script", claiming, .script(host: "a.example"), web, stays, [.appleScript]),
        Row("5 an app's own link", claiming, .otherApp(Sample.bundle), web, stays, [.ownLink]),
        Row(
            "5 a web view's first load", Sample.apple(.webView, claims: "go.example"), .firstLoad, web, stays,
            [.firstLoad]),
        Row(
            "5 Safari in an app, first load", Sample.apple(.safariView, claims: "go.example"), .firstLoad, web, stays,
            [.firstLoad]),
        Row(
            "5 a tap inside", Sample.apple(.webView, claims: "go.example"), .firstLoad, link: page, button,
            [Sample.openedOnApple], [.tapInWebView]),
        Row(
            "5 a tap inside, same host", Sample.apple(.webView, claims: "go.example"), .page(host: "go.example"), web,
            stays, [.sameHost]),
        Row(
            "5 the app around keeps links", phone(.webView) { $0.choices.keepsLinksInWebView = true }, .firstLoad,
            link: page, button, stays, [.hostAppRefuses]),
        Row(
            "5 a redirect from another host", claiming, .otherApp(), link: page, redirecting, both,
            [.redirectToUniversalLink]),
        Row("5 a typed redirect", claiming, .typed, link: page, redirecting, stays, [.appleTyped]),
        Row(
            "5 a redirect in Firefox", Sample.apple(.firefoxOnApple, claims: "go.example"), .otherApp(), link: page,
            redirecting, stays, [.firefoxOnApple]),
        Row(
            "5 Firefox blocks external apps", phone(.firefoxOnApple) { $0.choices.blocksExternalApps = true },
            .page(host: "a.example"), web, stays, [.firefoxOnApple]),
        Row(
            "5 Chrome", Sample.apple(.chromeOnApple, claims: "go.example"), .page(host: "a.example"),
            [Sample.openedOnApple], [.chromeOnApple]),
        Row(
            "5 Chrome incognito", Sample.apple(.chromeIncognitoOnApple, claims: "go.example"), .page(host: "a.example"),
            web, stays, [.chromeOnApple]),
        Row(
            "5 WhatsApp", Sample.apple(.whatsApp, claims: "go.example"), .firstLoad, [Sample.openedOnApple],
            [.whatsApp]),
        Row("5 Gmail", Sample.apple(.gmail, claims: "go.example"), .firstLoad, web, both, [.appleGmail]),
        Row(
            "5 a feed of Instagram", Sample.apple(.instagram, claims: "go.example"), .firstLoad, web, stays,
            [.firstLoad]),
        Row(
            "5 a button in Instagram", Sample.apple(.instagram, claims: "go.example"), .firstLoad, link: page, button,
            [Sample.openedOnApple], [.tapInWebView]),
        Row(
            "5 Telegram", Sample.apple(.telegram, claims: "go.example"), .firstLoad, link: page, button, stays,
            [.appleTelegram]),
        Row(
            "5 Telegram passes schemes on", Sample.apple(.telegram, schemes: ["shop"]), .page(host: "a.example"),
            link: "shop://p/1", ["app com.shop.ios 15 shop://p/1"], [.appleTelegram]),
        Row("5 Slack", Sample.apple(.slack, claims: "go.example"), .firstLoad, web, stays, [.firstLoad]),
        Row(
            "5 Slack set to Safari", phone(.slack) { $0.choices.opensInSystemBrowser = true }, .firstLoad,
            [Sample.openedOnApple], [.slack]),
        Row("5 WeChat", Sample.apple(.weChat, claims: "go.example"), .page(host: "a.example"), web, both, [.weChat]),
        Row("5 LINE", Sample.apple(.line, claims: "go.example"), .firstLoad, web, both, [.line]),
        Row(
            "5 LINE's way out", Sample.apple(.line), .page(host: "go.example"),
            link: "https://www.other.example/?openExternalBrowser=1",
            ["web https://www.other.example/?openExternalBrowser=1"], [.lineExit]),
    ]

    private static let twoApps: Phone = phone { phone in
        phone.appleApps.append(
            AppleApp("com.thief", team: "ZZZZZ12345", version: "1", domains: [], schemes: ["shop"]))
    }

    static let schemes: [Row] = [
        Row(
            "5 a scheme asks", phone { _ in }, .page(host: "a.example"), link: "shop://p/1",
            ["asks open_app: app com.shop.ios 15 shop://p/1; refused: dead end: nothing happens"], [.schemeAsks]),
        Row(
            "5 a scheme of no app", Sample.apple(), .page(host: "a.example"), link: "shop://p/1",
            ["dead end: the address is invalid"], [.schemeMissing]),
        Row(
            "5 a scheme of two apps", twoApps, .page(host: "a.example"), link: "shop://p/1",
            [
                "asks open_app: app com.shop.ios 15 shop://p/1; refused: dead end: nothing happens",
                "asks open_app: app com.thief 1 shop://p/1; refused: dead end: nothing happens",
            ], [.schemeOfAnyApp]),
        Row(
            "5 a redirect to a scheme", Sample.apple(schemes: ["shop"]), .otherApp(), scheme,
            [
                "asks open_app: app com.shop.ios 15 shop://p/1; refused: dead end: nothing happens",
                "dead end: a blank page",
            ], [.redirectToScheme]),
        Row(
            "5 a redirect to a scheme of no app", Sample.apple(), .otherApp(), scheme,
            ["dead end: the address is invalid"], [.schemeMissing]),
        Row(
            "5 Chrome asks after two launches", phone(.chromeOnApple) { $0.choices.launches = 3 },
            .page(host: "a.example"), link: "shop://p/1",
            ["asks open_app: app com.shop.ios 15 shop://p/1; refused: dead end: nothing happens"], [.chromeAsksAgain]),
    ]

    private static let appStore = "https://apps.apple.com/app/id1234567"

    static let stores: [Row] = [
        Row(
            "6 a link to the App Store", Sample.apple(), .page(host: "a.example"), link: appStore,
            ["app_store 1234567"], [.appStore]),
        Row(
            "6 a redirect to the App Store", Sample.apple(), .otherApp(), [Sample.link: .redirect(appStore)],
            ["asks open_store: app_store 1234567; refused: dead end: a blank page"], [.appStoreModal]),
        Row(
            "6 itms-apps in a web view", Sample.apple(.webView), .page(host: "a.example"),
            link: "itms-apps://apps.apple.com/app/id1234567", ["app_store 1234567", "dead end: nothing happens"],
            [.itmsApps]),
        Row(
            "6 a link to Play", Sample.android(), .page(host: "a.example"), link: Sample.play,
            ["play com.shop.android"], [.play]),
        Row(
            "6 Amazon", Sample.android(.silk, stores: [.amazon]), .page(host: "a.example"),
            link: "amzn://apps/android?p=com.shop.android", ["amazon com.shop.android"], [.amazon]),
        Row(
            "6 Amazon on the web", Sample.android(.silk, stores: [.amazon]), .page(host: "a.example"),
            link: "http://www.amazon.com/gp/mas/dl/android?p=com.shop.android", ["amazon com.shop.android (web)"],
            [.amazon]),
        Row(
            "6 Huawei", Sample.android(.huaweiBrowser, stores: [.huawei]), .page(host: "a.example"),
            link: "appmarket://details?id=com.shop.android", ["huawei com.shop.android"], [.huawei]),
        Row(
            "6 Huawei on the web", Sample.android(.huaweiBrowser, stores: [.huawei]), .page(host: "a.example"),
            link: "https://appgallery.huawei.com/app/C100", ["huawei C100 (web)"], [.huawei]),
        Row(
            "6 Samsung", Sample.android(.samsungInternet, stores: [.play, .samsung]), .page(host: "a.example"),
            link: "samsungapps://ProductDetail/com.shop.android", ["samsung com.shop.android"], [.samsungStore]),
        Row(
            "6 F-Droid claims market: as well", Sample.android(stores: [.play, .fDroid]), .page(host: "a.example"),
            link: "market://details?id=com.shop.android", ["play com.shop.android", "f-droid com.shop.android"],
            [.fDroid]),
    ]

    private static let filtered =
        "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fgo.example%2Fx&data=1"

    private static func linksPage(_ link: String) -> (link: String, answers: [String: WebAnswer]) {
        let url = "https://shop.firebaseapp.com/__/auth/links?link=" + link
        return (url, [url: .page(#"<script src="/__/auth/links.js"></script>"#)])
    }

    static let others: [Row] = {
        let action = linksPage("https://shop.firebaseapp.com/__/auth/action?apiKey%3DK%26mode%3DsignIn%26oobCode%3DC")
        let wrapped = linksPage("https://www.shop.example/")
        return [
            Row(
                "7 Google's page and an action link", Sample.apple(), .otherApp(), link: action.link, action.answers,
                ["web https://shop.firebaseapp.com/__/auth/action?apiKey=K&mode=signIn&oobCode=C"],
                [.googlesLinksPage]),
            Row(
                "7 Google's page and a wrapped address", Sample.apple(), .otherApp(), link: wrapped.link,
                wrapped.answers, ["dead end: the operation is not valid"], [.googlesLinksPage]),
            Row(
                "8 Safe Links: no app opens before the browser", Sample.android(Sample.app(.web("go.example"))),
                .otherApp(), link: filtered, [Sample.openedLink], [.safeLinks, .webOpensApp]),
            Row(
                "8 Safe Links on Apple", claiming, .otherApp(), link: filtered, web, both,
                [.safeLinks, .redirectToUniversalLink]),
            Row("a computer", Phone(.desktop, .desktop), .typed, web, stays, [.redirects]),
            Row(
                "a computer and a scheme", Phone(.desktop, .desktop), .typed, scheme,
                ["dead end: ERR_UNKNOWN_URL_SCHEME"], [.notAnApp]),
            Row(
                "a computer and an error", Phone(.desktop, .desktop), .typed, [Sample.link: .page("No", status: 404)],
                ["dead end: error page 404"], []),
        ]
    }()

    static let all = links + schemes + stores + others
}
