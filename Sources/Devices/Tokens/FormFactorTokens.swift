extension TokenTable {
    /// Kinds of devices.
    static let formFactors: [DeviceToken] = [
        DeviceToken(
            "smarttv", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36"
        ),
        DeviceToken(
            "smart tv", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; Android 9; Smart TV Build/PI) AppleWebKit/537.36 Chrome/83.0 Safari/537.36"),
        DeviceToken("hbbtv", .anywhere, .sign(.television), example: "Mozilla/5.0 (Linux; U; HbbTV/1.1.1) Presto/2.10"),
        DeviceToken(
            "ce-html", .anywhere, .sign(.television),
            example: "Opera/9.80 (Linux mips; U; CE-HTML/1.0; en) Presto/2.10.287 Version/12.00"),
        DeviceToken(
            "googletv", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; GoogleTV 4.0.4; Internet TV Box) AppleWebKit/534.24 Chrome/11.0 Safari/534.24"
        ),
        DeviceToken(
            "google tv", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; Android 12; Google TV Streamer) AppleWebKit/537.36 Chrome/115.0 Safari/537.36"
        ),
        DeviceToken(
            "android tv", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; Android 11; Android TV Box) AppleWebKit/537.36 Chrome/115.0 Safari/537.36"),
        DeviceToken(
            "crkey", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.225 Safari/537.36 CrKey/1.56.500000"
        ),
        DeviceToken(
            "netcast", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; NetCast; U) AppleWebKit/537.31 (KHTML, like Gecko) Chrome/38.0 Safari/537.31 SmartTV/8.0"
        ),
        DeviceToken("appletv", .anywhere, .sign(.television), example: "AppleTV11,1/16.1"),
        DeviceToken("apple tv", .anywhere, .sign(.television), example: "ExamplePlayer/2.0 (Apple TV; tvOS 15.4)"),
        DeviceToken("roku", .wordStart, .sign(.television), example: "Roku/DVP-9.10 (519.10E04111A)"),
        DeviceToken(
            "bravia", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; Android 10; BRAVIA 4K UR2) AppleWebKit/537.36 Chrome/90.0 Safari/537.36"),
        DeviceToken(
            "aft", .wordStart, .sign(.fireTV),
            example:
                "Mozilla/5.0 (Linux; Android 7.1.2; AFTMM Build/NS6265; wv) AppleWebKit/537.36 Version/4.0 Chrome/70.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "shield android tv", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Linux; Android 9; SHIELD Android TV) AppleWebKit/537.36 Chrome/80.0 Safari/537.36"),
        DeviceToken("watchos", .anywhere, .sign(.watch), example: "ExampleApp/3.0 (Watch6,2; watchOS 8.5)"),
        DeviceToken(
            "mobile", .wordStart, .sign(.mobile),
            example:
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "opera mini", .anywhere, .sign(.mobile),
            example: "Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16"),
        DeviceToken(
            "opera mobi", .anywhere, .sign(.mobile),
            example:
                "Opera/9.80 (Android 2.3.3; Linux; Opera Mobi/ADR-1111101157; U; es-ES) Presto/2.9.201 Version/11.50"),
        DeviceToken(
            "ipad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1"
        ),
        DeviceToken(
            "playbook", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ (KHTML, like Gecko) Version/7.2.1.0 Safari/536.2+"
        ),
        DeviceToken(
            "watch os", .anywhere, .sign(.watch),
            example: "com.apple.invitation-registration [Watch OS,9.0,20R361,Watch6,15]"),
        DeviceToken(
            "apple watch", .anywhere, .sign(.watch), example: "Overcast (+http://overcast.fm/; Apple Watch podcast app)"
        ),
        DeviceToken(
            "watch", .word, .sign(.watch),
            example:
                "Mozilla/5.0 (Linux; Android 13; ASUS Zen Watch 2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "zenwatch", .wordStart, .sign(.watch),
            example:
                "Mozilla/5.0 (Linux; Android 13; ASUS ZenWatch 2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "sm-r", .beforeDigit, .sign(.watch),
            example:
                "Mozilla/5.0 (Linux; Android 13; SM-R890) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            " tv", .wordEnd, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; Example Smart TV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mitv", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; MiTV-AXSO0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mibox", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; MIBOX4) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "chromecast", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; Chromecast) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "tv box", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; TV BOX) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "opentv", .anywhere, .sign(.television), example: "Mozilla/5.0 (Spyglass 3.0; OpenTV) Gecko/20081010"),
        DeviceToken(
            "inettvbrowser", .anywhere, .sign(.television),
            example:
                "Opera/9.80 (Linux armv7l; InettvBrowser/2.2 (00014A;SonyDTV115;0002;0100) KDL32W603A; CC/RUS) Presto/2.12.362"
        ),
        DeviceToken(
            "nettv/", .wordStart, .sign(.television),
            example: "Opera/9.80 (Linux armv7l; U; CE-HTML/1.0 NETTV/3.0.1; en) Presto/2.10.250"),
        DeviceToken(
            "stb", .wordEnd, .sign(.television),
            example: "Mozilla/5.0 (ARRIS_STB_DGX7000; Linux mipsel) AppleWebKit/605.1.15 (KHTML, like Gecko)"),
        DeviceToken(
            "set-top", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; Set-Top Box) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kodi/", .wordStart, .sign(.television),
            example: "Kodi/19.4 (Linux; Android 9; BRAVIA) Android/9.0.0 Sys_CPU/armv8l App_Bitness/32"),
        DeviceToken("dtv", .wordEnd, .sign(.television), example: "Mozilla/5.0 (DTV; Example) AppleWebKit/531.2+"),
        DeviceToken(
            "smarttva", .anywhere, .sign(.television), example: "Opera/9.80 (Linux mips; ) Presto/2.12 SmartTvA/3.0.0"),
        DeviceToken(
            "omi/", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0 Safari/537.36 OPR/46.0.2207.0 OMI/4.21.2.50"
        ),
        DeviceToken("tclwebkit", .anywhere, .sign(.television), example: "22/tclwebkit1.0.2"),
        DeviceToken(
            "led", .beforeDigit, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; SW-LED32) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            " shell ", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; Example Shell LC390TU1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "x96", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; X96Max_Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "h96", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; H96 Max X3) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "t95", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; T95ZPLUS) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "a95x", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; A95X R3) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mxq", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; MXQ-4K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "ugoos", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; UGOOS-AM6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "beelink", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; Beelink GT1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "vontar", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; VONTAR X3) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mecool", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; MECOOL KM3) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "vap430", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; VAP430) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "tablet", .anywhere, .sign(.tablet),
            example: "Mozilla/5.0 (Android 13; Tablet; rv:109.0) Gecko/115.0 Firefox/115.0"),
        DeviceToken(
            "tab", .word, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Example Tab 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "tab", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; TAB10-400) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "pad", .wordEnd, .sign(.padInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; Example Pad Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "mediapad", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; MediaPad 7 Lite) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "ideatab", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; IdeaTab S6000-H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lifetab", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LIFETAB_E10312) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo tb", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Lenovo TB-X606F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "tb-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; TB-X505L) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "sm-t", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SM-T510) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "sm-p", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SM-P610) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "sm-x", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "gt-p", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; GT-P5110) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "gt-n8", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; GT-N8000) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "gt-n51", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; GT-N5110) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "nexus 7", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Nexus 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "nexus 9", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Nexus 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "nexus 10", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Nexus 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "transformer", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ASUS Transformer Pad TF300T) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "xoom", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 3.0; en-us; Xoom Build/HRI39) AppleWebKit/525.10+ (KHTML, like Gecko) Version/3.0.4 Mobile Safari/523.12.2"
        ),
        DeviceToken(
            "kindle", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 2.3.4; en-us; Kindle Fire Build/GINGERBREAD) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1"
        ),
        DeviceToken(
            "kftt", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; KFTT Build/IML74K) AppleWebKit/535.19 (KHTML, like Gecko) Silk/3.4 Mobile Safari/535.19"
        ),
        DeviceToken(
            "pmt", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; PMT3637_4G) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "pmp", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 4.1; PMP5197D) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "sgp", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SGP521) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "iconia", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Acer Iconia A1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "venue ", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Venue 8 3830) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mid", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; MID7120) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "pocketbook", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux like Android; en_US) AppleWebKit/534.34 PocketBook/630 (screen 758x1024) Mobile"),
        DeviceToken(
            "optima ", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Optima 1023N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "plane ", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Plane 10.3 3G) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "ags", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; AGS3-W09) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "-w09", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BAH3-W09) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "-w19", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SCM-W19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "-w10", .wordEnd, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; DBR-W10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo a7600", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Lenovo A7600-H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo a5500", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Lenovo A5500-H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo b8", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Lenovo B8000-H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo b6", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Lenovo B6000-H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "/apad", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36 YaSearchBrowser/25.1/apad"
        ),
        DeviceToken(
            "fbmd/ipad", .anywhere, .sign(.ipad),
            example: "[FBAN/FBIOS;FBAV/50.0;FBDV/iPad4,4;FBMD/iPad;FBSN/iPhone OS;FBSV/8.0.2]"),
    ]
}
