extension TokenTable {
    /// Browsers and engines that imply other facts.
    static let browsers: [TokenGroup] = [
        TokenGroup(
            from: .httpSemantics,
            [
                DeviceToken(
                    "mozilla/", .anywhere, .sign(.mozilla),
                    example:
                        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "mozilla/5.", .anywhere, .sign(.mozilla5),
                    example: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
                ),
                DeviceToken(
                    "compatible", .anywhere, .sign(.compatible),
                    example: "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)"),
            ]),
        TokenGroup(
            from: .ownNames("browser engines"),
            [
                DeviceToken(
                    "gecko", .anywhere, .sign(.engine),
                    example: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
                ),
                DeviceToken(
                    "webkit", .anywhere, .sign(.engine),
                    example: "Mozilla/5.0 (ExampleBox) WebKit/537.36"),
                DeviceToken(
                    "khtml", .anywhere, .sign(.engine),
                    example: "Mozilla/5.0 (ExampleBox) KHTML/4.5.5"),
                DeviceToken(
                    "presto", .anywhere, .sign(.engine),
                    example: "Mozilla/5.0 (ExampleBox; U; en) Presto/2.10.287"),
                DeviceToken(
                    "netfront", .anywhere, .sign(.engine),
                    example: "Mozilla/5.0 (ExampleBox; U; en) NetFront/3.5 Example/2.4"),
                DeviceToken(
                    "applewebkit", .anywhere, .sign(.appleWebKit),
                    example:
                        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "safari", .anywhere, .sign(.safari),
                    example:
                        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
                ),
            ]),
        TokenGroup(
            from: .chromeUserAgent,
            [
                DeviceToken(
                    "crios/", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1"
                )
            ]),
        TokenGroup(
            from: .firefoxUserAgent,
            [
                DeviceToken(
                    "fxios/", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15"
                ),
                DeviceToken(
                    "focus/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Focus/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "klar/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Klar/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "rocket/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Rocket/12.1 Mobile Safari/537.36"
                ),
            ]),
        TokenGroup(
            from: .operaUserAgent,
            [
                DeviceToken(
                    "opios/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 10_3 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) OPiOS/14.0.0.104835 Mobile/14E277 Safari/9537.53"
                ),
                DeviceToken(
                    "opr/", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 OPR/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "opt/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 OPT/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "opx/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 OPX/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "coast/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Coast/12.1 Mobile Safari/537.36"
                ),
            ]),
        TokenGroup(
            from: .silkUserAgent,
            [
                DeviceToken(
                    "silk/", .anywhere, .sign(.silk),
                    example:
                        "Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/108.4.6 like Chrome/108.0.5359.160 Safari/537.36"
                ),
                DeviceToken(
                    "silk/", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Silk/12.1 Mobile Safari/537.36"
                ),
            ]),
        TokenGroup(
            from: .ownNames("phones and apps with names that end like those of bots"),
            [
                DeviceToken(
                    "cubot", .anywhere, .sign(.notBot),
                    example:
                        "Mozilla/5.0 (Linux; Android 9; CUBOT X19 Build/PPR1.180610.011; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "tweetbot", .wordStart, .sign(.notBot),
                    example: "Tweetbot/53300 (build:4711) CFNetwork/1335.0.3 Darwin/21.6.1"),
            ]),
        TokenGroup(
            from: .ownNames("browsers before 2010, and gateways that rewrite agents"),
            [
                DeviceToken(
                    "konqueror", .anywhere, .sign(.oldBrowser),
                    example:
                        "Mozilla/5.0 (compatible; Konqueror/3.5; Linux 2.6.22; X11; ppc; de, en) KHTML/3.5.8 (like Gecko)"
                ),
                DeviceToken(
                    "dillo", .wordStart, .sign(.oldBrowser),
                    example: "Mozilla/4.0 (compatible; Dillo 3.1; ExampleBar 2.1)"),
                DeviceToken(
                    "wap browser", .anywhere, .sign(.oldBrowser),
                    example: "Mozilla/4.0 (compatible; WAP Browser 2.1; MTK6223; Example M220)"),
                DeviceToken(
                    "cellphone", .anywhere, .sign(.oldBrowser),
                    example: "Mozilla/1.22 (compatible; MMEF20; CellPhone; Example)"
                ),
                DeviceToken(
                    "syllable", .anywhere, .sign(.oldBrowser),
                    example: "Mozilla/5.0 (compatible; U; ABrowse 0.6;  Syllable)"),
                DeviceToken(
                    "hp web", .wordStart, .sign(.oldBrowser),
                    example: "Mozilla/3.0 (compatible; HP Web PrintSmart 04b0 1.0.1.35; ExampleBar 2.1)"),
            ]),
        TokenGroup(
            from: .internetExplorer,
            [
                DeviceToken(
                    "trident/", .anywhere, .sign(.oldBrowser),
                    example: "Mozilla/5.0 (Windows NT 6.3; ARM64; Trident/7.0; rv:11.0) like Gecko"),
                DeviceToken(
                    "msie", .anywhere, .sign(.oldBrowser),
                    example: "Mozilla/4.0 (compatible; MSIE 6.0; Windows 98; ExampleBar 2.1)"),
                DeviceToken(
                    "(compatible; opera", .anywhere, .sign(.oldBrowser), example: "Mozilla/4.0 (compatible; Opera 5.0)"),
            ]),
        TokenGroup(
            from: .ownNames("browsers: product tokens"),
            [
                DeviceToken(
                    "ucbrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 UCBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "quark/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Quark/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "mqqbrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 MQQBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "yabrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 YaBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "duckduckgo/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 DuckDuckGo/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "ddg/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Ddg/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "brave/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Brave/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "puffin/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Puffin/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "sogoumobilebrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 SogouMobileBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "sogoumse", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 SogouMSE/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "mercury/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Mercury/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "ecosia", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Ecosia/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "aloha", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 AlohaBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "phx/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 PHX/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "phoenix/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Phoenix/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "whale/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Whale/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "vivaldi/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Vivaldi/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "yowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Yowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "maxthon", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Maxthon/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "mxios", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 MXiOS/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "dolphin", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Dolphin/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "360 aphone browser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 360 Aphone Browser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "baidubrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 BaiduBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "bidubrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 BIDUBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "achetahi", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 ACHETAHI/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "acheetahi", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 ACHEETAHI/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "snowhaze", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 SnowHaze/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "ghostery", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Ghostery/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "cliqz", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Cliqz/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "kiwi", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Kiwi/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "flyperlink", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Flyperlink/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "stargon", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Stargon/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "yandexsearch", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 YandexSearch/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "browser", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; Android 4.4.2; LG-D802 Build/KOT49I) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 Mobile Safari/537.36  ExampleBrowser/2.0"
                ),
                DeviceToken(
                    "ucpro/", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; Android 4.4.2; LG-D802 Build/KOT49I) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/40.0.2214.89 Mobile Safari/537.36 UCPro/1.0.0.860"
                ),
                DeviceToken(
                    "uclite/", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; Android 4.4.2; LG-D802 Build/KOT49I) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/40.0.2214.89 Mobile Safari/537.36 UCLite/11.6.0.2"
                ),
                DeviceToken(
                    "sznprohlizec", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; Android 4.4.2; LG-D802 Build/KOT49I) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/61.0.3163.98 Mobile Safari/537.36 SznProhlizec/5.1.1a"
                ),
            ]),
        TokenGroup(
            from: .ownNames("browsers by phone manufacturers"),
            [
                DeviceToken(
                    "miuibrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 MiuiBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "huaweibrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 HuaweiBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "heytapbrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 HeyTapBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "mzbrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 MZBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "vivobrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 VivoBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "lebrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 LeBrowser/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "oppobrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 OppoBrowser/12.1 Mobile Safari/537.36"
                ),
            ]),
        TokenGroup(
            from: .samsungInternet,
            [
                DeviceToken(
                    "samsungbrowser", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 SamsungBrowser/12.1 Mobile Safari/537.36"
                )
            ]),
        TokenGroup(
            from: .edgeUserAgent,
            [
                DeviceToken(
                    "edga/", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 EdgA/12.1 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "edgios/", .wordStart, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 13; en-us; Example-1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0 EdgiOS/12.1 Mobile Safari/537.36"
                ),
            ]),
        TokenGroup(
            from: .ownNames(
                "browsers by some manufacturers on Android 4.4, whose engine version is that of a web view"),
            [
                DeviceToken(
                    "version/4.0 chrome/30.0.1599", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; Android 4.4.2; LG-D802 Build/KOT49I) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.1599 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "version/4.0 chrome/34.0.1847", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; Android 4.4.2; LG-D802 Build/KOT49I) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/34.0.1847 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "version/4.0 chrome/38.0.2125", .anywhere, .sign(.namedBrowser),
                    example:
                        "Mozilla/5.0 (Linux; Android 4.4.2; LG-D802 Build/KOT49I) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/38.0.2125 Mobile Safari/537.36"
                ),
            ]),
    ]
}
