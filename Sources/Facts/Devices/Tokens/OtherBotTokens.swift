extension TokenTable {
    /// Other bots that are not recognizable by name.
    static let otherBots: [TokenGroup] = [
        TokenGroup(
            from: .ownNames("fetchers by Apple, Google and others for app association files"),
            [
                DeviceToken("aasa-bot", .anywhere, .bot(.other), example: "AASA-Bot/1.0.0"),
                DeviceToken(
                    "googleassociationservice", .anywhere, .bot(.other), example: "GoogleAssociationService/1.0"),
            ]),
        TokenGroup(
            from: .ownNames("feed readers, archives and site copiers"),
            [
                DeviceToken("nutch", .anywhere, .bot(.other), example: "Apache-Nutch/1.19"),
                DeviceToken("superfeedr", .anywhere, .bot(.other), example: "Superfeedr bot/2.0 http://superfeedr.com"),
                DeviceToken(
                    "feedburner", .anywhere, .bot(.other),
                    example: "FeedBurner/1.1 (https://www.FeedBurner.com/about/our-bot)"),
                DeviceToken(
                    "inoreader", .anywhere, .bot(.other),
                    example: "Mozilla/5.0 (compatible; inoreader.com; 3 subscribers; +https://example.org/about)"),
                DeviceToken("magpierss", .anywhere, .bot(.other), example: "MagpieRSS/0.72 (+http://magpierss.sf.net)"),
                DeviceToken(
                    "simplepie", .anywhere, .bot(.other),
                    example:
                        "SimplePie/1.8.0 (Feed Parser; https://www.simplepie.org/about/our-bot; Allow like Gecko) Build/1692192000"
                ),
                DeviceToken("wordpress", .anywhere, .bot(.other), example: "WordPress/6.3.1; https://example.com"),
                DeviceToken(
                    "heritrix", .anywhere, .bot(.other),
                    example: "Mozilla/5.0 (compatible; heritrix/3.3.0 +http://www.example.org)"),
                DeviceToken(
                    "httrack", .anywhere, .bot(.other), example: "Mozilla/4.5 (compatible; HTTrack 3.0x; Windows 98)"),
                DeviceToken("bubing", .anywhere, .bot(.other), example: "BUbiNG (+http://law.di.unimi.it/BUbiNG.html)"),
                DeviceToken(
                    "teoma", .anywhere, .bot(.other),
                    example:
                        "Mozilla/2.0 (compatible; Ask Jeeves/Teoma; +http://sp.ask.com/docs/about/tech_crawling.html)"),
                DeviceToken(
                    "feedly/1", .anywhere, .bot(.other), example: "Feedly/1.0 (+http://www.feedly.com/fetcher.html)"),
                DeviceToken(
                    "web-capture", .anywhere, .bot(.other),
                    example:
                        "Mozilla/5.0 (compatible; Example-Web-Capture/1.3; +https://capture.example/about)"
                ),
                DeviceToken(
                    "sitesucker", .anywhere, .bot(.other),
                    example:
                        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) SiteSucker/5.4"
                ),
                DeviceToken(
                    "webcopier", .anywhere, .bot(.other),
                    example: "Mozilla/4.0 (compatible; WebCopier 5.4; Windows NT 6.1)"),
                DeviceToken("htdig", .wordStart, .bot(.other), example: "htdig/3.1.6 (webmaster@search.example)"),
                DeviceToken(
                    "larbin", .anywhere, .bot(.other),
                    example: "larbin_2.6.3 (crawl@search.example)"),
                DeviceToken("webcollage", .anywhere, .bot(.other), example: "webcollage/1.135a"),
                DeviceToken(
                    "oldreader", .anywhere, .bot(.other),
                    example: "Mozilla/5.0 (compatible; theoldreader.com; 3 subscribers; feed-id=5e2f)"),
                DeviceToken(
                    " subscriber", .anywhere, .bot(.other), example: "Feedbin feed-id:48213 - 17 subscribers"),
                DeviceToken("castopod", .anywhere, .bot(.other), example: "Castopod/1.12.4 (+https://podcast.example)"),
                DeviceToken("movabletype", .anywhere, .bot(.other), example: "MovableType/7.0"),
                DeviceToken("pearltrees", .anywhere, .bot(.other), example: "Pearltrees/1.0"),
                DeviceToken(
                    "exaleadcloudview", .anywhere, .bot(.other), example: "Mozilla/5.0 (compatible; ExaleadCloudview/6)"
                ),
                DeviceToken("mail.ru/", .agentStart, .bot(.other), example: "Mail.Ru/2 (+https://mail.example/robots)"),
                DeviceToken(
                    "facebookplatform", .anywhere, .bot(.other),
                    example: "facebookplatform/1.0 (+http://developers.facebook.com)"),
                DeviceToken(
                    "collapsify", .anywhere, .bot(.other), example: "Mozilla/5.0 (X11; Linux x86_64) Collapsify"),
                DeviceToken(
                    "feeder.co", .anywhere, .bot(.other),
                    example:
                        "Mozilla/5.0 (feeder.co; Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/106.0 Safari/537.36"
                ),
                DeviceToken(
                    "stumbleupon.com", .anywhere, .bot(.other),
                    example: "Mozilla/5.0 (Windows NT 6.1; stumbleupon.com) Chrome/58.0 Safari/537.36"),
            ]),
        TokenGroup(
            from: .yandexRobots,
            [
                DeviceToken(
                    "yandex.translate", .anywhere, .bot(.other),
                    example:
                        "Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 Chrome/48.0 Safari/537.36 Yandex.Translate"
                ),
                DeviceToken(
                    "yandex/", .agentStart, .bot(.other),
                    example: "Yandex/1.01.001 (compatible; Win17; H; +https://example.org/about)"),
            ]),
        TokenGroup(
            from: .ownNames("certificate authorities"),
            [
                DeviceToken("sectigo", .wordStart, .bot(.other), example: "Sectigo DCV/1.0"),
                DeviceToken("comodo ssl", .anywhere, .bot(.other), example: "COMODO SSL Checker/1.0"),
            ]),
        TokenGroup(
            from: .googleUserTriggered,
            [
                DeviceToken("google-", .wordStart, .bot(.other), example: "Google-Cloud-Scheduler/1.0"),
                DeviceToken("-google", .wordEnd, .bot(.other), example: "Example-Google"),
                DeviceToken(
                    "google pp", .anywhere, .bot(.other),
                    example:
                        "Mozilla/5.0 (en-us) AppleWebKit/537.36 (KHTML, like Gecko; Google PP Default) Chrome/27.0.1453 Safari/537.37"
                ),
            ]),
    ]
}
