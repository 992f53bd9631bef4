extension TokenTable {
    /// Social networks and messengers, and words for link previews. A bot whose name contains one fetches previews,
    /// unless it is known to have another purpose.
    static let networks = TokenGroup(
        from: .ownNames("social networks and messengers, and words for their page previews"),
        [
            "slack", "discord", "telegram", "whatsapp", "viber", "skype", "linkedin", "twitter", "facebook",
            "instagram", "pinterest", "tumblr", "reddit", "vkontakte", "odnoklassniki", "odkl", "kakao", "weibo",
            "mastodon", "pleroma", "misskey", "lemmy", "mattermost", "zulip", "bluesky", "bsky", "notion", "evernote",
            "trello", "asana", "basecamp", "goodreads", "substack", "discourse", "hatena", "plurk", "messenger",
            "embed", "fedi", "bookmark", "snippet", "peek", "social", "opengraph", "unfurl", "preview",
            "thumbnail", "richlink", "sharing", "flipboard", "quora", "medium", "xing", "yammer", "jandi", "gitter",
            "webex", "zalo", "larkbot", "feishu", "dingtalk", "matrix", "synapse", "revolt", "guilded", "twitch",
            "steam", "nextdoor", "patreon", "buffer", "hootsuite", "pocket", "instapaper", "raindrop", "pinboard",
            "diigo", "stumbleupon", "livejournal", "tweet", "parler", "vk.com", "akkoma", "iceshrimp", "activitypub",
            "nostr", "ircbot", "xmpp", "jabber", "onebox", "clipper", "readability", "telegraph", "icq", "xenforo",
            "phpbb", "nodebb", "flarum", "confluence", "airtable", "clickup", "figma", "superhuman", "missive",
            "metatag", "shortwave", "fastmail", "image fetch", "imagefetch", "link shar", "linkshar", "wakelet",
            "padlet", "milanote", "groupme", "threema", "beeper", "keybase", "chat", "messag", "forum", "todoist",
            "dropbox", "steemit", "minds.com", "mewe", "cardyb", "metadata", "open graph", "open-graph",
        ].map {
            DeviceToken($0, .anywhere, .sign(.network), example: "Example-\($0)-Bot/1.2 (+https://example.org/bot)")
        })

    /// Clients that fetch a page to show a link preview.
    static let previews: [TokenGroup] = [
        TokenGroup(
            from: .meta,
            [
                DeviceToken(
                    "facebookexternalhit", .anywhere, .bot(.preview),
                    example: "facebookexternalhit/1.1 (+https://www.facebook.com/about/our-bot)"),
                DeviceToken("facebookexternalua", .anywhere, .bot(.preview), example: "facebookexternalua/1.0"),
                DeviceToken("facebookcatalog", .anywhere, .bot(.preview), example: "facebookcatalog/1.0"),
                DeviceToken("facebot", .anywhere, .bot(.preview), example: "Facebot/1.0"),
                DeviceToken("meta-externalfetcher", .anywhere, .bot(.preview), example: "meta-externalfetcher/1.2"),
                DeviceToken("meta-webindexer", .anywhere, .bot(.preview), example: "meta-webindexer/1.2"),
                DeviceToken("meta-externalads", .anywhere, .bot(.preview), example: "meta-externalads/1.2"),
            ]),
        TokenGroup(
            from: .ownNames("preview fetchers of messengers and social networks"),
            [
                DeviceToken("twitterbot", .anywhere, .bot(.preview), example: "Twitterbot/1.0"),
                DeviceToken(
                    "linkedinbot", .anywhere, .bot(.preview),
                    example: "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)"),
                DeviceToken(
                    "discordbot", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://www.discordapp.com/about/our-bot)"),
                DeviceToken("telegrambot", .anywhere, .bot(.preview), example: "TelegramBot (like TwitterBot)"),
                DeviceToken("whatsapp/", .anywhere, .sign(.whatsApp), example: "WhatsApp/2.24.13.77 W"),
                DeviceToken("whatsapp/", .agentStart, .bot(.preview), example: "WhatsApp/2.26 A"),
                DeviceToken(
                    "redditbot", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)"),
                DeviceToken(
                    "vkshare", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)"
                ),
                DeviceToken(
                    "kakaotalk-scrap", .anywhere, .bot(.preview),
                    example: "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/"),
                DeviceToken("line-poker", .anywhere, .bot(.preview), example: "facebookexternalhit/1.1;line-poker/1.0"),
                DeviceToken(
                    "zoombot", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; ZoomBot/1.0; +https://zoom.us)"),
                DeviceToken(
                    "xing-contenttabreceiver", .anywhere, .bot(.preview), example: "XING-contenttabreceiver/2.0"),
                DeviceToken(
                    "(compatible; synapse", .anywhere, .bot(.preview),
                    example: "Mozilla/4.1 (compatible; Synapse; +https://example.org/about)"),
                DeviceToken("synapse/", .agentStart, .bot(.preview), example: "Synapse/1.98.0 (Matrix homeserver)"),
                DeviceToken(
                    "rocket.chat/", .anywhere, .bot(.preview), example: "Mozilla/5.0 (compatible; Rocket.Chat/6.0)"),
                DeviceToken("viber/", .agentStart, .bot(.preview), example: "Viber/13.3.0"),
                DeviceToken(
                    "mail.ru_bot", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; Mail.RU_Bot/Share; +http://go.mail.ru/help/robots)"),
                DeviceToken("zulipurl", .anywhere, .bot(.preview), example: "ZulipURLPreview/1.0 (+https://zulip.com)"),
                DeviceToken(
                    "synapse (", .anywhere, .bot(.preview),
                    example: "Synapse (bot; +https://github.com/matrix-org/synapse)"),
                DeviceToken("wire link", .anywhere, .bot(.preview), example: "Wire LinkPreview Bot"),
                DeviceToken("hipchat", .anywhere, .bot(.preview), example: "HipChat/1.0"),
                DeviceToken("teamsbot", .anywhere, .bot(.preview), example: "TeamsBot/1.0"),
                DeviceToken(
                    "plurk", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; PlurkBot/0.9; +https://www.plurk.com)"),
                DeviceToken("qq-urlmanager", .anywhere, .bot(.preview), example: "Mozilla/5.0 QQ-URLManager"),
                DeviceToken("tumblr/", .agentStart, .bot(.preview), example: "Tumblr/14.0.835.186"),
                DeviceToken("viber", .wholeAgent, .bot(.preview), example: "Viber"),
                DeviceToken("bluesky", .wordStart, .bot(.preview), example: "Bluesky/1.0"),
                DeviceToken(
                    "linespider", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; Linespider/1.4; +https://example.org/spider)"),
                DeviceToken("telegram bot", .anywhere, .bot(.preview), example: "Telegram Bot SDK"),
                DeviceToken("signal", .agentStart, .bot(.preview), example: "Signal-Android/6.0"),
                DeviceToken(
                    "vkontakte", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; VKontakte; +https://vk.com)"),
                DeviceToken(
                    "larkurl2png", .anywhere, .bot(.preview),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/110.0 Safari/537.36 LarkUrl2PNG/1.0"
                ),
                DeviceToken(
                    "revoltchat/january", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; January/1.0; +https://github.com/revoltchat/january)"),
                DeviceToken(
                    "tiktokspider", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; TikTokSpider; +ttspider-feedback@tiktok.com)"),
                DeviceToken(
                    "the lounge irc", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; The Lounge IRC Client; +https://github.com/thelounge/thelounge)"),
                DeviceToken(
                    "limnoria", .anywhere, .bot(.preview), example: "Mozilla/5.0 (compatible; Limnoria 2023.5.27)"),
                DeviceToken(
                    "irccloud", .wordStart, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; IRCCloud/1.0; +https://www.irccloud.com)"),
            ]),
        TokenGroup(
            from: .slackRobots,
            [
                DeviceToken(
                    "slackbot", .anywhere, .bot(.preview),
                    example: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"
                ),
                DeviceToken(
                    "slack-imgproxy", .anywhere, .bot(.preview),
                    example: "Slack-ImgProxy (+https://api.slack.com/robots)/1.0"),
                DeviceToken(
                    "linkexpand", .anywhere, .bot(.preview),
                    example: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"),
            ]),
        TokenGroup(
            from: .bingCrawlers,
            [
                DeviceToken(
                    "skypeuripreview", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.6"),
                DeviceToken(
                    "microsoftpreview", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview)"),
                DeviceToken(
                    "bingpreview", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b"
                ),
            ]),
        TokenGroup(
            from: .googleUserTriggered,
            [
                DeviceToken(
                    "google web preview", .anywhere, .bot(.preview),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; Google Web Preview) Chrome/27.0.1453 Safari/537.36"
                ),
                DeviceToken(
                    "google-pagerenderer", .anywhere, .bot(.preview),
                    example:
                        "Mozilla/5.0 (Linux; Android 6.0) AppleWebKit/537.36 Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)"
                ),
                DeviceToken(
                    "developers.google.com/+/web/snippet", .anywhere, .bot(.preview),
                    example:
                        "Mozilla/5.0 (Windows NT 6.1; rv:6.0) Gecko/20110814 Firefox/6.1 Google (+https://developers.google.com/+/web/snippet/)"
                ),
                DeviceToken(
                    "google-http-java-client", .agentStart, .bot(.preview),
                    example: "Google-HTTP-Java-Client/1.17.0-rc (gzip)"),
                DeviceToken(
                    "imageproxy", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)"
                ),
                DeviceToken("google-snippet", .anywhere, .bot(.preview), example: "Google-Snippet/1.0"),
            ]),
        TokenGroup(
            from: .pinterestCrawler,
            [
                DeviceToken(
                    "pinterestbot", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; Pinterestbot/1.1; +https://www.pinterest.com/about/our-bot)"),
                DeviceToken(
                    "pinterest/0.", .agentStart, .bot(.preview),
                    example: "Pinterest/0.3 (+https://www.pinterest.com/about/our-bot)"),
            ]),
        TokenGroup(
            from: .iframely,
            [
                DeviceToken(
                    "iframely", .anywhere, .bot(.preview), example: "Iframely/1.3.1 (+https://iframely.com/docs/about)")
            ]),
        TokenGroup(
            from: .ownNames("names of link preview services"),
            [
                DeviceToken(
                    "embedly", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; Embedly/0.3; +https://www.support.embed.ly/about/our-bot)"),
                DeviceToken(
                    "flipboardproxy", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; FlipboardProxy/1.3; +https://www.flipboard.com/about/our-bot)"),
                DeviceToken(
                    "hatenabookmark", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; HatenaBookmark/3.2; +https://bookmark.example/about)"),
                DeviceToken(
                    "outbrain", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; Outbrain Recommend/2.1; +https://widgets.example.org/about)"),
                DeviceToken("bitlybot", .anywhere, .bot(.preview), example: "bitlybot/3.0 (+http://bit.ly/)"),
                DeviceToken(
                    "notionembedder", .anywhere, .bot(.preview), example: "Mozilla/5.0 (compatible; NotionEmbedder/1.0)"
                ),
                DeviceToken(
                    "tweetmemebot", .anywhere, .bot(.preview),
                    example:
                        "Mozilla/5.0 (TweetmemeBot/4.0; +https://www.datasift.com/about/our-bot) Gecko/20100101 Firefox/31.1"
                ),
                DeviceToken("notion/", .agentStart, .bot(.preview), example: "Notion/1.0 (https://notion.so)"),
                DeviceToken(
                    "hatena", .wordStart, .bot(.preview), example: "Hatena Antenna/0.5 (http://a.hatena.ne.jp/help)"),
                DeviceToken(
                    "nextcloud server", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (Linux) Nextcloud Server Crawler"),
                DeviceToken("trello-", .anywhere, .bot(.preview), example: "Trello-attachments/1.0"),
                DeviceToken("asana", .anywhere, .bot(.preview), example: "AsanaLinkPreview/1.0"),
                DeviceToken(
                    "paperlibot", .anywhere, .bot(.preview),
                    example:
                        "Mozilla/5.0 (compatible; PaperLiBot/2.1; https://support.paper.li/entries/20023257-what-is-paper-li)"
                ),
                DeviceToken(
                    "tweetedtimes", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; TweetedTimes Bot/1.0; +http://tweetedtimes.com)"),
                DeviceToken("nuzzel", .anywhere, .bot(.preview), example: "Nuzzel"),
                DeviceToken(
                    "showyoubot", .anywhere, .bot(.preview), example: "ShowyouBot (http://showyou.com/crawler)"),
                DeviceToken(
                    "livelapbot", .anywhere, .bot(.preview),
                    example: "LivelapBot/0.3 (https://www.site.livelap.com/about/our-bot)"),
                DeviceToken(
                    "everyonesocial", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; EveryoneSocialBot/1.0; support@everyonesocial.com)"),
                DeviceToken("shortlinktranslate", .anywhere, .bot(.preview), example: "ShortLinkTranslate/1.0"),
                DeviceToken(
                    "goodreads", .anywhere, .bot(.preview),
                    example: "Mozilla/5.1 (compatible; Goodreads; +https://www.goodreads.com/about/our-bot)"),
                DeviceToken(
                    "jetslide", .anywhere, .bot(.preview),
                    example: "Mozilla/5.1 (compatible; Jetslide; +https://www.jetsli.de/about/our-bot)"),
                DeviceToken("basecamp (", .agentStart, .bot(.preview), example: "Basecamp (https://basecamp.com)"),
                DeviceToken(
                    "ghost(http", .anywhere, .bot(.preview), example: "Ghost(https://github.com/TryGhost/Ghost)"),
            ]),
        TokenGroup(
            from: .ownNames("Fediverse servers, which preview posted links"),
            [
                DeviceToken(
                    "mastodon/", .anywhere, .bot(.preview),
                    example: "http.rb/5.1.1 (Mastodon/4.2.0; +https://mastodon.social/) Bot"),
                DeviceToken(
                    "friendica", .anywhere, .bot(.preview),
                    example: "Friendica 'Giant Rhubarb' 2022.12-1505; https://social.example"),
                DeviceToken("misskey/", .anywhere, .bot(.preview), example: "Misskey/13.10.0 (https://social.example)"),
                DeviceToken(
                    "pleroma", .anywhere, .bot(.preview),
                    example: "Pleroma 2.5.0; https://social.example <admin@social.example>"),
                DeviceToken(
                    "fedilist", .anywhere, .bot(.preview), example: "FediList Agent/3 (https://fedilist.example/)"),
                DeviceToken(
                    "akkoma", .anywhere, .bot(.preview),
                    example: "Akkoma 3.10.0; https://social.example <admin@social.example>"
                ),
                DeviceToken("lemmy/", .anywhere, .bot(.preview), example: "Lemmy/0.19.0; +https://lemmy.example"),
                DeviceToken("kbin", .anywhere, .bot(.preview), example: "kbinBot/0.10 (+https://kbin.example/agent)"),
                DeviceToken("hubzilla", .anywhere, .bot(.preview), example: "Hubzilla 8.8 (https://hub.example)"),
                DeviceToken(
                    "diaspora", .anywhere, .bot(.preview),
                    example: "diaspora-connection-tester (https://diaspora.example)"),
                DeviceToken("peertube", .anywhere, .bot(.preview), example: "PeerTube/5.2.1 (+https://video.example)"),
                DeviceToken("pixelfed", .anywhere, .bot(.preview), example: "(Pixelfed/0.11.9; +https://pix.example)"),
                DeviceToken(
                    "gnu social", .anywhere, .bot(.preview), example: "GNU social/2.0.2 (https://social.example)"),
                DeviceToken(
                    "gotosocial", .anywhere, .bot(.preview), example: "gotosocial/0.13.0 (+https://social.example)"),
                DeviceToken("activitypub", .anywhere, .bot(.preview), example: "activitypub-client/1.0"),
                DeviceToken(
                    "mobilizon", .anywhere, .bot(.preview), example: "Mobilizon/4.0.0 (https://events.example)"),
                DeviceToken("bookwyrm", .anywhere, .bot(.preview), example: "BookWyrm/0.7.0; +https://books.example"),
                DeviceToken(
                    "wildebeest", .anywhere, .bot(.preview), example: "Wildebeest/1.0 (+https://social.example)"),
                DeviceToken("calckey", .anywhere, .bot(.preview), example: "Calckey/14.0.0 (https://social.example)"),
                DeviceToken("firefish", .anywhere, .bot(.preview), example: "Firefish/1.0.4 (https://social.example)"),
                DeviceToken("sharkey", .anywhere, .bot(.preview), example: "Sharkey/2023.11 (https://social.example)"),
                DeviceToken("writefreely", .anywhere, .bot(.preview), example: "WriteFreely/0.13.2"),
                DeviceToken("socialhub", .anywhere, .bot(.preview), example: "SocialHub/1.0"),
            ]),
        TokenGroup(
            from: .ownNames("words for link previews, unfurling and resolving"),
            [
                DeviceToken("link_thumbnailer", .anywhere, .bot(.preview), example: "Ruby, link_thumbnailer/1.0"),
                DeviceToken(
                    "opengraph", .anywhere, .bot(.preview),
                    example: "Mozilla/5.0 (compatible; OpenGraph.io/1.1; +https://opengraph.io/)"),
                DeviceToken("open graph", .anywhere, .bot(.preview), example: "OpenGraphCheck Open Graph/1.0"),
                DeviceToken("oembed", .anywhere, .bot(.preview), example: "OEmbed/1.0"),
                DeviceToken(
                    "unfurl", .anywhere, .bot(.preview), example: "ExampleChat-Unfurl/0.3 (https://example.org)"),
                DeviceToken("social-media", .anywhere, .bot(.preview), example: "social-media-share/1.0"),
                DeviceToken("mediafetcher", .anywhere, .bot(.preview), example: "MediaFetcher/1.0"),
                DeviceToken("preview/", .anywhere, .genericBot(.preview), example: "ExampleChatPreview/1.2"),
                DeviceToken("previewer", .anywhere, .genericBot(.preview), example: "Example Page Previewer 2"),
                DeviceToken("preview bot", .anywhere, .genericBot(.preview), example: "Example Preview Bot 1.4"),
                DeviceToken("linkpreview", .anywhere, .bot(.preview), example: "ExampleLinkPreviews/1.2"),
                DeviceToken("link preview", .anywhere, .bot(.preview), example: "Example Link Preview 1.2"),
                DeviceToken("urlpreview", .anywhere, .bot(.preview), example: "ExampleURLPreviews 1.2"),
                DeviceToken("url preview", .anywhere, .bot(.preview), example: "Example URL Preview Service 1.2"),
                DeviceToken("urlexpand", .anywhere, .bot(.preview), example: "Example URLExpander/0.4"),
                DeviceToken("expandurl", .anywhere, .bot(.preview), example: "Example ExpandURL/0.4"),
                DeviceToken("onebox", .wordStart, .bot(.preview), example: "Discourse Forum Onebox v3.1.0"),
                DeviceToken(
                    "metainspector", .anywhere, .bot(.preview),
                    example: "MetaInspector/5.15.0 (+https://github.com/metainspector/metainspector)"),
                DeviceToken(
                    "contentfetch", .wordEnd, .bot(.preview), example: "SubstackContentFetch/1.0 (substack.com)"),
                DeviceToken("og-reader", .anywhere, .bot(.preview), example: "kakaostory-og-reader/1.0"),
                DeviceToken("ogcrawler", .anywhere, .bot(.preview), example: "worksogcrawler/1.0"),
                DeviceToken("og-crawler", .anywhere, .bot(.preview), example: "Example-OG-Crawler/1.0"),
                DeviceToken("urlresolver", .anywhere, .bot(.preview), example: "ExampleURLResolver/0.3"),
                DeviceToken("url resolver", .anywhere, .bot(.preview), example: "Example URL Resolver 2"),
                DeviceToken("linkresolver", .anywhere, .bot(.preview), example: "ExampleLinkResolver/0.3"),
                DeviceToken("link resolver", .anywhere, .bot(.preview), example: "Example Link Resolver 2"),
                DeviceToken("unshorten", .anywhere, .bot(.preview), example: "example-url-unshortener/4"),
                DeviceToken("link-preview", .anywhere, .bot(.preview), example: "example-link-previews/4"),
                DeviceToken("url-preview", .anywhere, .bot(.preview), example: "example-url-previews/4"),
                DeviceToken("metascraper", .anywhere, .bot(.preview), example: "example-metascraper/5.2"),
            ]),
        TokenGroup(
            from: .ownNames("image proxies of mail and messaging services"),
            [
                DeviceToken("github-camo", .anywhere, .bot(.preview), example: "github-camo (876de43e)"),
                DeviceToken(
                    "image proxy", .anywhere, .bot(.preview),
                    example: "HootSuite Image proxy (hosting@hootsuite.com)/1.0"),
                DeviceToken("camo/", .wordStart, .bot(.preview), example: "Camo/1.0 (+https://github.com/atmos/camo)"),
                DeviceToken(
                    "camo asset proxy", .anywhere, .bot(.preview), example: "Camo Asset Proxy 2.1.4"),
                DeviceToken("fastmailua", .anywhere, .bot(.preview), example: "FastmailUA/2.0 (+https://mail.example)"),
                DeviceToken("mailproxy", .anywhere, .bot(.preview), example: "ExampleMailProxy/1.2"),
                DeviceToken("mail proxy", .anywhere, .bot(.preview), example: "Example! Mail Proxy 2"),
                DeviceToken("imgproxy", .anywhere, .bot(.preview), example: "example-imgproxy/3"),
                DeviceToken("image-proxy", .anywhere, .bot(.preview), example: "example-image-proxy"),
            ]),
        TokenGroup(
            from: .snapRobots,
            [
                DeviceToken("snapchatads", .anywhere, .bot(.preview), example: "SnapchatAds/1.0"),
                DeviceToken(
                    "snapchat.", .wordStart, .bot(.preview),
                    example:
                        "Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat.com; https://developers.snap.com/robots)"
                ),
            ]),
    ]
}
