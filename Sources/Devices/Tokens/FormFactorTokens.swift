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
            "mobile", .anywhere, .sign(.mobile),
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
        DeviceToken("(dtv", .anywhere, .sign(.television), example: "Mozilla/5.0 (DTV; Example) AppleWebKit/531.2+"),
        DeviceToken(
            "atv", .wordEnd, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; ExampleATV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "x96", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; X96Max_Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "smart box", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; Example Smart Box) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "smart_box", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; SMART_BOX) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "tvbox", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; TVBOX-5G) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "android stick", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; EXAMPLE Android Stick Q4) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "amlogic", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; Amlogic GT1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "formuler", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; Formuler Z8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "tivo", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; TIVO STREAM 4K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "tanix", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; TANIX TX6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "minix", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; MINIX NEO) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "neo-x", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; NEO-X8-H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "neo-u", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; NEO-U9-H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "rkm ", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; RKM MK902) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "qm1", .beforeDigit, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 6.0.1; QM161E Build/MOB31S) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/50.0 Safari/537.36"
        ),
        DeviceToken(
            "tpm1", .beforeDigit, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; TPM191E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "stbapp", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (QtEmbedded; U; Linux; C) AppleWebKit/533.3 (KHTML, like Gecko) MAG250 stbapp ver: 2 rev: 234 Safari/533.3"
        ),
        DeviceToken(
            "sonycebrowser", .anywhere, .sign(.television),
            example: "Opera/9.80 (Linux armv7l) Presto/2.12.407 Version/12.50 SonyCEBrowser/1.0 (KD-55X8505B; CTV/PKG4)"
        ),
        DeviceToken(
            "sonybdp", .anywhere, .sign(.television),
            example: "Opera/9.80 (Linux armv6l; U; (SonyBDP/BDV11); en) Presto/2.8.115 Version/11.10"),
        DeviceToken(
            "boxee", .wordStart, .sign(.television),
            example: "Mozilla/5.0 (X11; U; Linux i686; en) AppleWebKit/533.4 (KHTML, like Gecko) Boxee/1.0.1"),
        DeviceToken(
            "aquos-as", .anywhere, .sign(.television),
            example: "Opera/9.80 (Linux armv6l; U; en) Presto/2.8.115 Version/11.10 AQUOS-AS/1.0 LC-40LE835X"),
        DeviceToken(
            "bdplayer", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (BDPlayer; BDP5G/1.0; like Gecko; NetFront/4.0)"),
        DeviceToken(
            "wv-atv", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; P1; wv-atv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "smarthub", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (SmartHub; SMART-TV; U; Linux/SmartTV; Maple2012) AppleWebKit/534.7"),
        DeviceToken(
            "rombica", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; Rombica_Cinema4K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "openbox", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; OPENBOX A3) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "tdtv", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; TDTV Example) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "polarline", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; POLARLINE32) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "hty-", .wordStart, .sign(.television),
            example:
                "Mozilla/5.0 (Linux; Android 13; HTY-43U11S-VD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "pbrm/", .anywhere, .sign(.television),
            example: "Mozilla/5.0 (Unknown; Linux armv7l) AppleWebKit/537.1+ PBRM/1.0 ( ;LGE ;32LY760H-ZA)"),
        DeviceToken(
            "netbox", .wordStart, .sign(.television), example: "Mozilla/5.0 (compatible; Netbox/3.5 R92; Linux 2.2)"),
        DeviceToken(
            "box", .wordEnd, .sign(.boxInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; Example Box) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "stick", .wordEnd, .sign(.boxInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; SPC_ALIEN_STICK) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "tv", .anywhere, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; UnionTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "uhd", .anywhere, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; HIBERG50YUHD-R) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "qled", .anywhere, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; QLED-1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "b1-7", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; B1-7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "b1-a", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; B1-A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "b3-a", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; B3-A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "a1-8", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; A1-810) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "a1-7", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; A1-7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "a3-a", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; A3-A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lg-v4", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LG-V4) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lg-v5", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LG-V5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lg-v7", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LG-V7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lg-v9", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LG-V9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bq-70", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BQ-70) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bq-80", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BQ-80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bq-1", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BQ-110) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "kfot", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFOTWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfjw", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFJWWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfso", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFSOWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfth", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFTHWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfap", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFAPWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfar", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFARWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfas", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFASWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfsa", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFSAWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfme", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFMEWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kffo", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFFOWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfgi", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFGIWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfau", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFAUWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfdo", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFDOWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfsu", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFSUWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfka", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFKAWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfma", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfmu", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFMUWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfon", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFONWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kftr", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfps", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFPSWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfra", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFRAWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfqu", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFQUWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfsn", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFSNWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kftu", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFTUWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "kfts", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KFTSWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "archos 70", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ARCHOS 70) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "archos 80", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ARCHOS 80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "archos 90", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ARCHOS 90) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "archos 97", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ARCHOS 97) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "archos 101", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ARCHOS 101) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "archos 10", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ARCHOS 1010) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo a3300", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LENOVO A3300) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo a3500", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LENOVO A3500) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo a2107", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LENOVO A2107) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo a2109", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LENOVO A2109) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo a1000l", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LENOVO A1000L) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo a3000", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LENOVO A3000) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lenovo a10-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LENOVO A10-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "yoga tablet", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; YOGA TABLET) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "yt3-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; YT3-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "yt-x", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; YT-X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "huawei m2-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; HUAWEI M2-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "jdn2-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; JDN2-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "kob-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KOB-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "kob2-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KOB2-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "agr-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; AGR-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bah-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BAH-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bah2-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BAH2-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bah3-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BAH3-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bah4-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BAH4-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "ags-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; AGS-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "ags2-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; AGS2-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "ags3-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; AGS3-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "ags5-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; AGS5-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "sht-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SHT-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "scmr-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SCMR-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "cpn-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; CPN-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bgo-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BGO-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bg2-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BG2-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "btv-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BTV-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "vrd-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; VRD-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bzd-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BZD-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bzt-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BZT-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bzw-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BZW-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "dbr-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; DBR-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "mrr-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; MRR-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "mrx-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; MRX-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "iplay", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; IPLAY) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "teclast", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; TECLAST) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "chuwi", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; CHUWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "alldocube", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ALLDOCUBE) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "nextbook", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; NEXTBOOK) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "pipo", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; PIPO) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "novo7", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; NOVO7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "odys", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ODYS) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "lepad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; LEPAD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "viewpad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; VIEWPAD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "slidepad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SLIDEPAD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "surfpad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SURFPAD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "touchpad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; TOUCHPAD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "nook", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; NOOK) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "bntv", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; BNTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "pixel c", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; PIXEL C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "galaxy tab", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; GALAXY TAB) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "mipad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; MIPAD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "xiaomi pad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; XIAOMI PAD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "redmi pad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; REDMI PAD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "opd2", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; OPD210) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "rmp2", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; RMP210) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "t1-7", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; T1-7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "t1-8", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; T1-8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "t1-a", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; T1-A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "qtaqz", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; QTAQZ) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "qtair", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; QTAIR) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "qtasun", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; QTASUN) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "me1", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ME110) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "me3", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ME310) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "me5", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; ME510) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "nt-", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; NT-10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "tz", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; TZ10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "eagle_", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; EAGLE_) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "rmd-", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; RMD-) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "woxter", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; WOXTER) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "sgh-i987", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SGH-I987) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "shw-m180", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SHW-M180) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "shw-m380", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SHW-M380) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "shw-m480", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SHW-M480) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "gt-n80", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; GT-N80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "impad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; IMPAD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "multipad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; MULTIPAD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "dmtab", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; DMTAB) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "tpc1", .beforeDigit, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; TPC110) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "x-pad", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; X-PAD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "folio", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; FOLIO) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "smarttab", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; SMARTTAB) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "kidztab", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; KIDZTAB) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "thinkpad tablet", .wordStart, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; Android 13; THINKPAD TABLET) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "gt-i", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; GT-I123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "gt-s", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; GT-S123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "sm-g", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; SM-G123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "sm-a", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; SM-A123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "sm-n", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; SM-N123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "sm-j", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; SM-J123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "sm-f", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; SM-F123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "sm-m", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; SM-M123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "sm-w", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; SM-W123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "sm-s", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; SM-S123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "gt-n7", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; GT-N7123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "shv-e", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; SHV-E123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "lg-p", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; LG-P123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "lg-d", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; LG-D123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "lg-e", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; LG-E123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "lg-h", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; LG-H123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "lg-k", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; LG-K123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "htc", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; HTC123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "coolpad", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; COOLPAD123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "rmx", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; RMX123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "redmi", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; REDMI123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "nexus 4", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; NEXUS 4123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "nexus 5", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; NEXUS 5123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "nexus 6", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; NEXUS 6123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "vivo", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; VIVO123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "oppo", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; OPPO123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "cph", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; CPH123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "lt2", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; LT2123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "lt1", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; LT1123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "c66", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; C66123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "c65", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; C65123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mi 2", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; MI 2123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mi 3", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; MI 3123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mi 4", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; MI 4123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mi 5", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; MI 5123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "xt1", .beforeDigit, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; XT1123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "samsung-sm-", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; SAMSUNG-SM-123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "samsung-sgh", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; SAMSUNG-SGH123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "moto g", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; MOTO G123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "moto x", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; MOTO X123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "zenfone", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; ZENFONE123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "infinix", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; INFINIX123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "tecno", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; TECNO123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "oneplus", .wordStart, .sign(.phone),
            example:
                "Mozilla/5.0 (Linux; Android 4.4.2; ONEPLUS123) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "pocketbook", .wordStart, .sign(.reader),
            example:
                "Mozilla/5.0 (Linux like Android; en_US) AppleWebKit/534.34 PocketBook/630 (screen 758x1024) Mobile"),
        DeviceToken(
            "; a100 ", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; A100 Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30"
        ),
        DeviceToken(
            "; a110 ", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; A110 Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30"
        ),
        DeviceToken(
            "; a200 ", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; A200 Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30"
        ),
        DeviceToken(
            "; a500 ", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; A500 Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30"
        ),
        DeviceToken(
            "; a501 ", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; A501 Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30"
        ),
        DeviceToken(
            "; a510 ", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; A510 Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30"
        ),
        DeviceToken(
            "; a511 ", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; A511 Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30"
        ),
        DeviceToken(
            "; a700 ", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; A700 Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30"
        ),
        DeviceToken(
            "; a701 ", .anywhere, .sign(.tablet),
            example:
                "Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; A701 Build/IML74K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30"
        ),
        DeviceToken(
            " 4k", .anywhere, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; Example 4K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "-4k", .anywhere, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; MXQ-4K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "ultra hd", .anywhere, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; Example ULTRA HD) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "vmp-", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; VMP- 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "h-dmp", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; H-DMP 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "orbsmart", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; ORBSMART 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "nexon", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; NEXON 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "atom-1", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; ATOM-1 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "atom-2", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; ATOM-2 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "vega s9", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; VEGA S9 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "evpad", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; EVPAD 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "pendoo", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; PENDOO 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "polar_", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; POLAR_ 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "invin", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; INVIN 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "t95", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; T95 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "t96", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; T96 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "h96", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; H96 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "tx3", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; TX3 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "tx5", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; TX5 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "tx6", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; TX6 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "tx9", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; TX9 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "x88", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; X88 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "x92", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; X92 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "x98", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; X98 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "x99", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; X99 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "hk1", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; HK1 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "spybox", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; SPYBOX 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "ozonehd", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; OZONEHD 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "iconbit", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; ICONBIT 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "cvte_", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; CVTE_ 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "neo u", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; NEO U 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "vorke", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; VORKE 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mk80", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; MK80 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mk90", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; MK90 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "netta", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; NETTA 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "cyclone", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; CYCLONE 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "s905", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; S905 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "rk3318", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; RK3318 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "rk3368", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; RK3368 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "zidoo", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; ZIDOO 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "wetek", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; WETEK 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "nvidia shield", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; NVIDIA SHIELD 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "fire tv", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; FIRE TV 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "xiaomi tv", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; XIAOMI TV 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mi box", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; MI BOX 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "smart_tv", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; SMART_TV 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "skystream", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; SKYSTREAM 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "selenga", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; SELENGA 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "artline", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; ARTLINE 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "digma dtv", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; DIGMA DTV 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "rk322x", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; RK322X 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "s-box", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; S-BOX 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "magicsee", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; MAGICSEE 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "dreambox", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; DREAMBOX 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "xtreamer", .wordStart, .sign(.tvInModel),
            example:
                "Mozilla/5.0 (Linux; Android 13; XTREAMER 1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
    ]
}
