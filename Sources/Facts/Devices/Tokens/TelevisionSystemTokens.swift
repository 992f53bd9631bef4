extension TokenTable {
    /// Operating systems of televisions.
    static let televisionSystems: [TokenGroup] = [
        TokenGroup(
            from: .webOSTV,
            [
                DeviceToken(
                    "web0s", .anywhere, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.37 WebAppManager"
                )
            ]),
        TokenGroup(
            from: .ownNames("Google TV and Chromecast"),
            [
                DeviceToken(
                    "googletv", .anywhere, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/534.24 (KHTML, like Gecko) Chrome/11.0.696.77 Large Screen Safari/534.24 GoogleTV/3.2 (ExampleBox X2)"
                ),
                DeviceToken(
                    "crkey", .anywhere, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.4147.38 Safari/537.36 CrKey/1.49.215504"
                ),
            ]),
        TokenGroup(
            from: .ownNames("Hisense televisions"),
            [
                DeviceToken(
                    "vidaa", .anywhere, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0 Safari/537.36 Model/Hisense-MSD6886 VIDAA/5.0(Hisense;SmartTV)"
                ),
                DeviceToken(
                    "odin/", .wordStart, .sign(.odin),
                    example:
                        "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0 Odin/88.4324.2.10 Safari/537.36 Model/Hisense-MT9602"
                ),
            ]),
        TokenGroup(
            from: .ownNames("names of television and box systems"),
            [
                DeviceToken(
                    "opentv", .anywhere, .sign(.tvSystem), example: "Mozilla/5.0 (Spyglass 3.0; OpenTV) Gecko/20081010"),
                DeviceToken(
                    "otvwebkit", .anywhere, .sign(.tvSystem),
                    example: "Mozilla/5.0 (otvwebkit; en; OpenTV Build/5.1.2) otvwebkit/533.1 (KHTML, like Gecko)"),
                DeviceToken(
                    "tivo", .wordStart, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (Linux ) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0 Safari/537.36 OPR/46.0 OMI/4.23 TiVoOS/1.0.0"
                ),
                DeviceToken(
                    "whaleos", .anywhere, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (X11;Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/107.0 Safari/537.36 Model/X (WHALEOS)"
                ),
                DeviceToken(
                    "whaletv/", .anywhere, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/102.0 Safari/537.36 Model/Example SignOn/2.0 WhaleTV/2.1"
                ),
                DeviceToken(
                    "tv store/", .anywhere, .sign(.tvSystem),
                    example:
                        "Opera/9.80 (Linux mips; Opera TV Store/6120; Example-BX210; U; de) Presto/2.12.407 Version/12.50"
                ),
                DeviceToken(
                    "webtv", .wordStart, .sign(.tvSystem),
                    example: "Mozilla/4.0 WebTV/2.6 (compatible; MSIE 4.1; ExampleBar 2.1)"),
                DeviceToken(
                    "viera", .wordStart, .sign(.tvSystem),
                    example: "Mozilla/5.0 (compatible; U; InfiNet 0.1; Viera) AppleWebKit/420+ (KHTML, like Gecko)"),
                DeviceToken(
                    "kreatv", .anywhere, .sign(.tvSystem),
                    example:
                        "Motorola KreaTV STB (Linux)/WebKit"),
                DeviceToken(
                    "brightsign", .anywhere, .sign(.tvSystem),
                    example:
                        "BrightSign/8.2.26 (XT1144) Mozilla/5.0 (Unknown; Linux arm) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.12.3 Chrome/69.0 Safari/537.36"
                ),
                DeviceToken(
                    "(linux mips; ", .anywhere, .sign(.tvSystem),
                    example: "Opera/9.80 (Linux mips; ) Presto/2.12.407 Version/12.51"),
                DeviceToken("_vlc/", .anywhere, .sign(.tvSystem), example: "Example 2000-HD_VLC/3.0.14 LibVLC/3.0.14"),
                DeviceToken(
                    "coolita os", .anywhere, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.99.234.5 Safari/537.36 Coolita OS"
                ),
            ]),
        TokenGroup(
            from: .ownNames("Vizio televisions"),
            [
                DeviceToken(
                    "smartcast", .anywhere, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0 Safari/537.36 CrKey/1.0.999999 VIZIO SmartCast(Conjure/MTKA-7.6)"
                ),
                DeviceToken(
                    "vizio", .wordStart, .sign(.tvSystem),
                    example: "VIZIO V435-J01 ViziOS/1.0.69.130 WatchFree/24.06.13.2"),
            ]),
        TokenGroup(
            from: .ownNames("Samsung televisions before Tizen"),
            [
                DeviceToken(
                    "smarthub", .anywhere, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (SmartHub; SMART-TV; U; Linux/SmartTV) AppleWebKit/531.2 (KHTML, like Gecko) Web Browser/1.0 SmartTV Safari/531.2+"
                ),
                DeviceToken(
                    "maple", .wordStart, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (SMART-TV; X11; Linux i686) AppleWebKit/535.20+ (KHTML, like Gecko) Version/5.0 Safari/535.20+ Maple2012"
                ),
            ]),
        TokenGroup(
            from: .ownNames("Amazon televisions with Vega, which sends the name of its SDK, Kepler"),
            [
                // Amazon's Vega, which uses the name of its developer kit.
                DeviceToken(
                    "kepler/", .wordStart, .sign(.tvSystem), example: "ExamplePlayer/4.1 Kepler/1.2 (Linux; AFTCA009)"),
                DeviceToken(
                    "kepler ", .beforeDigit, .sign(.tvSystem),
                    example:
                        "Mozilla/5.0 (Linux; Kepler 1.2; AFTCA009 user-external/5000; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
                ),
            ]),
        TokenGroup(
            from: .hbbTV,
            [
                DeviceToken(
                    "hbbtv", .anywhere, .sign(.hbbTV), example: "Mozilla/5.0 (Linux; U; HbbTV/1.1.1) Presto/2.10")
            ]),
    ]
}
