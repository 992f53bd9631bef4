extension TokenTable {
    /// Clients that fetch a page to show a preview of a link.
    static let previews: [DeviceToken] = [
        DeviceToken(
            "facebookexternalhit", .anywhere, .bot(.preview),
            example: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"),
        DeviceToken("facebookexternalua", .anywhere, .bot(.preview), example: "facebookexternalua"),
        DeviceToken("facebookcatalog", .anywhere, .bot(.preview), example: "facebookcatalog/1.0"),
        DeviceToken("facebot", .anywhere, .bot(.preview), example: "Facebot/1.0"),
        DeviceToken("twitterbot", .anywhere, .bot(.preview), example: "Twitterbot/1.0"),
        DeviceToken(
            "linkedinbot", .anywhere, .bot(.preview),
            example: "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)"),
        DeviceToken(
            "slackbot", .anywhere, .bot(.preview), example: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"
        ),
        DeviceToken(
            "slack-imgproxy", .anywhere, .bot(.preview), example: "Slack-ImgProxy (+https://api.slack.com/robots)"),
        DeviceToken(
            "discordbot", .anywhere, .bot(.preview),
            example: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"),
        DeviceToken("telegrambot", .anywhere, .bot(.preview), example: "TelegramBot (like TwitterBot)"),
        DeviceToken("whatsapp/", .agentStart, .bot(.preview), example: "WhatsApp/2.23.20.0 A"),
        DeviceToken(
            "skypeuripreview", .anywhere, .bot(.preview),
            example: "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5"),
        DeviceToken(
            "microsoftpreview", .anywhere, .bot(.preview),
            example: "Mozilla/5.0 (compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview)"),
        DeviceToken(
            "bingpreview", .anywhere, .bot(.preview),
            example: "Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b"),
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
                "Mozilla/5.0 (Windows NT 6.1; rv:6.0) Gecko/20110814 Firefox/6.0 Google (+https://developers.google.com/+/web/snippet/)"
        ),
        DeviceToken("pinterest/0.", .agentStart, .bot(.preview), example: "Pinterest/0.2 (+http://www.pinterest.com/)"),
        DeviceToken(
            "pinterestbot", .anywhere, .bot(.preview),
            example: "Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)"),
        DeviceToken(
            "redditbot", .anywhere, .bot(.preview),
            example: "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)"),
        DeviceToken(
            "vkshare", .anywhere, .bot(.preview), example: "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)"
        ),
        DeviceToken("viber", .agentStart, .bot(.preview), example: "Viber/13.3.0"),
        DeviceToken(
            "kakaotalk-scrap", .anywhere, .bot(.preview),
            example: "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/"),
        DeviceToken("line-poker", .anywhere, .bot(.preview), example: "facebookexternalhit/1.1;line-poker/1.0"),
        DeviceToken(
            "snap url preview", .anywhere, .bot(.preview),
            example:
                "Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)"),
        DeviceToken(
            "iframely", .anywhere, .bot(.preview), example: "Iframely/1.3.1 (+https://iframely.com/docs/about)"),
        DeviceToken(
            "embedly", .anywhere, .bot(.preview),
            example: "Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)"),
        DeviceToken(
            "quora link preview", .anywhere, .bot(.preview), example: "Quora Link Preview/1.0 (http://www.quora.com)"),
        DeviceToken(
            "yahoo link preview", .anywhere, .bot(.preview),
            example: "Mozilla/5.0 (compatible; Yahoo Link Preview; https://help.yahoo.com/kb/mail/)"),
        DeviceToken(
            "flipboardproxy", .anywhere, .bot(.preview),
            example: "Mozilla/5.0 (compatible; FlipboardProxy/1.2; +http://flipboard.com/browserproxy)"),
        DeviceToken(
            "hatenabookmark", .anywhere, .bot(.preview), example: "HatenaBookmark/4.0 (Hatena::Bookmark; Analyzer)"),
        DeviceToken(
            "steamchaturllookup", .anywhere, .bot(.preview), example: "Valve/Steam HTTP Client 1.0 (SteamChatURLLookup)"
        ),
        DeviceToken("outbrain", .anywhere, .bot(.preview), example: "Mozilla/5.0 (Java) outbrain"),
        DeviceToken("bitlybot", .anywhere, .bot(.preview), example: "bitlybot/3.0 (+http://bit.ly/)"),
        DeviceToken("tumblr/", .anywhere, .bot(.preview), example: "Tumblr/14.0.835.186"),
        DeviceToken(
            "mastodon/", .anywhere, .bot(.preview),
            example: "http.rb/5.1.1 (Mastodon/4.2.0; +https://mastodon.social/) Bot"),
        DeviceToken(
            "bluesky cardyb", .anywhere, .bot(.preview),
            example: "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)"),
        DeviceToken(
            "zoombot", .anywhere, .bot(.preview), example: "Mozilla/5.0 (compatible; ZoomBot/1.0; +https://zoom.us)"),
        DeviceToken(
            "notionembedder", .anywhere, .bot(.preview), example: "Mozilla/5.0 (compatible; NotionEmbedder/1.0)"),
        DeviceToken("link_thumbnailer", .anywhere, .bot(.preview), example: "Ruby, link_thumbnailer"),
        DeviceToken(
            "tweetmemebot", .anywhere, .bot(.preview),
            example: "Mozilla/5.0 (TweetmemeBot/4.0; +http://datasift.com/bot.html) Gecko/20100101 Firefox/31.0"),
        DeviceToken("linkpreview", .anywhere, .bot(.preview), example: "LinkPreview/1.0"),
        DeviceToken("link preview", .anywhere, .bot(.preview), example: "Example Link Preview/2.0"),
        DeviceToken("synapse", .agentStart, .bot(.preview), example: "Synapse/1.98.0"),
        DeviceToken("rocket.chat", .anywhere, .bot(.preview), example: "Mozilla/5.0 (compatible; Rocket.Chat/6.0)"),
        DeviceToken("mattermost", .anywhere, .bot(.preview), example: "Mattermost-Bot/1.1"),
        DeviceToken("xing-contenttabreceiver", .anywhere, .bot(.preview), example: "XING-contenttabreceiver/2.0"),
        DeviceToken(
            "google-http-java-client", .agentStart, .bot(.preview), example: "Google-HTTP-Java-Client/1.17.0-rc (gzip)"),
    ]
}
