extension TokenTable {
    /// Crawlers for search engine optimization and marketing.
    static let seoBots: [TokenGroup] = [
        TokenGroup(
            from: .ahrefs,
            [
                DeviceToken(
                    "ahrefs", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; AhrefsBot/7.0; +https://www.ahrefs.com/about/our-bot)")
            ]),
        TokenGroup(
            from: .semrush,
            [
                DeviceToken(
                    "semrush", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)")
            ]),
        TokenGroup(
            from: .majestic,
            [
                DeviceToken(
                    "mj12bot", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; MJ12bot/v1.4.8; https://www.mj12bot.com/about/our-bot)")
            ]),
        TokenGroup(
            from: .moz,
            [
                DeviceToken(
                    "dotbot", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot)"),
                DeviceToken(
                    "rogerbot", .anywhere, .bot(.seo),
                    example: "rogerbot/1.2 (https://moz.com/help/guides/moz-procedures/what-is-rogerbot)"),
            ]),
        TokenGroup(
            from: .ownNames("names of search engine optimisation crawlers"),
            [
                DeviceToken(
                    "blexbot", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; BLEXBot/1.0; +http://webmeup-crawler.com/)"),
                DeviceToken(
                    "screaming frog", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; Screaming Frog SEO Spider/21.4; +https://agency.example/about)"),
                DeviceToken(
                    "dataforseo", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; DataForSeoBot/1.1; +https://www.dataforseo.com/about/our-bot)"),
                DeviceToken(
                    "barkrowler", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; Barkrowler/0.9; +https://babbar.tech/crawler)"),
                DeviceToken(
                    "sistrix", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; SISTRIX Crawler; http://crawler.sistrix.net/)"),
                DeviceToken(
                    "lipperhey", .anywhere, .bot(.seo),
                    example: "Mozilla/5.1 (compatible; Lipperhey SEO Service; https://www.lipperhey.com/about/our-bot)"),
                DeviceToken(
                    "findlinks", .anywhere, .bot(.seo),
                    example: "findlinks/2.7 (+https://www.wortschatz.uni-leipzig.de/about/our-bot)"),
                DeviceToken(
                    "linkdexbot", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; linkdexbot/2.3; +https://www.linkdex.com/about/our-bot)"),
                DeviceToken(
                    "spbot", .wordStart, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; spbot/5.0.3; +http://OpenLinkProfiler.org/bot)"),
                DeviceToken(
                    "seoscanners", .anywhere, .bot(.seo),
                    example:
                        "Mozilla/5.0 (compatible; seoscanners.net/2; +spider@seoscanners.net; +https://example.org/about)"
                ),
                DeviceToken(
                    "siteexplorer", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; SiteExplorer/1.1b; +http://siteexplorer.info/)"),
                DeviceToken(
                    "seolizer", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; SEOlizer/1.1; +http://www.seolizer.de/bot.html)"),
                DeviceToken(
                    "seo4ajax", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 AppleWebKit (compatible; s4a/1.1; +https://www.seo4ajax.com/about/our-bot)"),
                DeviceToken(
                    "siteauditor", .anywhere, .bot(.seo),
                    example: "Mozilla/5.1 (compatible; RSiteAuditor; +https://example.org/about)"),
                DeviceToken(
                    "ips-agent", .anywhere, .bot(.seo),
                    example:
                        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:102.0; ips-agent) Gecko/20100101 Firefox/102.0"
                ),
                DeviceToken("seozoom", .anywhere, .bot(.seo), example: "Mozilla/5.0 (compatible; SEOZoom/1.0)"),
                DeviceToken(
                    "seobility", .anywhere, .bot(.seo),
                    example: "SeobilityBot (SEO Tool; https://www.seobility.net/sites/bot.html)/1.0"),
                DeviceToken(
                    "seokicks", .anywhere, .bot(.seo),
                    example: "Mozilla/5.1 (compatible; SEOkicks; +https://www.seokicks.de/about/our-bot)"),
                DeviceToken(
                    "oncrawl", .wordStart, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; OnCrawl/1.1; +https://www.oncrawl.com/about/our-bot)"
                ),
                DeviceToken(
                    "siteimprove", .anywhere, .bot(.seo),
                    example:
                        "Mozilla/5.0 (compatible; Siteimprove Pages/3; +https://checks.example.org/about)"
                ),
                DeviceToken(
                    "serpstat", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; serpstat/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "sitebulb", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; sitebulb/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "searchmetrics", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; searchmetrics/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "xovi", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; xovi/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "megaindex", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; megaindex/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "marketgoo", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; marketgoo/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "seositecheckup", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; seositecheckup/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "contentking", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; contentking/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "cocolyze", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; cocolyze/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "morningscore", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; morningscore/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "woorank", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; woorank/3.7; +https://example.org/seo)"
                ),
                DeviceToken(
                    "netpeak", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; netpeak/3.7; +https://example.org/seo)"
                ),
                DeviceToken(
                    "seranking", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; seranking/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "cognitiveseo", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; cognitiveseo/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "webceo", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; webceo/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "sitechecker", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; sitechecker/3.7; +https://example.org/seo)"),
            ]),
        TokenGroup(
            from: .ownNames("crawlers for advertising and social media monitoring"),
            [
                DeviceToken(
                    "adbeat", .anywhere, .bot(.seo),
                    example:
                        "Mozilla/5.1 (compatible; adbeat_bot; +support@adbeat.com; support@adbeat.com; +https://example.org/about)"
                ),
                DeviceToken(
                    "ezooms", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; Ezooms/1.1; help@moz.com; +https://example.org/about)"),
                DeviceToken(
                    "twingly", .anywhere, .bot(.seo),
                    example: "Mozilla/5.1 (compatible; Twingly Recon; twingly.com; +https://example.org/about)"),
                DeviceToken(
                    "trendsmap", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; TrendsmapResolver/0.2; +https://example.org/about)"),
                DeviceToken("disqus/", .agentStart, .bot(.seo), example: "Disqus/1 (+https://comments.example/about)"),
                DeviceToken(
                    "hubspot", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; hubspot/3.7; +https://example.org/seo)"
                ),
                DeviceToken(
                    "similarweb", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; similarweb/3.7; +https://example.org/seo)"),
                DeviceToken(
                    "wappalyzer", .anywhere, .bot(.seo),
                    example: "Mozilla/5.0 (compatible; wappalyzer/3.7; +https://example.org/seo)"),
            ]),
    ]
}
