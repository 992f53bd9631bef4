extension TokenTable {
    /// Words in names of bots, and the URLs in their agents.
    static let botWords: [TokenGroup] = [
        TokenGroup(
            from: .ownNames("robots: the words in their names"),
            [
                DeviceToken(
                    "bot", .wordEnd, .genericBot(.other),
                    example: "Mozilla/5.0 (compatible; ExampleBot/1.0; +https://example.org/bot)"),
                DeviceToken(
                    "crawl", .anywhere, .genericBot(.other), example: "ExampleCrawler/2.1 (crawler@example.org)"),
                DeviceToken("spider", .anywhere, .genericBot(.other), example: "Example Spider/0.9"),
                DeviceToken("scraper", .anywhere, .genericBot(.other), example: "ExampleScraper/0.9"),
                DeviceToken("fetcher", .anywhere, .genericBot(.other), example: "ExampleFetcher/0.9"),
                DeviceToken("robot", .wordStart, .genericBot(.other), example: "example robot/0.9"),
                DeviceToken(
                    "bot/", .anywhere, .sign(.botVersion),
                    example: "Mozilla/5.0 (compatible; ExampleBot/1.0; +https://example.org/bot)"),
            ]),
        TokenGroup(
            from: .robotWriters,
            [
                DeviceToken(
                    "+http", .anywhere, .sign(.plusAddress), example: "ExampleThing/1.0 (+https://example.org/about)"),
                DeviceToken(
                    "http://", .anywhere, .sign(.webAddress),
                    example: "Mozilla/5.0 (X11; Linux x86_64) ExampleShot/1.2 (http://example.org/about)"),
                DeviceToken(
                    "https://", .anywhere, .sign(.webAddress),
                    example:
                        "Mozilla/5.0 (Windows NT 10.0) Chrome/99.0 Safari/537.36 ExampleShot/1.2 (https://example.org/about)"
                ),
                DeviceToken(
                    "http://", .anywhere, .sign(.address), example: "ExampleThing/1.0 (http://example.org/about)"),
                DeviceToken(
                    "https://", .anywhere, .sign(.address), example: "ExampleThing/1.0 (https://example.org/about)"),
                DeviceToken("www.", .wordStart, .sign(.address), example: "ExampleThing/1.0 (www.example.org)"),
                DeviceToken(".com", .wordEnd, .sign(.address), example: "example.com"),
                DeviceToken(".net", .wordEnd, .sign(.address), example: "example.net"),
                DeviceToken(".org", .wordEnd, .sign(.address), example: "example.org"),
                DeviceToken(".io", .wordEnd, .sign(.address), example: "Keydrop.io/1.0"),
                DeviceToken("@", .anywhere, .sign(.mail), example: "ExampleThing/1.0 (someone at@example.test)"),
            ]),
        TokenGroup(
            from: .ownNames("browser automation: additions to the browser's agent"),
            [
                DeviceToken(
                    "khtml, like gecko; ", .anywhere, .sign(.browserGuise),
                    example:
                        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Example/1.2) Chrome/99.0 Safari/537.36"
                ),
                DeviceToken(
                    ".36; ", .anywhere, .sign(.addition),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/99.0 Safari/537.36; Example-Robotics/1.2"
                ),
            ]),
    ]

    /// Words for tasks that programs perform on pages automatically. They do not occur in names of user-facing apps.
    static let robotTasks = [
        TokenGroup(
            from: .ownNames("page readers: words for their purpose in their names"),
            ["analyzer", "analyser", "extractor", "harvest", "resolver"].map { task($0, .other) }),
        TokenGroup(
            from: .ownNames("tools that expand shortened links"), [task("expander", .preview)]),
        TokenGroup(from: .ownNames("page indexers"), [task("indexer", .search)]),
        TokenGroup(
            from: .ownNames("scanners of many sites for vulnerabilities or malware"),
            [task("scanning", .scanner), task("sniffer", .scanner)]
                + [DeviceToken("-scan", .wordEnd, .genericBot(.scanner), example: "example-content-scan")]),
        TokenGroup(
            from: .ownNames("system services that check the network connection"), [task("diagnostics", .monitor)]),
        // WebKit's agent ends the parenthesis there; only programs that drive it add text.
        TokenGroup(
            from: .ownNames("browser automation: additions to the browser's agent"),
            [
                DeviceToken(
                    "khtml, like gecko; ", .anywhere, .genericBot(.other),
                    example: "Mozilla/5.0 (en-us) AppleWebKit/537.36 (KHTML, like Gecko; Example Render) Safari/537.36")
            ]),
    ]

    private static func task(_ word: String, _ kind: BotKind) -> DeviceToken {
        DeviceToken(word, .anywhere, .genericBot(kind), example: "Example \(word)/1.2")
    }

    /// Versions of current browsers followed by `compatible`. In old agents the word follows `Mozilla/4.0` and
    /// similar, which end in a zero.
    static let compatibleVersions = TokenGroup(
        from: .ownNames("browser automation: additions to the browser's agent"),
        (1...9).map { digit in
            DeviceToken(
                "\(digit) (compatible;", .anywhere, .sign(.browserGuise),
                example:
                    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Safari/\(digit).\(digit) (compatible; Example/1.2)")
        })

    /// Words typical of bots, which count only if nothing else indicates a device.
    static let tradeWords = TokenGroup(
        from: .ownNames("unattended programs: words for their purpose in their names"),
        [
            "tool", "hook", "index", "archiv", "apache", "check", "link", "search", "fetch", "site", "agent", "analy",
            "url", "scan", "valid", "monitor", "favicon", "seo", "service", "thumb", "proxy", "verif", "parser",
            "harvest", "probe", "wordpress", "image", "test", "security", "cdn", "cert", "audit", "export", "import",
            "extract", "fuzz", "netty", "repo", "admin", "email", "aggregat", "detect", "diag", "gateway", "soap",
            "ssl", "synthetic", "worker", "discovery", "xml", "domain", "http", "rss feed",
        ].map { DeviceToken($0, .anywhere, .sign(.loneWord), example: "Example\($0)/1.2") })

    /// Documented words that count only if nothing else indicates a device: Maven uses one for development builds, Meta the
    /// other for traffic from outside of its apps.
    static let documentedWords = [
        TokenGroup(
            from: .document(
                vendor: "Apache", title: "Maven Getting Started Guide: What is a SNAPSHOT version?",
                address: "https://maven.apache.org/guides/getting-started/index.html"),
            [DeviceToken("-snapshot", .wordEnd, .sign(.loneWord), example: "Example/0.11.1-SNAPSHOT")]),
        TokenGroup(
            from: .meta,
            [DeviceToken("external", .anywhere, .sign(.loneWord), example: "example-externalthing/1.1")]),
    ]

    /// Players, podcast apps and feed readers, which fetch media and feeds on behalf of users.
    static let listeners: [TokenGroup] = [
        TokenGroup(
            from: .ownNames("players, podcast apps and feed readers: words in their names"),
            [
                DeviceToken("pod", .anywhere, .sign(.listener), example: "ExamplePodcastApp/1.0 (https://example.org)"),
                DeviceToken("audio", .anywhere, .sign(.listener), example: "Exampleaudiobooks (+https://example.org)"),
                DeviceToken("fm", .word, .sign(.listener), example: "Example FM/2.0 (+https://example.org)"),
                DeviceToken("player", .anywhere, .sign(.listener), example: "ExamplePlayer/1.0 (https://example.org)"),
                DeviceToken(
                    "rss reader", .anywhere, .sign(.listener), example: "Example (RSS Reader; https://example.org/)"),
                DeviceToken("torrent", .anywhere, .sign(.listener), example: "qBittorrent/4.5.2 (www.qbittorrent.org)"),
                DeviceToken("radio", .anywhere, .sign(.listener), example: "Example Radio/1.0 (https://example.org)"),
                DeviceToken(
                    "browser", .anywhere, .sign(.listener), example: "Example Browser/1.2 (http://www.example.org)"),
                DeviceToken("music", .anywhere, .sign(.listener), example: "ExampleMusic/1.0 (https://example.org)"),
                DeviceToken(
                    "stream", .anywhere, .sign(.listener), example: "ExampleStreamer/1.0 (https://example.org)"),
                DeviceToken("itunes", .anywhere, .sign(.listener), example: "iTunes/8.1 (https://example.org)"),
                DeviceToken("lavf", .wordStart, .sign(.listener), example: "Lavf/60.3.100 (https://example.org)"),
                DeviceToken("libmpv", .wordStart, .sign(.listener), example: "libmpv https://example.org"),
                DeviceToken(
                    "thunderbird", .anywhere, .sign(.listener), example: "Mozilla/5.0 (rv:91) Thunderbird/91.3.1"),
                DeviceToken("cast", .anywhere, .sign(.listener), example: "Examplecast/1.4 (https://example.org)"),
                DeviceToken("tune", .anywhere, .sign(.listener), example: "ExampleTunes/1.4 (https://example.org)"),
                DeviceToken("song", .anywhere, .sign(.listener), example: "ExampleSongs/1.4 (https://example.org)"),
                DeviceToken("listen", .anywhere, .sign(.listener), example: "ListenExample/1.4 (https://example.org)"),
                DeviceToken(
                    "episode", .anywhere, .sign(.listener), example: "Example Episodes/1.4 (https://example.org)"),
                DeviceToken("elinks", .wordStart, .sign(.listener), example: "ELinks/0.17.0 (textmode; Linux)"),
                DeviceToken("lynx", .wordStart, .sign(.listener), example: "Lynx/2.8.9rel.1 (https://lynx.example)"),
                DeviceToken("libvlc", .wordStart, .sign(.listener), example: "Example_VLC/3.0.14 LibVLC/3.0.14"),
            ])
    ]

    /// Players that are available for only one system, according to Google Play and the App Store. Their agents need not name
    /// the system.
    static let playersOfOneSystem: [TokenGroup] = [
        TokenGroup(
            from: .ownNames("players, podcast apps and feed readers for Android only"),
            [
                "antennapod", "beyondpod", "podcast addict", "podcast republic", "podcatcher deluxe", "podkicker",
                "doggcatcher",
            ].map { DeviceToken($0, .wordStart, .sign(.android), example: "\($0)/4.2") }),
        TokenGroup(
            from: .ownNames("players, podcast apps and feed readers for iPhone and iPad only"),
            ["castro ", "castro/", "icatcher", "rssradio", "rss_radio"].map {
                DeviceToken($0, .wordStart, .sign(.ios), example: "\($0)4.2")
            }),
    ]

    /// Words for media, and names of well-known players.
    static let playerNames = TokenGroup(
        from: .ownNames("players, podcast apps and feed readers: words in their names"),
        [
            "sound", "video", "mp3", "karaoke", "playlist", "itube", "spotify", "deezer", "tidal", "pandora", "iheart",
            "sonos",
            "winamp", "rhythmbox", "amarok", "clementine", "banshee", "foobar", "qmmp", "mopidy", "kodi", "jellyfin",
            "plex",
            "emby", "airsonic", "netnewswire", "reeder", "newsfire",
        ].map { name in
            DeviceToken(name, .wordStart, .sign(.listener), example: "\(name)/1.2 (https://\(name).example)")
        })
}
