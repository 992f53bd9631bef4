extension TokenTable {
    /// Other automatic clients with names that do not say so.
    static let otherBots: [DeviceToken] = [
        DeviceToken("aasa-bot", .anywhere, .bot(.other), example: "AASA-Bot/1.0.0"),
        DeviceToken("nutch", .anywhere, .bot(.other), example: "Apache-Nutch/1.19"),
        DeviceToken("superfeedr", .anywhere, .bot(.other), example: "Superfeedr bot/2.0 http://superfeedr.com"),
        DeviceToken("feedburner", .anywhere, .bot(.other), example: "FeedBurner/1.0 (http://www.FeedBurner.com)"),
        DeviceToken(
            "feedly", .anywhere, .bot(.other),
            example: "Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)"),
        DeviceToken(
            "inoreader", .anywhere, .bot(.other), example: "Mozilla/5.0 (compatible; inoreader.com; 2 subscribers)"),
        DeviceToken("magpierss", .anywhere, .bot(.other), example: "MagpieRSS/0.72 (+http://magpierss.sf.net)"),
        DeviceToken(
            "simplepie", .anywhere, .bot(.other),
            example: "SimplePie/1.8.0 (Feed Parser; http://simplepie.org; Allow like Gecko) Build/1692192000"),
        DeviceToken("wordpress", .anywhere, .bot(.other), example: "WordPress/6.3.1; https://example.com"),
        DeviceToken(
            "heritrix", .anywhere, .bot(.other),
            example: "Mozilla/5.0 (compatible; heritrix/3.3.0 +http://www.example.org)"),
        DeviceToken("httrack", .anywhere, .bot(.other), example: "Mozilla/4.5 (compatible; HTTrack 3.0x; Windows 98)"),
        DeviceToken("bubing", .anywhere, .bot(.other), example: "BUbiNG (+http://law.di.unimi.it/BUbiNG.html)"),
        DeviceToken(
            "teoma", .anywhere, .bot(.other),
            example: "Mozilla/2.0 (compatible; Ask Jeeves/Teoma; +http://sp.ask.com/docs/about/tech_crawling.html)"),
    ]
}
