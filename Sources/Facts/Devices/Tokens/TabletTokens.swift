extension TokenTable {
    /// Tablets and e-readers, mostly by model series, since those with telephony send `Mobile`.
    static let tablets: [TokenGroup] = [
        TokenGroup(
            from: .ownNames("Safari and Apple's web views: the system in WebKit's agent"),
            [
                DeviceToken(
                    "ipad", .wordStart, .sign(.tablet),
                    example:
                        "Mozilla/5.0 (iPad; CPU OS 12_5_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1"
                )
            ]),
        TokenGroup(
            from: .ownNames("BlackBerry tablets"),
            [
                DeviceToken(
                    "playbook", .anywhere, .sign(.tablet),
                    example:
                        "Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ (KHTML, like Gecko) Version/7.2.1.0 Safari/536.2+"
                )
            ]),
        TokenGroup(
            from: .ownNames("tablets: words in their names and agents"),
            [
                DeviceToken(
                    "tablet", .anywhere, .sign(.tablet),
                    example: "Mozilla/5.0 (Android 13; Tablet; rv:109.0) Gecko/115.0 Firefox/115.0"),
                .model("tab", .word, .tablet, "Example Tab 10"),
                .model("tab", .beforeDigit, .tablet, "TAB10-400"),
                .model("pad", .wordEnd, .padInModel, "Example Pad Pro"),
                DeviceToken(
                    "/apad", .anywhere, .sign(.largeScreen),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36 YaSearchBrowser/25.1/apad"
                ),
                .model("multipad", .wordStart, .tablet, "MultiPad 7.0"),
            ]),
        TokenGroup(
            from: .androidDevices,
            [
                .model("mediapad", .anywhere, .tablet, "MediaPad 7 Lite"),
                .model("ideatab", .anywhere, .tablet, "IdeaTab S6000-H"),
                .model("lifetab", .anywhere, .tablet, "LIFETAB_E10312"),
                .model("lenovo tb", .anywhere, .tablet, "Lenovo TB-X606F"),
                .model("tb-", .wordStart, .tablet, "TB-9707EX"),
                .model("sm-t", .wordStart, .tablet, "SM-T510"),
                .model("sm-p", .beforeDigit, .tablet, "SM-P610"),
                .model("sm-x", .beforeDigit, .tablet, "SM-X730EX"),
                .model("gt-p", .beforeDigit, .tablet, "GT-P5110"),
                .model("gt-n8", .wordStart, .tablet, "GT-N8000"),
                .model("gt-n51", .wordStart, .tablet, "GT-N5110"),
                .model("nexus 7", .anywhere, .tablet, "Nexus 7", mobile: false),
                .model("nexus 9", .anywhere, .tablet, "Nexus 9", mobile: false),
                .model("nexus 10", .anywhere, .tablet, "Nexus 10", mobile: false),
                .model("transformer", .wordStart, .tablet, "ASUS Transformer Pad TF300T", mobile: false),
                DeviceToken(
                    "xoom", .wordStart, .sign(.tablet),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 3.0; en-us; Xoom Build/HRI39) AppleWebKit/525.10+ (KHTML, like Gecko) Version/3.0.4 Mobile Safari/523.12.2"
                ),
                .model("sgp", .beforeDigit, .tablet, "SGP521"),
                .model("iconia", .wordStart, .tablet, "Acer Iconia A1", mobile: false),
                .model("venue ", .beforeDigit, .tablet, "Venue 8 3830", mobile: false),
                .model("ags", .beforeDigit, .tablet, "AGS6-W00"),
                .model("lenovo a7600", .anywhere, .tablet, "Lenovo A7600-H"),
                .model("lenovo a5500", .anywhere, .tablet, "Lenovo A5500-H"),
                .model("lenovo b8", .anywhere, .tablet, "Lenovo B8000-H"),
                .model("lenovo b6", .anywhere, .tablet, "Lenovo B6000-H"),
                .model("b1-7", .wordStart, .tablet, "B1-730HD"),
                .model("b1-a", .wordStart, .tablet, "B1-A71"),
                .model("b3-a", .wordStart, .tablet, "B3-A20"),
                .model("a1-8", .beforeDigit, .tablet, "A1-830"),
                .model("a1-7", .wordStart, .tablet, "A1-713"),
                .model("a3-a", .wordStart, .tablet, "A3-A20"),
                .model("lg-v4", .wordStart, .tablet, "LG-V490"),
                .model("lg-v5", .wordStart, .tablet, "LG-V500"),
                .model("lg-v7", .wordStart, .tablet, "LG-V700"),
                .model("lg-v9", .wordStart, .tablet, "LG-V900"),
                .model("bq-70", .wordStart, .tablet, "BQ-7099X Example"),
                .model("bq-80", .wordStart, .tablet, "BQ-8099X Example"),
                .model("bq-1", .beforeDigit, .tablet, "BQ-1099X Example"),
                .model("archos 70", .wordStart, .tablet, "Archos 70 Xenon"),
                .model("archos 80", .wordStart, .tablet, "Archos 80 Xenon"),
                .model("archos 90", .wordStart, .tablet, "Archos 90 Copper"),
                .model("archos 97", .wordStart, .tablet, "ARCHOS 97 CARBON"),
                .model("archos 101", .wordStart, .tablet, "Archos 101 Oxygen"),
                .model("archos 10", .beforeDigit, .tablet, "Archos 101b Xenon"),
                .model("lenovo a3300", .wordStart, .tablet, "Lenovo A3300-HV"),
                .model("lenovo a3500", .wordStart, .tablet, "Lenovo A3500-H"),
                .model("lenovo a2107", .wordStart, .tablet, "Lenovo A2107A-H"),
                .model("lenovo a2109", .wordStart, .tablet, "Lenovo A2109A"),
                .model("lenovo a1000l", .wordStart, .tablet, "Lenovo A1000L-F"),
                .model("lenovo a3000", .wordStart, .tablet, "Lenovo A3000-H"),
                .model("lenovo a10-", .wordStart, .tablet, "Lenovo A10-70L"),
                .model("yoga tablet", .wordStart, .tablet, "Yoga Tablet 2"),
                .model("yt3-", .wordStart, .tablet, "Lenovo YT3-X50F"),
                .model("yt-x", .wordStart, .tablet, "Lenovo YT-X705F"),
                .model("huawei m2-", .wordStart, .tablet, "HUAWEI M2-801L"),
                .model("jdn-", .wordStart, .tablet, "JDN-AL00"),
                .model("bzi-", .wordStart, .tablet, "BZI-AL00"),
                .model("jdn2-", .wordStart, .tablet, "JDN2-W09"),
                .model("kob-", .wordStart, .tablet, "KOB-L09"),
                .model("kob2-", .wordStart, .tablet, "KOB2-L09"),
                .model("agr-", .wordStart, .tablet, "AGR-L09"),
                .model("; bah", .anywhere, .tablet, "BAH9-L99"),
                .model("; ags", .anywhere, .tablet, "AGS9-L99"),
                .model("sht-", .wordStart, .tablet, "SHT-AL09"),
                .model("cpn-", .wordStart, .tablet, "CPN-L09"),
                .model("bgo-", .wordStart, .tablet, "BGO-L03"),
                .model("bg2-", .wordStart, .tablet, "BG2-U01"),
                .model("btv-", .wordStart, .tablet, "BTV-DL09"),
                .model("vrd-", .wordStart, .tablet, "VRD-EX30"),
                .model("bzd-", .wordStart, .tablet, "BZD-W00"),
                .model("bzt-", .wordStart, .tablet, "BZT-AL00"),
                .model("bzw-", .wordStart, .tablet, "BZW-AL00"),
                .model("dbr-", .wordStart, .tablet, "DBR-W1EX"),
                .model("mrx-", .wordStart, .tablet, "MRX-W09"),
                .model("iplay", .wordStart, .tablet, "iPlay_40"),
                .model("teclast", .wordStart, .tablet, "TECLAST P80X"),
                .model("chuwi", .wordStart, .tablet, "CHUWI HiPad X"),
                .model("alldocube", .wordStart, .tablet, "ALLDOCUBE X"),
                .model("pixel c", .wordStart, .tablet, "Pixel C"),
                .model("galaxy tab", .wordStart, .tablet, "Galaxy Tab"),
                .model("mipad", .wordStart, .tablet, "MiPad 4"),
                .model("xiaomi pad", .wordStart, .tablet, "Xiaomi Pad 6"),
                .model("redmi pad", .wordStart, .tablet, "Redmi Pad"),
                .model("opd2", .beforeDigit, .tablet, "OPD2203"),
                .model("rmp2", .beforeDigit, .tablet, "RMP2102"),
                .model("t1-7", .wordStart, .tablet, "T1-701u"),
                .model("t1-8", .wordStart, .tablet, "T1-821L"),
                .model("t1-a", .wordStart, .tablet, "T1-A21L"),
                .model("me1", .beforeDigit, .tablet, "ME173X"),
                .model("me3", .beforeDigit, .tablet, "ME371MG"),
                .model("me5", .beforeDigit, .tablet, "ME581CL"),
                .model("sgh-i987", .wordStart, .tablet, "SGH-I987"),
                .model("shw-m180", .wordStart, .tablet, "SHW-M180S"),
                .model("shw-m380", .wordStart, .tablet, "SHW-M380W"),
                .model("shw-m480", .wordStart, .tablet, "SHW-M480W"),
                .model("gt-n80", .wordStart, .tablet, "GT-N8000"),
                .model("thinkpad tablet", .wordStart, .tablet, "ThinkPad Tablet"),
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
            ]),
        TokenGroup(
            from: .fireTabletUserAgent,
            [
                DeviceToken(
                    "kindle", .wordStart, .sign(.tablet),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 2.3.4; en-us; Kindle Fire Build/GINGERBREAD) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.2"
                ),
                .model("kindle fire", .wordStart, .kindleFire, "Kindle Fire", mobile: false),
                .model("kf", .wordStart, .maybeFireTablet, "KFTRWI", mobile: false),
            ]),
        TokenGroup(
            from: .ownNames("tablet series sold in a single country"),
            [
                .model("pmt", .beforeDigit, .tablet, "PMT3637_4G"),
                .model("pmp", .beforeDigit, .tablet, "PMP5197D"),
                .model("mid", .beforeDigit, .tablet, "MID7120"),
                .model("optima ", .wordStart, .tablet, "Optima 1023N"),
                .model("plane ", .wordStart, .tablet, "Plane 10.3 3G"),
                .model("nextbook", .wordStart, .tablet, "NEXTBOOK NX785"),
                .model("pipo", .wordStart, .tablet, "PIPO P9"),
                .model("novo7", .wordStart, .tablet, "Novo7 Aurora"),
                .model("odys", .wordStart, .tablet, "ODYS Xelio"),
                .model("lepad", .wordStart, .tablet, "lepad_001b"),
                .model("viewpad", .wordStart, .tablet, "ViewPad7"),
                .model("slidepad", .wordStart, .tablet, "SlidePad 704"),
                .model("surfpad", .wordStart, .tablet, "SURFPAD 4"),
                .model("touchpad", .wordStart, .tablet, "TouchPad"),
                .model("qtaqz", .wordStart, .tablet, "QTAQZ3"),
                .model("qtair", .wordStart, .tablet, "QTAIR7"),
                .model("qtasun", .wordStart, .tablet, "QTASUN1"),
                .model("nt-", .beforeDigit, .tablet, "NT-3701S"),
                .model("tz", .beforeDigit, .tablet, "TZ199EX"),
                .model("eagle_", .wordStart, .tablet, "Eagle_2099", mobile: false),
                .model("rmd-", .wordStart, .tablet, "RMD-1055"),
                .model("woxter", .wordStart, .tablet, "Woxter QX 102"),
                .model("impad", .wordStart, .tablet, "imPAD 0113"),
                .model("dmtab", .wordStart, .tablet, "DMTAB-NV20A"),
                .model("tpc1", .beforeDigit, .tablet, "TPC1013"),
                .model("x-pad", .wordStart, .tablet, "X-pad LITE 7.1"),
                .model("folio", .wordStart, .tablet, "FOLIO100"),
                .model("smarttab", .wordStart, .tablet, "SmartTab10"),
                .model("kidztab", .wordStart, .tablet, "Lenco KidzTab-70"),
            ]),
        TokenGroup(
            from: .ownNames("e-book readers by PocketBook and Barnes & Noble"),
            [
                DeviceToken(
                    "pocketbook", .wordStart, .sign(.tablet),
                    example:
                        "Mozilla/5.0 (Linux like Android; en_US) AppleWebKit/534.34 PocketBook/630 (screen 758x1024) Mobile"
                ),
                .model("nook", .wordStart, .tablet, "NOOK HD"),
                .model("bntv", .wordStart, .tablet, "BNTV600"),
                DeviceToken(
                    "pocketbook", .wordStart, .sign(.reader),
                    example:
                        "Mozilla/5.0 (Linux like Android; en_US) AppleWebKit/534.34 PocketBook/630 (screen 758x1024) Mobile"
                ),
            ]),
    ]

    /// Tablet series whose names differ from each other in a letter or a number.
    static let tabletSeries = [
        TokenGroup(from: .fireTabletUserAgent, fireTablets),
        TokenGroup(from: .androidDevices, wirelessTablets + series + numberedSeries),
        TokenGroup(
            from: .ownNames("tablets: the diagonal in inches as part of the name"), diagonals + seriesOfInches),
    ]

    /// The text before or after a series number that begins with the diagonal in tenths of an inch.
    private static let seriesOfInches = ["-7", "-8", "-10", "_3g", "_4g"].map { piece in
        DeviceToken.model(piece, .anywhere, .inchesInSeries, "EX-7029G EX\(piece)29")
    }

    /// Tablet diagonals in inches that are not Android versions.
    private static let diagonals = [" 7.85 ", " 7.85)", " 9.7 ", " 9.7)", " 10.1 ", " 10.1)"].map { inches in
        DeviceToken.model(inches, .anywhere, .tablet, "Example\(inches)3G")
    }

    /// Series names that their manufacturers use only for tablets, according to their product lists: ASUS (`K0`), vivo, HP,
    /// Digma, Manta, Mediacom and others.
    private static let series = [
        "k00", "k01", "ipa2", "hp 7", "hp 8", "hp slate", "hp pro slate", "plane_", "citi_", "mid-7", "mid-1", "m-mp",
        "estar ", "freeme ", "numy_", "xtab", "flylife", "smartview_",
    ].map { name in DeviceToken.model(name, .wordStart, .tablet, "Example \(name)9") }

    /// Series of one or two letters and a number, by ASUS and Lenovo. Build numbers may begin the same way, so they count only
    /// directly after the semicolon, where the device name begins.
    private static let numberedSeries =
        ["p00", "p01", "p02"].map { DeviceToken.model("; \($0)", .anywhere, .tablet, "\($0.uppercased())X") } + [
            .model("; tb", .beforeDigit, .tablet, "TB999EX")
        ]

    /// Huawei and Honor devices without telephony have the suffix `W` and one of these numbers.
    private static let wirelessTablets = ["0", "1", "29", "59", "69"].map { number in
        DeviceToken.model("-w\(number)", .anywhere, .tablet, "EXA3-W\(number)\(number.count == 1 ? "9" : "")")
    }

    /// Amazon's Fire tablets: `KF` and further letters. Other manufacturers' phones have a digit after `KF`.
    private static let fireTablets = "abcdefghijklmnopqrstuvwxyz".map { letter in
        DeviceToken.model("; kf\(letter)", .anywhere, .tablet, "KF\(letter.uppercased())EXWI", mobile: false)
    }
}
