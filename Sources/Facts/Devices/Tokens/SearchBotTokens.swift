extension TokenTable {
    /// Crawlers of search engines.
    static let searchBots: [TokenGroup] = [
        TokenGroup(
            from: .googleCommonCrawlers,
            [
                DeviceToken(
                    "googlebot", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
                DeviceToken(
                    "storebot-google", .anywhere, .bot(.search),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64; Storebot-Google/1.0) AppleWebKit/537.36 Chrome/79.0 Safari/537.36"
                ),
                DeviceToken(
                    "google-inspectiontool", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)"),
                DeviceToken("googleother", .anywhere, .bot(.search), example: "GoogleOther/1.0"),
                DeviceToken(
                    "google-youtube", .anywhere, .bot(.search),
                    example: "Mozilla/5.1 (compatible; Google-Youtube-Links; +https://example.org/about)"),
                DeviceToken("google-firebase", .anywhere, .bot(.search), example: "Google-Firebase/1.0"),
            ]),
        TokenGroup(
            from: .googleSpecialCrawlers,
            [
                DeviceToken(
                    "adsbot-google", .anywhere, .bot(.search),
                    example: "AdsBot-Google (+http://www.google.com/adsbot.html)"),
                DeviceToken("mediapartners-google", .anywhere, .bot(.search), example: "Mediapartners-Google/2.4"),
                DeviceToken(
                    "google favicon", .anywhere, .bot(.search),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/49.0.2623.75 Safari/537.36 Google Favicon"
                ),
                DeviceToken(
                    "google-adwords", .anywhere, .bot(.search),
                    example: "Google-Adwords-Instant (+http://www.google.com/adsbot.html)/1.0"),
                DeviceToken(
                    "apis-google", .anywhere, .bot(.search),
                    example: "APIs-Google (+https://developers.google.com/webmasters/APIs-Google.html)"),
                DeviceToken(
                    "google-hoteladsverifier", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Google-HotelAdsVerifier/2.0)"),
            ]),
        TokenGroup(
            from: .googleUserTriggered,
            [
                DeviceToken(
                    "feedfetcher-google", .anywhere, .bot(.search),
                    example: "FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)"),
                DeviceToken(
                    "google-read-aloud", .anywhere, .bot(.search),
                    example:
                        "Mozilla/5.0 (Linux; Android 7.0) AppleWebKit/537.36 Chrome/93.0 Mobile Safari/537.36 (compatible; Google-Read-Aloud; +https://support.google.com/webmasters/answer/1061943)"
                ),
                DeviceToken(
                    "google-site-verification", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Google-Site-Verification/1.0)"),
            ]),
        TokenGroup(
            from: .bingCrawlers,
            [
                DeviceToken(
                    "bingbot", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; bingbot/2.2; +https://www.bing.com/about/our-bot)"),
                DeviceToken(
                    "adidxbot", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; adidxbot/2.0; +http://www.bing.com/bingbot.htm)"),
                DeviceToken(
                    "msnbot", .anywhere, .bot(.search), example: "msnbot/2.0b (+http://search.msn.com/msnbot.htm)"),
            ]),
        TokenGroup(
            from: .ownNames("crawlers of search engines"),
            [
                DeviceToken(
                    "slurp", .word, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)"),
                DeviceToken(
                    "baiduspider", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)"),
                DeviceToken(
                    "seznambot", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)"),
                DeviceToken(
                    "qwantify", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Qwantify/2.4w; +https://www.qwant.com/about/our-bot)"),
                DeviceToken(
                    "mojeekbot", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; MojeekBot/0.11; +https://www.mojeek.com/about/our-bot)"),
                DeviceToken(
                    "yeti", .word, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Yeti/1.2; +https://www.naver.me/about/our-bot)"),
                DeviceToken(
                    "ichiro", .anywhere, .bot(.search),
                    example: "ichiro/5.0 (http://search.goo.ne.jp/option/use/sub4/sub4-1/)"),
                DeviceToken(
                    "y!j", .wordStart, .bot(.search),
                    example: "Y!J-ASR/1.0 (http://www.yahoo-help.jp/app/answers/detail/p/595/)"),
                DeviceToken(
                    "grub-client", .anywhere, .bot(.search), example: "Mozilla/4.0 (compatible; grub-client-2.3)"),
                DeviceToken(
                    "gigablast", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Gigablast/2.0; +https://example.org/bot)"),
                DeviceToken(
                    "coccocbot", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; coccocbot-web/1.0; +http://help.coccoc.com/searchengine)"),
                DeviceToken(
                    "exabot", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Exabot/3.0; +http://www.exabot.com/go/robot)"),
                DeviceToken(
                    "360spider", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 Chrome/50.0 Safari/537.36; 360Spider"),
                DeviceToken(
                    "sogou web spider", .anywhere, .bot(.search),
                    example: "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)"),
                DeviceToken(
                    "sogou-", .anywhere, .bot(.search),
                    example: "Sogou-Test-Spider/4.0 (compatible; MSIE 5.5; Windows 99; +https://example.org/about)"),
                DeviceToken(
                    "sogou news", .anywhere, .bot(.search),
                    example: "Sogou News Spider/4.0(+https://www.sogou.com/about/our-bot)"),
                DeviceToken(
                    "sogou pic", .anywhere, .bot(.search),
                    example: "Sogou Pic Spider/3.0(+http://www.sogou.com/docs/help/webmasters.htm#07)"),
                DeviceToken(
                    "daum/", .wordStart, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Daum/4.1; +http://cs.daum.net/faq/15/4118.html)"),
                DeviceToken(
                    "daumoa", .wordStart, .bot(.search),
                    example: "Mozilla/5.0 (compatible; Daumoa/4.0; +http://cs.daum.net/)"),
                DeviceToken(
                    "baidu transcoder", .anywhere, .bot(.search),
                    example:
                        "Mozilla/5.0 (Windows; U; Windows NT 5.1; zh-CN; rv:1.9.2.8;baidu Transcoder) Gecko/20100722 Firefox/3.6.8"
                ),
                DeviceToken(
                    "stackrambler", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; StackRambler/3.1; +https://rambler.example/about)"),
            ]),
        TokenGroup(
            from: .yandexRobots,
            [
                DeviceToken(
                    "yandex.com/bots", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)"),
                DeviceToken("yandexbot", .anywhere, .bot(.search), example: "Mozilla/5.0 (compatible; YandexBot/3.0)"),
            ]),
        TokenGroup(
            from: .applebot,
            [
                DeviceToken(
                    "applebot", .anywhere, .bot(.search),
                    example:
                        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.2; +https://www.apple.com/about/our-bot)"
                )
            ]),
        TokenGroup(
            from: .petalBot,
            [
                DeviceToken(
                    "petalbot", .anywhere, .bot(.search),
                    example: "Mozilla/5.0 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)")
            ]),
        TokenGroup(
            from: .ownNames("web archives"),
            [
                DeviceToken(
                    "ia_archiver", .anywhere, .bot(.search),
                    example: "ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)"),
                DeviceToken(
                    "archive.org_bot", .anywhere, .bot(.search),
                    example: "Mozilla/5.1 (compatible; archive.org_bot +https://www.archive.org/about/our-bot)"),
            ]),
        TokenGroup(
            from: .duckDuckGo,
            [
                DeviceToken(
                    "duckduckbot", .anywhere, .bot(.search),
                    example: "DuckDuckBot/1.2; (+https://www.duckduckgo.com/about/our-bot)"),
                DeviceToken(
                    "duckduckgo-favicons", .anywhere, .bot(.search),
                    example:
                        "Mozilla/5.0 (compatible; DuckDuckGo-Favicons-Bot/1.1; +https://www.duckduckgo.com/about/our-bot)"
                ),
            ]),
    ]
}
