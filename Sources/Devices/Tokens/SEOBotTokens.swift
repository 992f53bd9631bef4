extension TokenTable {
    /// Crawlers of search-engine optimisers and marketers.
    static let seoBots: [DeviceToken] = [
        DeviceToken(
            "ahrefs", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)"),
        DeviceToken(
            "semrush", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)"),
        DeviceToken(
            "mj12bot", .anywhere, .bot(.seo), example: "Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)"),
        DeviceToken(
            "dotbot", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot)"),
        DeviceToken(
            "rogerbot", .anywhere, .bot(.seo),
            example: "rogerbot/1.2 (https://moz.com/help/guides/moz-procedures/what-is-rogerbot)"),
        DeviceToken(
            "blexbot", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; BLEXBot/1.0; +http://webmeup-crawler.com/)"),
        DeviceToken("screaming frog", .anywhere, .bot(.seo), example: "Screaming Frog SEO Spider/19.0"),
        DeviceToken(
            "dataforseo", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; DataForSeoBot/1.1; +https://dataforseo.com/dataforseo-bot)"),
        DeviceToken(
            "serpstatbot", .anywhere, .bot(.seo),
            example: "serpstatbot/2.1 (advanced backlink tracking bot; https://serpstatbot.com/)"),
        DeviceToken(
            "barkrowler", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; Barkrowler/0.9; +https://babbar.tech/crawler)"),
        DeviceToken(
            "sistrix", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; SISTRIX Crawler; http://crawler.sistrix.net/)"),
        DeviceToken(
            "lipperhey", .anywhere, .bot(.seo),
            example: "Mozilla/5.1 (compatible; Lipperhey SEO Service; http://www.lipperhey.com/)"),
        DeviceToken(
            "findlinks", .anywhere, .bot(.seo), example: "findlinks/2.7 (+http://wortschatz.uni-leipzig.de/findlinks/)"),
        DeviceToken(
            "linkdexbot", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; linkdexbot/2.3; +http://www.linkdex.com/bots/)"),
        DeviceToken(
            "spbot", .wordStart, .bot(.seo),
            example: "Mozilla/5.0 (compatible; spbot/5.0.3; +http://OpenLinkProfiler.org/bot)"),
        DeviceToken(
            "seoscanners", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; seoscanners.net/2; +spider@seoscanners.net)"),
        DeviceToken(
            "siteexplorer", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; SiteExplorer/1.1b; +http://siteexplorer.info/)"),
        DeviceToken(
            "seolizer", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; SEOlizer/1.1; +http://www.seolizer.de/bot.html)"),
        DeviceToken(
            "seo4ajax", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 AppleWebKit (compatible; s4a/1.1; +https://www.seo4ajax.com/webscraper)"),
        DeviceToken("siteauditor", .anywhere, .bot(.seo), example: "Mozilla/5.1 (compatible; RSiteAuditor)"),
        DeviceToken(
            "ips-agent", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (X11; Ubuntu; Linux i686; rv:14.0; ips-agent) Gecko/20100101 Firefox/14.0.2"),
        DeviceToken("seozoom", .anywhere, .bot(.seo), example: "Mozilla/5.0 (compatible; SEOZoom/1.0)"),
        DeviceToken(
            "seobility", .anywhere, .bot(.seo),
            example: "SeobilityBot (SEO Tool; https://www.seobility.net/sites/bot.html)/1.0"),
        DeviceToken(
            "seokicks", .anywhere, .bot(.seo),
            example: "Mozilla/5.1 (compatible; SEOkicks; +https://www.seokicks.de/robot.html)"),
        DeviceToken(
            "oncrawl", .wordStart, .bot(.seo), example: "Mozilla/5.0 (compatible; OnCrawl/1.1; +http://www.oncrawl.com)"
        ),
        DeviceToken(
            "adbeat", .anywhere, .bot(.seo),
            example: "Mozilla/5.1 (compatible; adbeat_bot; +support@adbeat.com; support@adbeat.com)"),
        DeviceToken(
            "siteimprove", .anywhere, .bot(.seo),
            example: "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Trident/6.1) LinkCheck by Siteimprove.com"),
        DeviceToken("ezooms", .anywhere, .bot(.seo), example: "Mozilla/5.0 (compatible; Ezooms/1.1; help@moz.com)"),
        DeviceToken("twingly", .anywhere, .bot(.seo), example: "Mozilla/5.1 (compatible; Twingly Recon; twingly.com)"),
        DeviceToken("trendsmap", .anywhere, .bot(.seo), example: "Mozilla/5.0 (compatible; TrendsmapResolver/0.2)"),
        DeviceToken("disqus/", .agentStart, .bot(.seo), example: "Disqus/1.1"),
    ]
}
