extension Fact {
    /// The grade and the sentence of each fact.
    static let notes: [Fact: (Grade, String)] = android.merging(chrome) { first, _ in first }
        .merging(otherAndroid) { first, _ in first }.merging(apple) { first, _ in first }
        .merging(harmony) { first, _ in first }.merging(others) { first, _ in first }

    private static let android: [Fact: (Grade, String)] = [
        .filterMatches: (.documented, "A link fits an app whose intent filter has its scheme, its host and its path."),
        .notApproved: (.documented, "Android 12 and later open web links that no app is approved for in the browser."),
        .systemAsks: (.documented, "Android 11 and earlier ask which app opens a web link of an unverified host."),
        .approved: (
            .source, "Android opens the app that is approved for the host: verified, or picked in the settings."
        ),
        .linksSwitchedOff: (.source, "With “Open supported links” off an app is approved for no host."),
        .lastInstalled: (.documented, "Of two verified apps Android opens the one that was installed last."),
        .notVerified: (
            .documented,
            "A host whose assetlinks.json is redirected, not JSON or lacks the fingerprint is not verified."
        ),
        .packageSkipsApproval: (.source, "Approval is required only if an intent names no package."),
        .explicitIntentBlocked: (
            .observed, "Android 13 blocks an explicit intent that fits none of the app's filters (target 33)."
        ),
        .dynamicRules: (.documented, "Android 15 narrows the manifest by the components in assetlinks.json."),
        .routerNotAsked: (.documented, "The app opens before any server is contacted."),
    ]

    private static let chrome: [Fact: (Grade, String)] = [
        .startedByBrowser: (.source, "A typed address or a bookmark may not launch apps."),
        .wentBackOrReloaded: (.source, "Going back, forward or reloading may not launch apps."),
        .withoutGesture: (.source, "A page may not launch apps without a gesture."),
        .tooLate: (.source, "A chain of redirects may not launch apps after 15 seconds."),
        .alreadyLaunched: (.source, "A chain of redirects may try to launch an app once."),
        .inBackground: (.source, "A tab in the background may not launch apps."),
        .webOpensApp: (.source, "Chrome hands a web link to the app that is approved for its host."),
        .webStays: (.source, "If launching is blocked, Chrome loads the page of a web link."),
        .externalOpensApp: (.source, "Chrome hands an intent or a scheme to the app that resolves it."),
        .blockedFallback: (
            .source, "If launching is blocked, Chrome loads the fallback of an intent though the app is installed."
        ),
        .blockedBanner: (
            .source, "Blocked and without a fallback Chrome offers the one app that resolves it, or leaves a blank tab."
        ),
        .unresolvedIntent: (
            .source, "An intent that nothing resolves leads to its fallback, else to its package in Play, else nowhere."
        ),
        .unresolvedScheme: (.source, "A scheme that no app has does nothing, without an error page."),
        .playFallback: (.source, "A fallback in Play's web store opens the Play app, with the whole query."),
        .playFallbackOnWeb: (.source, "A fallback in Play's web store is a web page if Play can't be launched."),
        .fallbackPage: (.source, "A fallback page can't launch an app in the same chain."),
        .firstAddressStays: (
            .source, "A redirect to a host of the app that fitted the chain's first address stays in Chrome."
        ),
        .customTabStays: (.source, "In a Custom Tab with a session web links stay."),
        .customTabWithoutGesture: (
            .observed, "An intent in a Custom Tab without a gesture led to the fallback, 5 of 8 times."
        ),
        .sameHostStays: (.source, "A tap on a link of the page's own host stays in Chrome."),
        .sameHostNewApp: (
            .source, "A tap on a link of the page's own host opens an app that doesn't claim the page itself."
        ),
        .incognito: (.source, "Incognito tabs keep web links and ask before an intent; a refusal loads the fallback."),
    ]

    private static let otherAndroid: [Fact: (Grade, String)] = [
        .firefoxNever: (.source, "Firefox set to “never” loads the fallback though the app is installed."),
        .firefoxOpens: (.source, "Firefox opens the app, or asks first, with or without a gesture."),
        .firefoxPlayFirst: (
            .observed, "If the package is missing, Firefox goes to Play rather than to the fallback."
        ),
        .firefoxMismatch: (.observed, "If the package has no filter for the link, Firefox loads the fallback."),
        .firefoxSameHost: (.source, "Firefox keeps links of the same host, apart from www, m, mobile and maps."),
        .firefoxRefused: (.source, "Firefox remembers a refusal for an hour in the tab."),
        .likeChrome: (.observed, "Built on Chromium, and behaves like Chrome."),
        .samsungKept: (
            .observed, "A redirect to an intent left a blank page once “open with Samsung Internet” was chosen."
        ),
        .duckDuckGo: (.source, "DuckDuckGo asks before it opens an app, and loads the fallback without the app."),
        .webViewStays: (.observed, "A web view never hands web links to apps."),
        .webViewScheme: (.observed, "A web view answers other schemes with ERR_UNKNOWN_URL_SCHEME."),
        .metaWebView: (.observed, "The web views of Facebook's apps pass no intents on since October 2024."),
        .telegramPasses: (.observed, "Telegram's web view still passes intents on."),
        .lineExit: (.documented, "LINE opens a link with openExternalBrowser=1 in the system's browser."),
        .extBrowser: (.contradictory, "instagram://extbrowser opens the browser, or does nothing."),
        .withoutPlay: (.inferred, "Without Play market: does nothing, and Play's address is a web page."),
        .codeReaders: (.contradictory, "Apps that read codes send an intent, or show the page in a web view."),
        .playServices: (.observed, "Play services send the app the payload, or lead to the store."),
        .playServicesMain: (
            .observed, "An app without a filter for the payload is started by Play services without it."
        ),
    ]

    private static let apple: [Fact: (Grade, String)] = [
        .universalLink: (
            .documented, "A tap in Messages, Mail, Notes or the camera opens the app; no server is contacted."
        ),
        .appleTyped: (.documented, "A typed or pasted universal link shows its page, with a banner."),
        .otherHost: (.documented, "In Safari a tap on a universal link of another host opens the app."),
        .sameHost: (.documented, "In Safari a tap on a universal link of the page's own host shows its page."),
        .keptInBrowser: (.documented, "If the user chose the browser, a host's links stay there."),
        .appleScript: (.observed, "A script that follows a universal link without a gesture shows its page."),
        .ownLink: (.documented, "An app that opens its own universal link doesn't open itself."),
        .firstLoad: (.source, "The first load of a web view never opens an app."),
        .tapInWebView: (.documented, "In a web view a tap on a universal link of another host opens the app."),
        .hostAppRefuses: (.source, "The app around a web view can keep universal links there."),
        .redirectToUniversalLink: (
            .contradictory, "A redirect to a universal link opens the app, or shows its page with a banner."
        ),
        .associationFile: (.documented, "The first component of the host's file that fits decides."),
        .whatsApp: (.observed, "A tap in WhatsApp opens the app."),
        .appleGmail: (.contradictory, "A tap in Gmail opens the app, or the page."),
        .appleTelegram: (.source, "Telegram opens no universal links; it passes other schemes on."),
        .slack: (.observed, "Slack opens universal links only if it is set to open links in Safari."),
        .weChat: (.contradictory, "WeChat blocks universal links except for a whitelist."),
        .line: (.contradictory, "The behavior of LINE is unknown: the app opens, or the page."),
        .chromeOnApple: (.source, "Chrome opens universal links as Safari does, but not in incognito tabs."),
        .chromeAsksAgain: (.source, "Chrome asks once a page has launched apps more than twice."),
        .firefoxOnApple: (.observed, "Firefox doesn't follow redirects into apps, and can block external apps."),
        .schemeAsks: (.observed, "Safari asks whether to open the app of a scheme."),
        .schemeMissing: (.observed, "Without an app for the scheme Safari reports that the address is invalid."),
        .schemeOfAnyApp: (.documented, "Any app may claim a scheme, and which one opens is not defined."),
        .redirectToScheme: (.observed, "A redirect to a scheme failed at times."),
    ]

    private static let harmony: [Fact: (Grade, String)] = [
        .harmonyLink: (
            .documented, "HarmonyOS opens the app that the host's applinking.json names, otherwise the browser."
        ),
        .harmonyLoads: (.inferred, "A typed address and the first page of a web view load without opening an app."),
        .harmonyTap: (.contradictory, "It is not documented whether a tap in a browser of HarmonyOS opens the app."),
        .harmonyStore: (.documented, "AppGallery opens by its https address with the bundle name, and by store:."),
    ]

    private static let others: [Fact: (Grade, String)] = [
        .appStore: (.documented, "An address of the App Store opens it."),
        .appStoreModal: (.observed, "A redirect to the App Store asks first, and Cancel leaves a blank page."),
        .itmsApps: (.observed, "itms-apps: fails in many web views."),
        .play: (.documented, "An address of Play opens it if it is installed."),
        .amazon: (.documented, "amzn: opens Amazon's store."),
        .huawei: (.observed, "appmarket: opens AppGallery."),
        .samsungStore: (.observed, "samsungapps: opens the Galaxy Store."),
        .fDroid: (.contradictory, "F-Droid claims market: too."),
        .googlesLinksPage: (
            .source, "Google's page at /__/auth/links forwards to an action link, and shows an error for other links."
        ),
        .safeLinks: (.observed, "A link that a mail filter rewrote begins on the filter's host, in a browser."),
        .redirects: (.documented, "A redirect is followed, and keeps the fragment (RFC 9110, section 15.4)."),
        .tooManyRedirects: (
            .documented, "Browsers follow twenty redirects and then show an error (Fetch, section 4.4)."
        ),
        .notAnApp: (.documented, "A scheme without an installed app leads nowhere (HTML, section 7.4)."),
    ]
}
