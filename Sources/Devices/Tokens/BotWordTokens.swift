extension TokenTable {
    /// Words that bots have in their names, and addresses that they give.
    static let botWords: [DeviceToken] = [
        DeviceToken(
            "bot", .wordEnd, .genericBot(.other),
            example: "Mozilla/5.0 (compatible; ExampleBot/1.0; +https://example.org/bot)"),
        DeviceToken("crawl", .anywhere, .genericBot(.other), example: "ExampleCrawler/2.1 (crawler@example.org)"),
        DeviceToken("spider", .anywhere, .genericBot(.other), example: "Example Spider/0.9"),
        DeviceToken("scraper", .anywhere, .genericBot(.other), example: "ExampleScraper/0.9"),
        DeviceToken("fetcher", .anywhere, .genericBot(.other), example: "ExampleFetcher/0.9"),
        DeviceToken("robot", .wordStart, .genericBot(.other), example: "example robot/0.9"),
        DeviceToken("+http", .anywhere, .genericBot(.other), example: "ExampleAgent/1.0 (+https://example.org/about)"),
        DeviceToken("http://", .anywhere, .genericBot(.other), example: "ExampleAgent/1.0 (http://example.org/about)"),
        DeviceToken(
            "https://", .anywhere, .genericBot(.other), example: "ExampleAgent/1.0 (https://example.org/about)"),
        DeviceToken("www.", .wordStart, .genericBot(.other), example: "ExampleAgent/1.0 (www.example.org)"),
    ]
}
