extension TokenTable {
    /// Phones without store apps, and their browsers.
    static let featurePhones: [TokenGroup] = [
        TokenGroup(
            from: .mobileInformationDevice,
            [
                DeviceToken(
                    "profile/midp", .anywhere, .sign(.featurePhone),
                    example: "Nokia6230i/2.0 (03.40) Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Link/6.3.1"),
                DeviceToken(
                    "midp", .anywhere, .sign(.featurePhone),
                    example:
                        "UCWEB/2.0 (Java; U; MIDP-2.0; en-US; nokiac2-01) U2/1.0.0 UCBrowser/8.9.0.251 U2/1.0.0 Mobile"),
                DeviceToken(
                    "j2me", .anywhere, .sign(.featurePhone),
                    example:
                        "Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10"
                ),
                DeviceToken(
                    "cldc-1", .anywhere, .sign(.featurePhone), example: "Example-X200/1.1 Configuration/CLDC-1.1"),
                DeviceToken(
                    "configuration/", .wordStart, .sign(.featurePhone), example: "X210/1.0 Configuration/CLDC-1.1"),
            ]),
        TokenGroup(
            from: .ownNames("feature phones: manufacturers and browsers"),
            [
                DeviceToken(
                    "nokia", .wordStart, .sign(.featurePhone),
                    example: "Nokia6230i/2.0 (03.40) Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Link/6.3.1"),
                DeviceToken(
                    "sonyericsson", .anywhere, .sign(.featurePhone),
                    example: "SonyEricssonK800i/R1ED Browser/NetFront/3.3 Profile/MIDP-2.0 Configuration/CLDC-1.1"),
                DeviceToken(
                    "cellphone", .anywhere, .sign(.featurePhone),
                    example: "Mozilla/1.22 (compatible; MMEF20; Cellphone; Sony CMD-Z6; ExampleBar 2.1)"),
                DeviceToken(
                    "samsung-sgh", .agentStart, .sign(.featurePhone), example: "SAMSUNG-SGH-E250/1.0 Browser/6.2.3"),
                DeviceToken(
                    "samsung-gt-s5", .agentStart, .sign(.featurePhone),
                    example: "SAMSUNG-GT-S5620/S5620XEJE1 SHP/VPP/R5 Dolfin/1.5"),
                DeviceToken(
                    "alcatel-", .agentStart, .sign(.featurePhone),
                    example: "Alcatel-BF5/1.0 UP.Browser/5.0.4 UP.Link/6.3.1"),
                DeviceToken(
                    "lge-", .agentStart, .sign(.featurePhone),
                    example: "LGE-VX8300/1.0 UP.Browser/6.2.3.2 (GUI) MMP/2.1 UP.Link/6.3.1"),
                DeviceToken("mot-", .agentStart, .sign(.featurePhone), example: "MOT-V3r/08.BD.43R MIB/2.2.1"),
                DeviceToken(
                    "sch-", .agentStart, .sign(.featurePhone), example: "SCH-S239/ POLARIS/6.15 (GUI; compatible)"),
                DeviceToken(
                    "sec-sgh", .agentStart, .sign(.featurePhone), example: "SEC-SGHX210/1.0 UP.Link/6.3.1.13.0"),
                DeviceToken(
                    "panasonic-", .agentStart, .sign(.featurePhone), example: "Panasonic-G60/1.0 UP.Browser/6.1"),
                DeviceToken("sharp-", .agentStart, .sign(.featurePhone), example: "SHARP-TQ-GX10/0.0"),
                DeviceToken(
                    "samsung", .agentStart, .sign(.featurePhone), example: "SAMSUNG-SPH-L720/101.40403 UP.Link/6.3.1"),
                DeviceToken("lg-", .agentStart, .sign(.featurePhone), example: "LG-G3100 AU/4.11 UP.Link/6.3.1"),
                DeviceToken("lg/", .agentStart, .sign(.featurePhone), example: "LG/U900/v1.1 UP.Link/6.3.1"),
                DeviceToken("lget", .agentStart, .sign(.featurePhone), example: "LGETU551 UP.Link/6.3.1"),
                DeviceToken(
                    "sanyo", .agentStart, .sign(.featurePhone), example: "Sanyo-C304SA/2.0 UP/4.1.21e UP.Link/6.3.1"),
                DeviceToken("ericsson", .agentStart, .sign(.featurePhone), example: "EricssonT39/R203 UP.Link/6.3.1"),
                DeviceToken("bird-", .agentStart, .sign(.featurePhone), example: "BIRD-S690 UP.Link/6.3.1"),
                DeviceToken("tianyu", .agentStart, .sign(.featurePhone), example: "TIANYU-KTOUCH/A930"),
                DeviceToken(
                    "fly_", .agentStart, .sign(.featurePhone), example: "Fly_DS108D/WAPBrowserProfile UP.Link/6.3.1"),
                DeviceToken("spice ", .agentStart, .sign(.featurePhone), example: "Spice M5365 UP.Link/6.3.1"),
                DeviceToken("philips-", .agentStart, .sign(.featurePhone), example: "PHILIPS-AZALIS288 UP/4.1.19"),
                DeviceToken(
                    "philips ", .agentStart, .sign(.featurePhone),
                    example: "Philips E210/Obigo Browser wap2.1 UP.Link/6.3.1"),
                DeviceToken("philipsx", .agentStart, .sign(.featurePhone), example: "PhilipsX2300/W1245_V12"),
                DeviceToken("sie-", .wordStart, .sign(.featurePhone), example: "SIE-CX75/25 UP.Browser/7.0.2"),
                DeviceToken("sagem", .wordStart, .sign(.featurePhone), example: "SAGEM-my411X/1.0"),
                DeviceToken("benq", .wordStart, .sign(.featurePhone), example: "BENQ-EF81/1.0"),
                DeviceToken("pantech", .wordStart, .sign(.featurePhone), example: "PANTECH-C320/1.0"),
            ]),
        TokenGroup(
            from: .ownNames("WAP browsers and gateways"),
            [
                DeviceToken(
                    "up.browser", .anywhere, .sign(.featurePhone), example: "SCH-S239/ UP.Browser/6.2.3.2 (GUI) MMP/2.0"
                ),
                DeviceToken(
                    "wap-browser", .anywhere, .sign(.featurePhone),
                    example: "B30_Dorado WAP-Browser/1.0.1 UP.Link/6.3.1"),
                DeviceToken(
                    "wap browser", .anywhere, .sign(.featurePhone),
                    example: "Example M220 (MTK6223) WAP Browser/2.1"),
                DeviceToken("wap1.", .anywhere, .sign(.featurePhone), example: "R380 2.0 WAP1.2 UP.Link/6.3.1"),
                DeviceToken(
                    "up.link", .wordStart, .sign(.featurePhone), example: "Example-M300/1.0 (GUI) UP.Link/6.5.1"),
            ]),
        TokenGroup(
            from: .ownNames("services of operators in Japan"),
            [
                DeviceToken("docomo", .wordStart, .sign(.featurePhone), example: "DoCoMo/2.0 N905i(c100;TB;W24H16)"),
                DeviceToken(
                    "foma", .wordStart, .sign(.featurePhone),
                    example: "Mozilla/4.08 (EX905i;FOMA;c500;TB)"),
                DeviceToken(
                    "kddi-", .agentStart, .sign(.featurePhone),
                    example: "KDDI-TS3W UP.Browser/6.2_7.2.7.1.K.6.1.102 (GUI) MMP/2.1 UP.Link/6.3.1"),
                DeviceToken("j-phone/", .agentStart, .sign(.featurePhone), example: "J-PHONE/3.0/J-SH11 UP.Link/6.3.1"),
                DeviceToken(
                    "jig browser", .anywhere, .sign(.featurePhone), example: "Mozilla/4.0 (jig browser 9; Example)"),
                DeviceToken("softbank/", .agentStart, .sign(.featurePhone), example: "SoftBank/1.0/910T/TJ001"),
                DeviceToken("vodafone/1", .agentStart, .sign(.featurePhone), example: "Vodafone/1.0/V802SE/SEJ001"),
                DeviceToken("portalmmm", .wordStart, .sign(.featurePhone), example: "portalmmm/2.0 N410i(c20;TB)"),
                DeviceToken("au-mic", .wordStart, .sign(.featurePhone), example: "ExamplePhone/1.0 AU-MIC/2.0"),
            ]),
        TokenGroup(
            from: .ownNames("feature phone browsers"),
            [
                DeviceToken(
                    "netfront", .anywhere, .sign(.featurePhone), example: "Mozilla/4.0 (PDA; Example/1.0) NetFront/3.4"),
                DeviceToken(
                    "openbrowser", .wordStart, .sign(.featurePhone),
                    example: "Example/1.0 (H21T;like Gecko;OpenBrowser) WWW Browser/ver1.0"),
                DeviceToken(
                    "mqqbrowser/mini", .anywhere, .sign(.featurePhone),
                    example: "MQQBrowser/Mini2.4 (Example-C301/2.0)"),
                DeviceToken(
                    "opera mobi/", .wordStart, .sign(.featurePhone),
                    example: "Opera/9.80 (Linux; Opera Mobi/23; U; mt) Presto/2.10.254 Version/12.01"),
                DeviceToken(
                    "obigo", .wordStart, .sign(.featurePhone), example: "Alcatel-OT-807D/1.0 ObigoInternetBrowser/Q05A"),
                DeviceToken(
                    "mobileexplorer", .anywhere, .sign(.featurePhone),
                    example: "MobileExplorer/3.00 (Mozilla/1.22; compatible; MMEF301; Amstrad; Gamma) UP.Link/6.3.1"),
                DeviceToken(
                    "ucweb/2.0 (java", .anywhere, .sign(.featurePhone),
                    example: "UCWEB/2.0 (Java; U; MIDP-2.0; en-US; nokiac2-01) U2/1.0.0 UCBrowser/8.9.0.251"),
                DeviceToken(
                    "cloud phone", .anywhere, .sign(.featurePhone),
                    example:
                        "Mozilla/5.0 (Cloud Phone; Generic) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Mobile Safari/537.36"
                ),
                DeviceToken("polaris/", .wordStart, .sign(.featurePhone), example: "LG-KM900 POLARIS/6.0"),
                DeviceToken(
                    "teleca", .wordStart, .sign(.featurePhone),
                    example: "Mozilla/5.0 (compatible; Teleca Q7; U; en) 480X800 LGE VX11000"),
                DeviceToken(
                    "uc browser", .agentStart, .sign(.featurePhone), example: "UC Browser5.1.0.21/27/401 UP.Link/6.3.1"),
                DeviceToken(
                    "semc-browser", .anywhere, .sign(.featurePhone),
                    example: "Example W200i/R4JA Browser/SEMC-Browser/4.2"),
                DeviceToken(
                    "dolfin/", .wordStart, .sign(.featurePhone),
                    example: "SAMSUNG-S5230/S523XEJD1 SHP/VPP/R5 Dolfin/1.5 Qtv5.3"
                ),
                DeviceToken(
                    "jasmine/", .wordStart, .sign(.featurePhone),
                    example: "SAMSUNG-S3650/S365XXIE4 SHP/VPP/R5 Jasmine/0.8"),
                DeviceToken(
                    "ovibrowser", .anywhere, .sign(.featurePhone),
                    example: "Mozilla/5.0 (Series40; Example301/08.02) Gecko/20100401 S40OviBrowser/3.8.0"),
                DeviceToken(
                    "novarra", .wordStart, .sign(.featurePhone),
                    example: "Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1; Novarra-Vision/7.3)"),
                DeviceToken("mib/", .wordStart, .sign(.featurePhone), example: "ExamplePhone/1.0 MIB/2.2.1"),
            ]),
        TokenGroup(
            from: .ownNames("feature phone systems"),
            [
                DeviceToken(
                    "blackberry", .anywhere, .sign(.featurePhone),
                    example:
                        "BlackBerry9000/4.6.0.167 Profile/MIDP-2.0 Configuration/CLDC-1.1 VendorID/102 UP.Link/6.3.1"),
                DeviceToken(
                    "series 60", .anywhere, .sign(.featurePhone),
                    example:
                        "Mozilla/4.0 (compatible; MSIE 6.0; Symbian OS; Series 60/3.42.1;552) Opera 8.50 [fi]"
                ),
                DeviceToken(
                    "symbos", .anywhere, .sign(.featurePhone),
                    example:
                        "Opera/9.80 (SymbOS; Nokia E72; Opera Mobi/SYB-1204031907; U; pt-BR) Presto/2.10.254 Version/12.00"
                ),
                DeviceToken(
                    "rim957", .anywhere, .sign(.featurePhone),
                    example: "Mozilla/2.0 (compatible; Go.Web/6.2; HandHTTP 1.1; Elaine/1.1; RIM957; ExampleBar 2.1)"),
                DeviceToken(
                    "psion", .wordStart, .sign(.featurePhone), example: "Psion Cpw/1.00f(S5) War/1.01f UP.Link/6.3.1"),
                DeviceToken(
                    "threadx", .anywhere, .sign(.featurePhone),
                    example: "PhilipsX2300/W1245_V12 ThreadX_OS/4.0 MOCOR/W12"),
                DeviceToken("mocor", .anywhere, .sign(.featurePhone), example: "Example MOCOR/W12 Release/11.08.2012"),
                DeviceToken(
                    "qtopia", .anywhere, .sign(.featurePhone),
                    example:
                        "Mozilla/5.0 (Linux; U; arm; en) AppleWebKit/523.13 (KHTML, like Gecko) Version/3.0 Mobile Safari/419.3 Qt Qtopia Iris/1.1.2"
                ),
                DeviceToken(
                    "hiptop", .wordStart, .sign(.featurePhone),
                    example: "Mozilla/5.0 (Danger hiptop 4.6; U; AvantGo 3.2)"),
            ]),
    ]

    /// Manufacturers and operators at the start of feature phones' agents. Agents of Android phones contain `Android` as well.
    static let phoneMakers = TokenGroup(
        from: .ownNames("feature phones: manufacturers and operators at the start of agents"),
        [
            "alcatel", "amoi", "audiovox", "benq-", "cdm-", "celkon", "dopod", "g-five", "gfive", "gionee", "haier",
            "hitachi", "intex", "k-touch", "karbonn", "kddi", "konka", "kyocera", "lava", "lenovo", "maxon", "maxx",
            "micromax", "mitsu", "nec-", "nexian", "panasonic", "philips", "qc-", "qtek", "sagem", "sec-", "sendo",
            "sharp", "siemens", "t-mobile", "tcl", "telit", "toshiba", "videocon", "vk-", "vodafone", "zte",
        ].map { DeviceToken($0, .agentStart, .sign(.featurePhone), example: "\($0)X210/1.0 UP.Link/6.3") })
}
