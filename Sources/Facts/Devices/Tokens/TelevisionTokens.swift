extension TokenTable {
    /// Televisions, set-top boxes and disc players.
    static let televisions: [TokenGroup] = [
        TokenGroup(
            from: .webOSTV,
            [
                DeviceToken(
                    "smarttv", .anywhere, .sign(.television),
                    example:
                        "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36"
                ),
                DeviceToken(
                    "netcast", .anywhere, .sign(.television),
                    example:
                        "Mozilla/5.0 (Linux; NetCast; U) AppleWebKit/537.31 (KHTML, like Gecko) Chrome/38.0 Safari/537.31 SmartTV/8.0"
                ),
                DeviceToken(
                    "pbrm/", .anywhere, .sign(.television),
                    example: "Mozilla/5.0 (Unknown; Linux armv7l) AppleWebKit/537.1+ PBRM/1.0 ( ;LGE ;32LY760H-ZA)"),
            ]),
        TokenGroup(
            from: .ownNames("words for televisions and boxes in device names"),
            [
                DeviceToken(
                    "smart tv", .anywhere, .sign(.television),
                    example:
                        "Mozilla/5.0 (Linux; Android 9; Smart TV Build/PI) AppleWebKit/537.36 Chrome/83.0 Safari/537.36"
                ),
                .model(" tv", .wordEnd, .television, "Example Smart TV", mobile: false),
                .model("tv box", .anywhere, .television, "TV BOX", mobile: false),
                DeviceToken(
                    "stb", .wordEnd, .sign(.television),
                    example: "Mozilla/5.0 (ARRIS_STB_DGX7000; Linux mipsel) AppleWebKit/605.1.15 (KHTML, like Gecko)"),
                .model("set-top", .anywhere, .television, "Set-Top Box", mobile: false),
                .model("led", .beforeDigit, .television, "SW-LED32", mobile: false),
                .model(" shell ", .anywhere, .television, "Example Shell LC390TU1A", mobile: false),
                DeviceToken(
                    "(dtv", .anywhere, .sign(.television), example: "Mozilla/5.0 (DTV; Example) AppleWebKit/531.2+"),
                .model("atv", .wordEnd, .television, "ExampleATV", mobile: false),
                .model("smart box", .anywhere, .television, "Example Smart Box", mobile: false),
                .model("smart_box", .anywhere, .television, "SMART_BOX", mobile: false),
                .model("tvbox", .anywhere, .television, "TVBOX-5G", mobile: false),
                .model("android stick", .anywhere, .television, "EXAMPLE Android Stick Q4", mobile: false),
                .model("tdtv", .wordStart, .television, "TDTV Example", mobile: false),
                .model("_4k", .anywhere, .tvInModel, "EXAMPLE_4K", mobile: false),
                .model("box", .wordEnd, .boxInModel, "Example Box", mobile: false),
                .model("stick", .wordEnd, .boxInModel, "SPC_ALIEN_STICK", mobile: false),
                .model("tv", .anywhere, .tvInModel, "UnionTV", mobile: false),
                .model("uhd", .anywhere, .tvInModel, "HIBERG50YUHD-R", mobile: false),
                .model("qled", .anywhere, .tvInModel, "QLED-1", mobile: false),
                .model(" 4k", .anywhere, .tvInModel, "Example 4K", mobile: false),
                .model("-4k", .anywhere, .tvInModel, "MXQ-4K", mobile: false),
                .model("ultra hd", .anywhere, .tvInModel, "Example ULTRA HD", mobile: false),
            ]),
        TokenGroup(
            from: .hbbTV,
            [
                DeviceToken(
                    "hbbtv", .anywhere, .sign(.television), example: "Mozilla/5.0 (Linux; U; HbbTV/1.1.1) Presto/2.10")
            ]),
        TokenGroup(
            from: .ownNames(
                "televisions with CE-HTML, the HTML profile of CTA-2014, and Philips NetTV"),
            [
                DeviceToken(
                    "ce-html", .anywhere, .sign(.television),
                    example: "Opera/9.80 (Linux mips; U; CE-HTML/1.0; en) Presto/2.10.287 Version/12.00"),
                DeviceToken(
                    "nettv/", .wordStart, .sign(.television),
                    example: "Opera/9.80 (Linux armv7l; U; CE-HTML/1.0 NETTV/3.0.1; en) Presto/2.10.250"),
            ]),
        TokenGroup(
            from: .ownNames("Google TV and Chromecast"),
            [
                DeviceToken(
                    "googletv", .anywhere, .sign(.television),
                    example:
                        "Mozilla/5.0 (Linux; GoogleTV 4.0.4; Internet TV Box) AppleWebKit/534.24 Chrome/11.0 Safari/534.24"
                ),
                DeviceToken(
                    "google tv", .anywhere, .sign(.television),
                    example:
                        "Mozilla/5.0 (Linux; Android 12; Google TV Streamer) AppleWebKit/537.36 Chrome/115.0 Safari/537.36"
                ),
                DeviceToken(
                    "android tv", .anywhere, .sign(.television),
                    example:
                        "Mozilla/5.0 (Linux; Android 11; Android TV Box) AppleWebKit/537.36 Chrome/115.0 Safari/537.36"),
                DeviceToken(
                    "crkey", .anywhere, .sign(.television),
                    example:
                        "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.4147.38 Safari/537.36 CrKey/1.49.215504"
                ),
                DeviceToken(
                    "shield android tv", .anywhere, .sign(.television),
                    example:
                        "Mozilla/5.0 (Linux; Android 9; SHIELD Android TV) AppleWebKit/537.36 Chrome/80.0 Safari/537.36"
                ),
                .model("chromecast", .wordStart, .television, "Chromecast", mobile: false),
                .model("nvidia shield", .wordStart, .tvInModel, "NVIDIA SHIELD", mobile: false),
            ]),
        TokenGroup(
            from: .ownNames("Apple's systems and devices"),
            [
                DeviceToken("appletv", .anywhere, .sign(.television), example: "AppleTV11,1/16.1"),
                DeviceToken(
                    "apple tv", .anywhere, .sign(.television), example: "ExamplePlayer/2.0 (Apple TV; tvOS 15.4)"),
            ]),
        TokenGroup(
            from: .ownNames("televisions and boxes: Roku"),
            [
                DeviceToken(
                    "roku", .wordStart, .sign(.television), example: "Roku/DVP-9.10 (519.10E04112A) UP.Link/6.3.1")
            ]),
        TokenGroup(
            from: .ownNames("televisions by Sony, Philips, Panasonic, Sharp and TCL"),
            [
                DeviceToken(
                    "bravia", .anywhere, .sign(.television),
                    example:
                        "Mozilla/5.0 (Linux; Android 10; BRAVIA 4K UR2) AppleWebKit/537.36 Chrome/90.0 Safari/537.36"),
                DeviceToken(
                    "inettvbrowser", .anywhere, .sign(.television),
                    example:
                        "Opera/9.80 (Linux armv7l; InettvBrowser/2.2 (00014A;SonyDTV115;0002;0100) KDL32W603A; CC/RUS) Presto/2.12.362"
                ),
                DeviceToken("tclwebkit", .anywhere, .sign(.television), example: "Example-Set/2.0 tclwebkit/1.4"),
                DeviceToken(
                    "qm1", .beforeDigit, .sign(.television),
                    example:
                        "Mozilla/5.0 (Linux; Android 6.0.1; QM161E Build/MOB31S) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/50.0 Safari/537.36"
                ),
                .model("tpm1", .beforeDigit, .television, "TPM191E", mobile: false),
                DeviceToken(
                    "sonycebrowser", .anywhere, .sign(.television),
                    example:
                        "Opera/9.80 (Linux armv7l) Presto/2.12.407 Version/12.50 SonyCEBrowser/1.0 (KD-55X8505B; CTV/PKG4)"
                ),
                DeviceToken(
                    "sonybdp", .anywhere, .sign(.television),
                    example:
                        "Opera/9.80 (Linux mips; U; (SonyBDP/BDV15); de) Presto/2.10.287 Version/12.00"
                ),
                DeviceToken(
                    "aquos-as", .anywhere, .sign(.television),
                    example:
                        "Opera/9.80 (Linux armv7l; U; de) Presto/2.10.250 Version/11.60 AQUOS-AS/1.2 LC-60LE745E"
                ),
                DeviceToken(
                    "bdplayer", .anywhere, .sign(.television),
                    example: "Mozilla/5.0 (BDPlayer; BDP5G/1.0; like Gecko; NetFront/4.0)"),
            ]),
        TokenGroup(
            from: .fireTVUserAgent,
            [
                DeviceToken(
                    "aft", .wordStart, .sign(.fireTV),
                    example:
                        "Mozilla/5.0 (Linux; Android 7.1.2; AFTMM Build/NS6265; wv) AppleWebKit/537.36 Version/4.0 Chrome/70.0 Mobile Safari/537.36"
                )
            ]),
        TokenGroup(
            from: .ownNames("televisions and boxes: Xiaomi"),
            [
                .model("mitv", .wordStart, .television, "MiTV-AXSO0", mobile: false),
                .model("mibox", .wordStart, .television, "MIBOX4", mobile: false),
                .model("mi box", .wordStart, .tvInModel, "Mi Box", mobile: false),
            ]),
        TokenGroup(
            from: .ownNames("built-in browsers of televisions and boxes"),
            [
                DeviceToken(
                    "opentv", .anywhere, .sign(.television),
                    example: "Mozilla/5.0 (Spyglass 3.0; OpenTV) Gecko/20081010"),
                DeviceToken(
                    "kodi/", .wordStart, .sign(.television),
                    example: "Kodi/19.4 (Linux; Android 9; BRAVIA) Android/9.0.0 Sys_CPU/armv8l App_Bitness/32"),
                DeviceToken(
                    "omi/", .wordStart, .sign(.television),
                    example:
                        "Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0 Safari/537.36 OPR/46.0.2207.0 OMI/4.21.2.50"
                ),
                .model("tivo", .wordStart, .television, "TIVO STREAM 4K", mobile: false),
                DeviceToken(
                    "stbapp", .anywhere, .sign(.television),
                    example:
                        "Mozilla/5.0 (Unknown; Linux) AppleWebKit/538.1 (KHTML, like Gecko) MAG322 stbapp ver: 4 rev: 1812 Safari/538.1"
                ),
                DeviceToken(
                    "boxee", .wordStart, .sign(.television),
                    example: "Mozilla/5.0 (X11; U; Linux i686; en) AppleWebKit/533.4 (KHTML, like Gecko) Boxee/1.0.1"),
                DeviceToken(
                    "netbox", .wordStart, .sign(.television),
                    example: "Mozilla/5.0 (compatible; Netbox/5.1 R14; U; Linux 2.6; fr)"),
                // The television service of radio stations, and browsers built into televisions.
                DeviceToken(
                    ";tpapi;", .anywhere, .sign(.television),
                    example: "Example;TV55;0123456789abcdef0123456789abcdef;;tpapi;3.200.1"),
                DeviceToken(
                    "espial", .wordStart, .sign(.television),
                    example: "Mozilla/5.0 (Linux; U) AppleWebKit/531.2+ (KHTML, like Gecko) Espial/6.2.1 Safari/531.2+"),
                DeviceToken(
                    "sraf/", .wordStart, .sign(.television),
                    example:
                        "Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/47.0 Safari/537.36 SRAF/4.1"
                ),
                DeviceToken(
                    "ciscobrowser", .wordStart, .sign(.television),
                    example: "Mozilla/5.0 (Unknown; Linux) AppleWebKit (KHTML, like Gecko) CiscoBrowser/CI.1"),
                DeviceToken(
                    "wpe", .word, .sign(.television),
                    example:
                        "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/11.0 Safari/605.1.15 WPE/2.22.4"
                ),
                DeviceToken("(sky, ", .anywhere, .sign(.television), example: "XY-Device/1.0.0 (Sky, EX100, )"),
                DeviceToken(
                    "brightsign", .anywhere, .sign(.television),
                    example:
                        "BrightSign/8.2.26 (XT1144) Mozilla/5.0 (Unknown; Linux arm) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.12.3 Chrome/69.0 Safari/537.36"
                ),
            ]),
        TokenGroup(
            from: .ownNames("Samsung televisions before Tizen"),
            [
                DeviceToken(
                    "smarttva", .anywhere, .sign(.television),
                    example: "Opera/9.80 (Linux mips; ) Presto/2.12 SmartTvA/3.0.0"),
                DeviceToken(
                    "smarthub", .anywhere, .sign(.television),
                    example: "Mozilla/5.0 (SmartHub; SMART-TV; U; Linux/SmartTV; Maple2012) AppleWebKit/534.7"),
            ]),
        TokenGroup(
            from: .ownNames("Android television boxes: sellers' names"),
            [
                .model("a95x", .wordStart, .television, "A95X F4 Air", mobile: false),
                .model("mxq", .wordStart, .television, "MXQ-4K", mobile: false),
                .model("ugoos", .wordStart, .television, "UGOOS-SK1-E", mobile: false),
                .model("beelink", .wordStart, .television, "Beelink GT1", mobile: false),
                .model("vontar", .wordStart, .television, "VONTAR X3", mobile: false),
                .model("mecool", .wordStart, .television, "MECOOL KM3", mobile: false),
                .model("x96", .wordStart, .television, "X96Max_Plus", mobile: false),
                .model("amlogic", .wordStart, .television, "Amlogic GT1", mobile: false),
                .model("formuler", .wordStart, .television, "Formuler Z8"),
                .model("tanix", .wordStart, .television, "TANIX TX6", mobile: false),
                .model("minix", .wordStart, .television, "MINIX NEO", mobile: false),
                .model("neo-x", .wordStart, .television, "NEO-X8-H", mobile: false),
                .model("neo-u", .wordStart, .television, "NEO-U9-H", mobile: false),
                .model("rkm ", .wordStart, .television, "RKM MK902", mobile: false),
                .model("rombica", .wordStart, .television, "Rombica_Cinema4K", mobile: false),
                .model("openbox", .wordStart, .television, "OPENBOX A3", mobile: false),
                .model("polarline", .wordStart, .television, "POLARLINE32", mobile: false),
                .model("hty-", .wordStart, .television, "HTY-43U11S-VD"),
                .model("vmp-", .wordStart, .tvInModel, "VMP-040-EX", mobile: false),
                .model("h-dmp", .wordStart, .tvInModel, "H-DMP240-EX", mobile: false),
                .model("orbsmart", .wordStart, .tvInModel, "Orbsmart S85", mobile: false),
                .model("nexon", .wordStart, .tvInModel, "NEXON Home X7", mobile: false),
                .model("atom-1", .wordStart, .tvInModel, "ATOM-108AM", mobile: false),
                .model("atom-2", .wordStart, .tvInModel, "ATOM-216AM", mobile: false),
                .model("vega s9", .wordStart, .tvInModel, "Vega S96", mobile: false),
                .model("evpad", .wordStart, .tvInModel, "EVPAD-5S", mobile: false),
                .model("pendoo", .wordStart, .tvInModel, "pendoo K12 Max", mobile: false),
                .model("polar_", .wordStart, .tvInModel, "POLAR_K_P55U51T2CSM", mobile: false),
                .model("invin", .wordStart, .tvInModel, "INVIN Home 4", mobile: false),
                .model("t95", .wordStart, .tvInModel, "T95Z", mobile: false),
                .model("t96", .wordStart, .tvInModel, "T96Q Max", mobile: false),
                .model("h96", .wordStart, .tvInModel, "H96 Max", mobile: false),
                .model("tx3", .wordStart, .tvInModel, "TX3 Mini", mobile: false),
                .model("tx5", .wordStart, .tvInModel, "TX5 MAX", mobile: false),
                .model("tx6", .wordStart, .tvInModel, "TX6s", mobile: false),
                .model("tx9", .wordStart, .tvInModel, "TX9 Pro", mobile: false),
                .model("x88", .wordStart, .tvInModel, "X88 Pro", mobile: false),
                .model("x92", .wordStart, .tvInModel, "X92", mobile: false),
                .model("x98", .wordStart, .tvInModel, "X98 Plus", mobile: false),
                .model("x99", .wordStart, .tvInModel, "X99", mobile: false),
                .model("hk1", .wordStart, .tvInModel, "HK1 Box", mobile: false),
                .model("spybox", .wordStart, .tvInModel, "SPYBOXS11", mobile: false),
                .model("ozonehd", .wordStart, .tvInModel, "OzoneHD 4K", mobile: false),
                .model("iconbit", .wordStart, .tvInModel, "iconBIT Example 7", mobile: false),
                .model("cvte_", .wordStart, .tvInModel, "CVTE_MSD338_512M", mobile: false),
                .model("neo u", .wordStart, .tvInModel, "NEO U1-EX", mobile: false),
                .model("vorke", .wordStart, .tvInModel, "VORKE Z9 Mini", mobile: false),
                .model("mk80", .wordStart, .tvInModel, "MK808", mobile: false),
                .model("mk90", .wordStart, .tvInModel, "MK903V", mobile: false),
                .model("netta", .wordStart, .tvInModel, "Netta 4 Ultra", mobile: false),
                .model("cyclone", .wordStart, .tvInModel, "Cyclone X8", mobile: false),
                .model("s905", .wordStart, .tvInModel, "S905X", mobile: false),
                .model("rk33", .beforeDigit, .tvInModel, "RK3399-EX", mobile: false),
                .model("zidoo", .wordStart, .tvInModel, "ZIDOO_X9S", mobile: false),
                .model("wetek", .wordStart, .tvInModel, "WeTek Play", mobile: false),
                .model("selenga", .wordStart, .tvInModel, "Selenga_EX9", mobile: false),
                .model("s-box", .wordStart, .tvInModel, "S-Box", mobile: false),
                .model("magicsee", .wordStart, .tvInModel, "MAGICSEE N5", mobile: false),
                .model("dreambox", .wordStart, .tvInModel, "Dreambox", mobile: false),
            ]),
        TokenGroup(
            from: .ownNames("televisions and boxes: Yandex"),
            [
                .model("yndx-0007", .wordStart, .television, "YNDX-00071"),
                .model("yndx-0009", .wordStart, .television, "YNDX-00092"),
            ]),
        TokenGroup(
            from: .samsungInternet,
            [
                DeviceToken(
                    "smart-tv", .anywhere, .sign(.television),
                    example:
                        "Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36"
                )
            ]),
        TokenGroup(from: .ownNames("Android televisions: the diagonal in inches at the start of the name"), diagonals),
    ]

    /// The start of a device name, after the version or the locale, if it is a digit.
    private static let diagonals = Set(AgentReading.diagonals.map { $0 / 10 }).sorted().flatMap { tens in
        ["; ", ";"].map { separator in
            DeviceToken(
                "\(separator)\(tens)", .anywhere, .sign(.leadingDigit),
                example: "Mozilla/5.0 (Linux; Android 9\(separator)\(tens)0EX-9) AppleWebKit/537.36 "
                    + "(KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36")
        }
    }
}
