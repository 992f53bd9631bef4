import Association
import Phones

/// Rows of chapters 1 to 4: Android, its browsers, and Dynamic Links' own answer.
enum AndroidRows {
    private static let intentAnswer = [Sample.link: WebAnswer.redirect(Sample.intent())]
    private static let pageAnswer = [Sample.link: WebAnswer.redirect("https://www.other.example/")]
    private static let linkApp = Sample.app(.web("go.example"))

    private static func phone(_ version: Int, _ change: (inout AndroidApp) -> Void) -> Phone {
        var app = linkApp
        change(&app)
        return Sample.android(version: version, app)
    }

    private static let dynamicRules: Phone = {
        var phone = Sample.android(version: 15, linkApp)
        var file = AssetLinks()
        file.statements = [
            .init(package: Sample.package, fingerprints: [], components: [.exclude("/x"), .open("/*")])
        ]
        phone.assetLinks["go.example"] = file
        return phone
    }()

    static let system: [Row] = [
        Row(
            "1.1 a path outside of the filter", Sample.android(Sample.app(.web("go.example", pathPrefix: "/a"))),
            .otherApp(), pageAnswer, ["web https://www.other.example/"], [.notApproved]),
        Row(
            "1.1 and 1.8 verified: no server is asked", Sample.android(linkApp), .otherApp(), [Sample.openedLink],
            [.filterMatches, .routerNotAsked]),
        Row(
            "1.8 the camera reads a code", Sample.android(linkApp), .cameraCode, [Sample.openedLink], [.routerNotAsked]),
        Row(
            "1.2 unverified on Android 12", phone(12) { $0.verifiedHosts = [] }, .otherApp(), pageAnswer,
            ["web https://www.other.example/"], [.notApproved, .notVerified]),
        Row(
            "1.2 unverified on Android 11", phone(11) { $0.verifiedHosts = [] }, .otherApp(), pageAnswer,
            ["asks chooser: app com.shop.android 15 https://go.example/x; refused: web https://www.other.example/"],
            [.systemAsks]),
        Row(
            "1.2 one of two hosts fails on Android 11",
            Sample.android(
                version: 11, Sample.app(.web("go.example"), .web("www.shop.example"), verified: ["go.example"])),
            .otherApp(), pageAnswer,
            ["asks chooser: app com.shop.android 15 https://go.example/x; refused: web https://www.other.example/"],
            [.systemAsks]),
        Row(
            "1.2 one of two hosts fails on Android 12",
            Sample.android(
                version: 12, Sample.app(.web("go.example"), .web("www.shop.example"), verified: ["go.example"])),
            .otherApp(), [Sample.openedLink], [.approved]),
        Row(
            "1.3 supported links are switched off", phone(14) { $0.opensSupportedLinks = false }, .otherApp(),
            pageAnswer, ["web https://www.other.example/"], [.linksSwitchedOff]),
        Row(
            "1.3 picked in the settings",
            phone(14) {
                $0.verifiedHosts = []
                $0.pickedHosts = ["go.example"]
            }, .otherApp(), [Sample.openedLink], [.approved]),
        Row(
            "1.3 verified before picked",
            Sample.android(
                linkApp,
                {
                    var app = AndroidApp("com.other", version: "1", filters: [.web("go.example")], verifiedHosts: [])
                    app.pickedHosts = ["go.example"]
                    return app
                }()), .otherApp(), [Sample.openedLink], [.approved]),
        Row(
            "1.3 a suffix", Sample.android(Sample.app(.web("*.example"))), .otherApp(), [Sample.openedLink], [.approved]
        ),
        Row(
            "1.3 the last one installed of two",
            Sample.android(linkApp, AndroidApp("com.other", version: "1", filters: [.web("go.example")])), .otherApp(),
            ["app com.other 1 https://go.example/x"], [.lastInstalled]),
        Row(
            "1.5 an intent with a package skips approval", Sample.android(Sample.app(verified: [])), .otherApp(),
            intentAnswer, [Sample.openedPayload], [.packageSkipsApproval]),
        Row(
            "1.5 one without a package does not", Sample.android(Sample.app(verified: [])), .otherApp(),
            [Sample.link: .redirect(Sample.intent(package: nil))], ["play com.shop.android"], [.unresolvedIntent]),
        Row(
            "1.6 no filter for the intent's URL", Sample.android(linkApp), .typed,
            [Sample.link: .ways(Sample.intent())], ["play com.shop.android"], [.explicitIntentBlocked]),
        Row(
            "1.7 Android 15 reads components", dynamicRules, .otherApp(), pageAnswer,
            ["web https://www.other.example/"], [.dynamicRules]),
        Row(
            "1.7 Android 14 doesn't",
            {
                var phone = dynamicRules
                phone.system = .android(14)
                return phone
            }(), .otherApp(), [Sample.openedLink], [.approved]),
    ]

    private static let installed = Sample.android(Sample.app())
    private static let absent = Sample.android()
    private static let payloadAnswer = [Sample.link: WebAnswer.redirect(Sample.payload)]
    private static let bare = [Sample.link: WebAnswer.redirect(Sample.intent(fallback: nil))]
    private static let scheme = [Sample.link: WebAnswer.redirect("shop://p/1")]
    private static let schemeApp = Sample.android(Sample.app(IntentFilter(scheme: "shop")))
    private static let webFallback = [
        Sample.link: WebAnswer.redirect(Sample.intent(fallback: "https%3A%2F%2Fgo.example%2Fpage"))
    ]

    static let chrome: [Row] = [
        Row("2 row 1 a verified host", installed, .otherApp(), payloadAnswer, [Sample.openedPayload], [.webOpensApp]),
        Row(
            "2 row 1 a tap on another host's page", Sample.android(linkApp), .page(host: "a.example"),
            [Sample.openedLink], [.webOpensApp]),
        Row(
            "2 row 2 typed", installed, .typed, payloadAnswer, ["web \(Sample.payload)"],
            [.webStays, .startedByBrowser]),
        Row("2 row 3 an intent", installed, .otherApp(), intentAnswer, [Sample.openedPayload], [.externalOpensApp]),
        Row(
            "2 row 3 a scheme", schemeApp, .otherApp(), scheme, ["app com.shop.android 15 shop://p/1"],
            [.externalOpensApp]),
        Row(
            "2 row 4 typed loads the fallback", installed, .typed, intentAnswer, ["play com.shop.android (web)"],
            [.blockedFallback, .startedByBrowser]),
        Row("2 row 4 back", installed, .history, intentAnswer, ["play com.shop.android (web)"], [.wentBackOrReloaded]),
        Row(
            "2 row 4 a script", installed, .script(host: "a.example"), intentAnswer, ["play com.shop.android (web)"],
            [.withoutGesture]),
        Row(
            "2 row 4 a tab in the background", installed, .backgroundTab, intentAnswer, ["play com.shop.android (web)"],
            [.inBackground]),
        Row(
            "2 row 4 after 15 seconds", installed, .otherApp(),
            [Sample.link: WebAnswer(status: 302, location: Sample.intent(), seconds: 16)],
            ["play com.shop.android (web)"], [.tooLate]),
        Row(
            "2 row 5 typed without a fallback", installed, .typed, bare,
            ["asks banner: \(Sample.openedPayload); refused: dead end: a blank page"], [.blockedBanner]),
        Row("2 row 5 and no app", absent, .typed, bare, ["dead end: a blank page"], [.blockedBanner]),
        Row(
            "2 row 5 a typed scheme", schemeApp, .typed, scheme,
            ["asks banner: app com.shop.android 15 shop://p/1; refused: dead end: a blank page"], [.blockedBanner]),
        Row("2 row 6 missing", absent, .otherApp(), webFallback, ["web https://go.example/page"], [.unresolvedIntent]),
        Row("2 row 6 missing, no fallback", absent, .otherApp(), bare, ["play com.shop.android"], [.unresolvedIntent]),
        Row(
            "2 row 6 missing, no fallback, no package", absent, .otherApp(),
            [Sample.link: .redirect(Sample.intent(fallback: nil, package: nil))], ["dead end: a blank page"],
            [.unresolvedIntent]),
        Row(
            "2 row 6 a fallback that is not http", absent, .otherApp(),
            [Sample.link: .redirect(Sample.intent(fallback: "market%3A%2F%2Fdetails"))], ["play com.shop.android"],
            [.unresolvedIntent]),
        Row("2 row 7 a scheme of no app", absent, .otherApp(), scheme, ["dead end: a blank page"], [.unresolvedScheme]),
        Row(
            "2 the Play fallback opens Play", absent, .otherApp(), intentAnswer, ["play com.shop.android"],
            [.playFallback]),
        Row(
            "2 the Play fallback without Play", Sample.android(stores: []), .otherApp(), intentAnswer,
            ["play com.shop.android (web)"], [.playFallbackOnWeb, .withoutPlay]),
        Row(
            "2 a fallback page can't launch an app", Sample.android(Sample.app(.web("go.example", pathPrefix: "/a"))),
            .otherApp(),
            [
                Sample.link: .redirect(Sample.intent(fallback: "https%3A%2F%2Fgo.example%2Fpage")),
                "https://go.example/page": .redirect("https://go.example/a"),
            ], ["web https://go.example/a"], [.fallbackPage, .alreadyLaunched]),
        Row(
            "2 the first address stays, and so do redirects to that app's hosts",
            Sample.android(Sample.app(.web("go.example"), .web("www.shop.example"), verified: ["www.shop.example"])),
            .otherApp(), payloadAnswer, ["web \(Sample.payload)"], [.firstAddressStays]),
        Row(
            "2 a redirect to an intent opens either way",
            Sample.android(Sample.app(.web("go.example"), .web("www.shop.example"), verified: ["www.shop.example"])),
            .otherApp(), intentAnswer, [Sample.openedPayload], [.externalOpensApp]),
        Row(
            "2 Custom Tab: https stays", Sample.android(.customTab, Sample.app()), .firstLoad, payloadAnswer,
            ["web \(Sample.payload)"], [.customTabStays]),
        Row(
            "2 Custom Tab: an intent opens", Sample.android(.customTab, Sample.app()), .firstLoad, intentAnswer,
            [Sample.openedPayload], [.externalOpensApp]),
        Row(
            "2 Custom Tab: after a payment", Sample.android(.customTab, Sample.app()), .script(host: "a.example"),
            intentAnswer, ["play com.shop.android (web)", Sample.openedPayload], [.customTabWithoutGesture]),
        Row(
            "2 the page's own host stays", Sample.android(linkApp), .page(host: "go.example"),
            [Sample.link: .page("")], ["dead end: a page without a way to continue"], [.sameHostStays]),
        Row(
            "2 from a path that the app doesn't claim",
            Sample.android(Sample.app(.web("go.example", pathPrefix: "/x"))), .page(host: "go.example"),
            [Sample.openedLink], [.sameHostNewApp]),
        Row(
            "2 incognito: https stays", Sample.android(.chromeIncognito, linkApp), .page(host: "a.example"), pageAnswer,
            ["web https://www.other.example/"], [.incognito]),
        Row(
            "2 incognito: an intent asks", Sample.android(.chromeIncognito, Sample.app()), .otherApp(), webFallback,
            ["asks open_app: \(Sample.openedPayload); refused: web https://go.example/page"], [.incognito]),
        Row(
            "RFC 9110 a fragment goes along", installed, .otherApp(), link: Sample.link + "#top",
            [Sample.link: .redirect("https://www.other.example/")], ["web https://www.other.example/#top"],
            [.redirects]),
        Row(
            "twenty redirects", absent, .otherApp(), [Sample.link: .redirect("/x")], ["dead end: redirect loop"],
            [.tooManyRedirects]),
    ]

    private static func firefox(_ surface: Surface, _ apps: AndroidApp...) -> Phone {
        var phone = Sample.android(surface)
        phone.androidApps = apps
        return phone
    }

    private static let kept: Phone = {
        var phone = Sample.android(.samsungInternet, Sample.app())
        phone.choices.keptInBrowser = ["go.example"]
        return phone
    }()

    private static let refused: Phone = {
        var phone = Sample.android(.firefoxAlways, Sample.app())
        phone.choices.refusedInTab = true
        return phone
    }()

    static let browsers: [Row] = [
        Row(
            "3 Firefox never: https", firefox(.firefoxNever, Sample.app()), .otherApp(), payloadAnswer,
            ["web \(Sample.payload)"], [.firefoxNever]),
        Row(
            "3 Firefox never: the fallback though installed", firefox(.firefoxNever, Sample.app()), .otherApp(),
            webFallback, ["web https://go.example/page"], [.firefoxNever]),
        Row(
            "3 Firefox ask", firefox(.firefoxAsk, Sample.app()), .typed, webFallback,
            ["asks open_app: \(Sample.openedPayload); refused: web https://go.example/page"], [.firefoxOpens]),
        Row(
            "3 Firefox always, typed", firefox(.firefoxAlways, Sample.app()), .typed, webFallback,
            [Sample.openedPayload], [.firefoxOpens]),
        Row(
            "3 Firefox: Play before the fallback", firefox(.firefoxAsk), .otherApp(), webFallback,
            ["play com.shop.android"], [.firefoxPlayFirst]),
        Row(
            "3 Firefox: no filter", firefox(.firefoxAlways, linkApp), .typed, webFallback,
            ["web https://go.example/page"], [.firefoxMismatch]),
        Row(
            "3 Firefox: the same host but for www", firefox(.firefoxAlways, linkApp), .page(host: "www.go.example"),
            pageAnswer, ["web https://www.other.example/"], [.firefoxSameHost]),
        Row(
            "3 Firefox: refused before", refused, .otherApp(), webFallback, ["web https://go.example/page"],
            [.firefoxRefused]),
        Row(
            "3 Edge", Sample.android(.edge, Sample.app()), .otherApp(), intentAnswer, [Sample.openedPayload],
            [.likeChrome]),
        Row(
            "3 Samsung", Sample.android(.samsungInternet, Sample.app()), .otherApp(), intentAnswer,
            [Sample.openedPayload], [.likeChrome]),
        Row("3 Samsung, links kept there", kept, .otherApp(), intentAnswer, ["dead end: a blank page"], [.samsungKept]),
        Row(
            "3 DuckDuckGo loads the fallback", Sample.android(.duckDuckGo), .otherApp(), webFallback,
            ["web https://go.example/page"], [.duckDuckGo, .fallbackPage]),
        Row(
            "3 DuckDuckGo asks for the app", Sample.android(.duckDuckGo, Sample.app()), .otherApp(), webFallback,
            ["asks open_app: \(Sample.openedPayload); refused: web https://go.example/page"], [.duckDuckGo]),
        Row(
            "3 a web view keeps https", Sample.android(.webView, Sample.app()), .firstLoad, payloadAnswer,
            ["web \(Sample.payload)"], [.webViewStays]),
        Row(
            "3 a web view and an intent", Sample.android(.webView, Sample.app()), .firstLoad, intentAnswer,
            ["dead end: ERR_UNKNOWN_URL_SCHEME"], [.webViewScheme]),
        Row(
            "3 Facebook", Sample.android(.facebook, Sample.app()), .firstLoad, intentAnswer,
            ["dead end: ERR_UNKNOWN_URL_SCHEME"], [.metaWebView]),
        Row(
            "3 Telegram", Sample.android(.telegram, Sample.app()), .firstLoad, intentAnswer, [Sample.openedPayload],
            [.telegramPasses]),
        Row(
            "3 Instagram's way out", Sample.android(.instagram), .page(host: "go.example"),
            link: "instagram://extbrowser/?url=https%3A%2F%2Fwww.other.example%2F",
            ["web https://www.other.example/", "dead end: nothing happens"], [.extBrowser]),
        Row(
            "3 LINE's way out", Sample.android(.line), .page(host: "go.example"),
            link: "https://www.other.example/?openExternalBrowser=1",
            ["web https://www.other.example/?openExternalBrowser=1"], [.lineExit]),
        Row(
            "3 Silk has no Play", Sample.android(.silk, stores: [.amazon]), .otherApp(),
            [Sample.link: .redirect("market://details?id=com.shop.android")], ["dead end: a blank page"],
            [.withoutPlay]),
        Row(
            "3 apps that read codes", Sample.android(linkApp), .codeReader, pageAnswer,
            [Sample.openedLink, "web https://www.other.example/"], [.codeReaders]),
    ]

    private static let playServices = [
        Sample.link: WebAnswer.redirect(
            "intent://go.example/?link=https%3A%2F%2Fwww.shop.example%2Fp%3Fa%3D1&apn=com.shop.android&amv=12#Intent;"
                + "package=com.google.android.gms;action=com.google.firebase.dynamiclinks.VIEW_DYNAMIC_LINK;"
                + "scheme=https;S.browser_fallback_url=\(Sample.playEncoded);end;")
    ]
    private static let older: AndroidApp = {
        var app = Sample.app()
        app.version = "11"
        return app
    }()

    static let dynamicLinks: [Row] = [
        Row(
            "4 Play services open the payload", installed, .otherApp(), playServices, [Sample.openedPayload],
            [.playServices]),
        Row(
            "4 older: Play", Sample.android(older), .otherApp(), playServices, ["play com.shop.android"],
            [.playServices]),
        Row("4 missing: Play", absent, .otherApp(), playServices, ["play com.shop.android"], [.playServices]),
        Row(
            "4 no filter for the payload", Sample.android(linkApp), .page(host: "go.example"), playServices,
            ["app com.shop.android 15 (started)"], [.playServicesMain]),
    ]

    static let all = system + chrome + browsers + dynamicLinks
}
