/// The documents in which tokens are described.
extension TokenOrigin {
    // Systems and browsers.
    static let chromeUserAgent = document(
        vendor: "Google", title: "User-Agent Reduction", address: "https://www.chromium.org/updates/ua-reduction/")
    static let webViewUserAgent = document(
        vendor: "Google", title: "User-Agent Reduction on Android WebView",
        address: "https://android-developers.googleblog.com/2024/12/user-agent-reduction-on-android-webview.html")
    static let androidLevels = document(
        vendor: "Google", title: "Codenames, tags, and build numbers: platform versions and API levels",
        address: "https://source.android.com/docs/setup/reference/build-numbers")
    static let androidDevices = document(
        vendor: "Google", title: "Google Play: supported devices",
        address: "https://storage.googleapis.com/play_public/supported_devices.html")
    static let firefoxUserAgent = document(
        vendor: "Mozilla", title: "Firefox user agent string reference",
        address: "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/User-Agent/Firefox")
    static let edgeUserAgent = document(
        vendor: "Microsoft", title: "Detect Microsoft Edge from your website",
        address: "https://learn.microsoft.com/en-us/microsoft-edge/web-platform/user-agent-guidance")
    static let internetExplorer = document(
        vendor: "Microsoft", title: "Understanding user-agent strings",
        address:
            "https://learn.microsoft.com/en-us/previous-versions/windows/internet-explorer/ie-developer/compatibility/ms537503(v=vs.85)"
    )
    static let operaUserAgent = document(
        vendor: "Opera", title: "Opera User Agent Strings: Opera 11 and Beyond",
        address: "https://dev.opera.com/blog/opera-user-agent-strings-opera-11-and-beyond/")
    static let samsungInternet = document(
        vendor: "Samsung", title: "User-Agent String Format",
        address: "https://developer.samsung.com/internet/user-agent-string-format.html")
    static let silkUserAgent = document(
        vendor: "Amazon", title: "Amazon Silk Developer Guide: User Agent Strings",
        address: "https://docs.aws.amazon.com/silk/latest/developerguide/user-agent.html")
    static let fireTabletUserAgent = document(
        vendor: "Amazon", title: "User Agent Strings for Fire Tablets",
        address: "https://developer.amazon.com/docs/fire-tablets/ft-user-agent-strings.html")
    static let fireTVUserAgent = document(
        vendor: "Amazon", title: "User Agent Strings (Fire TV)",
        address: "https://developer.amazon.com/docs/fire-tv/user-agent-strings.html")
    static let arkWeb = document(
        vendor: "OpenHarmony", title: "Developing UserAgent",
        address:
            "https://gitcode.com/openharmony/docs/blob/OpenHarmony-5.0.2-Release/en/application-dev/web/web-default-userAgent.md"
    )
    static let webOSTV = document(
        vendor: "LG", title: "Web API and Web Engine: userAgent string",
        address: "https://webostv.developer.lge.com/develop/specifications/web-api-and-web-engine")

    // Standards.
    static let httpSemantics = document(
        vendor: "IETF", title: "RFC 9110, HTTP Semantics, section 10.1.5: User-Agent",
        address: "https://www.rfc-editor.org/rfc/rfc9110#section-10.1.5")
    static let robotWriters = document(
        vendor: "robotstxt.org", title: "Guidelines for Robot Writers",
        address: "https://www.robotstxt.org/guidelines.html")
    static let hbbTV = document(
        vendor: "ETSI", title: "TS 102 796, Hybrid Broadcast Broadband TV",
        address: "https://www.etsi.org/deliver/etsi_ts/102700_102799/102796/")
    static let mobileInformationDevice = document(
        vendor: "Java Community Process", title: "JSR 118, Mobile Information Device Profile 2.0",
        address: "https://jcp.org/en/jsr/detail?id=118")

    // Crawlers and fetchers.
    static let openAI = document(
        vendor: "OpenAI", title: "Overview of OpenAI Crawlers", address: "https://developers.openai.com/api/docs/bots")
    static let anthropic = document(
        vendor: "Anthropic",
        title: "Does Anthropic crawl data from the web, and how can site owners block the crawler?",
        address: "https://support.claude.com/en/articles/8896518")
    static let perplexity = document(
        vendor: "Perplexity", title: "Perplexity Crawlers", address: "https://docs.perplexity.ai/guides/bots")
    static let mistral = document(vendor: "Mistral", title: "Robots", address: "https://docs.mistral.ai/robots")
    static let commonCrawl = document(vendor: "Common Crawl", title: "CCBot", address: "https://commoncrawl.org/ccbot")
    static let amazonbot = document(
        vendor: "Amazon", title: "About Amazonbot", address: "https://developer.amazon.com/amazonbot")
    static let meta = document(
        vendor: "Meta", title: "Meta Web Crawlers",
        address: "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/")
    static let googleCommonCrawlers = document(
        vendor: "Google", title: "List of Google's common crawlers",
        address: "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers")
    static let googleSpecialCrawlers = document(
        vendor: "Google", title: "List of Google special-case crawlers",
        address: "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers")
    static let googleUserTriggered = document(
        vendor: "Google", title: "List of Google user-triggered fetchers",
        address: "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers")
    static let googleHealthChecks = document(
        vendor: "Google", title: "Health checks overview",
        address: "https://cloud.google.com/load-balancing/docs/health-check-concepts")
    static let kubernetesProbes = document(
        vendor: "Kubernetes", title: "Configure Liveness, Readiness and Startup Probes",
        address: "https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/"
    )
    static let bingCrawlers = document(
        vendor: "Microsoft", title: "Which Crawlers Does Bing Use?",
        address: "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0")
    static let applebot = document(
        vendor: "Apple", title: "About Applebot", address: "https://support.apple.com/en-us/119829")
    static let yandexRobots = document(
        vendor: "Yandex", title: "Yandex robots", address: "https://yandex.com/bots")
    static let petalBot = document(
        vendor: "Huawei", title: "PetalBot", address: "https://webmaster.petalsearch.com/site/petalbot")
    static let duckDuckGo = document(
        vendor: "DuckDuckGo", title: "DuckDuckBot", address: "https://duckduckgo.com/duckduckbot")
    static let ahrefs = document(vendor: "Ahrefs", title: "AhrefsBot", address: "https://ahrefs.com/robot/")
    static let semrush = document(vendor: "Semrush", title: "SemrushBot", address: "https://www.semrush.com/bot/")
    static let majestic = document(vendor: "Majestic", title: "MJ12bot", address: "https://mj12bot.com/")
    static let moz = document(
        vendor: "Moz", title: "DotBot", address: "https://moz.com/help/moz-procedures/crawlers/dotbot")
    static let slackRobots = document(
        vendor: "Slack", title: "Slack robots", address: "https://api.slack.com/robots")
    static let snapRobots = document(
        vendor: "Snap", title: "Snap URL Preview Service", address: "https://developers.snap.com/robots")
    static let iframely = document(
        vendor: "Iframely", title: "About Iframely", address: "https://iframely.com/docs/about")
    static let pinterestCrawler = document(
        vendor: "Pinterest", title: "Pinterest crawler",
        address: "https://help.pinterest.com/en/business/article/pinterest-crawler")
}
