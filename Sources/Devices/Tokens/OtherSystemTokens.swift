extension TokenTable {
    /// Systems that have neither of the two stores, and Windows Phone, which posed as both.
    static let otherSystems: [DeviceToken] = [
        DeviceToken(
            "windows phone", .anywhere, .sign(.windowsPhone),
            example:
                "Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; Touch; rv:11.0; IEMobile/11.0; NOKIA; Lumia 520) like iPhone OS 7_0_3 Mac OS X AppleWebKit/537 (KHTML, like Gecko) Mobile Safari/537"
        ),
        DeviceToken(
            "wpdesktop", .anywhere, .sign(.windowsPhone),
            example:
                "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0; ARM; Touch; WPDesktop; Lumia 920)"),
        DeviceToken(
            "iemobile", .anywhere, .sign(.windowsPhone),
            example: "Mozilla/4.0 (compatible; MSIE 6.0; Windows CE; IEMobile 7.11)"),
        DeviceToken(
            "windows ce", .anywhere, .sign(.windowsPhone),
            example: "Mozilla/4.0 (compatible; MSIE 4.01; Windows CE; PPC; 240x320)"),
        DeviceToken(
            "windows mobile", .anywhere, .sign(.windowsPhone),
            example: "Opera/9.51 Beta (Microsoft Windows; PPC; Opera Mobi/1718; U; en) Windows Mobile 6.1"),
        DeviceToken(
            "zunewp7", .anywhere, .sign(.windowsPhone),
            example: "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; XBLWP7; ZuneWP7)"),
        DeviceToken(
            "wds ", .beforeDigit, .sign(.windowsPhone),
            example:
                "UCWEB/2.0 (Windows; U; wds 8.10; en-US; NOKIA; RM-976) U2/1.0.0 UCBrowser/4.2.1.541 U2/1.0.0 Mobile"),
        DeviceToken(
            "lumia ", .wordStart, .sign(.windowsPhone),
            example:
                "Mozilla/5.0 (Windows NT 10.0; ARM; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/46.0.2486.0 Safari/537.36 Edge/13.10586"
        ),
        DeviceToken(
            "wp7/", .wordStart, .sign(.windowsPhone),
            example: "ExampleMessenger/2.1 WP7/7.10.8773 Device/NOKIA-Lumia-800"),
        DeviceToken(
            "symbian", .anywhere, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (SymbianOS/9.4; Series60/5.0 Nokia5800d-1/60.0.003; Profile/MIDP-2.1 Configuration/CLDC-1.1 ) AppleWebKit/533.4"
        ),
        DeviceToken(
            "series60", .anywhere, .sign(.otherSystem),
            example: "NokiaN70-1/5.0609.2.0.1 Series60/2.8 Profile/MIDP-2.0 Configuration/CLDC-1.1"),
        DeviceToken(
            "series40", .anywhere, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (Series40; Nokia200/11.81; Profile/MIDP-2.1 Configuration/CLDC-1.1) Gecko/20100401 S40OviBrowser/2.0.2.68.14"
        ),
        DeviceToken(
            "bb10", .wordStart, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.3.3.2205 Mobile Safari/537.10+"
        ),
        DeviceToken(
            "playbook", .anywhere, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ (KHTML, like Gecko) Version/7.2.1.0 Safari/536.2+"
        ),
        DeviceToken(
            "kaios", .anywhere, .sign(.otherSystem),
            example: "Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5"),
        DeviceToken(
            "(mobile; ", .anywhere, .sign(.otherSystem),
            example: "Mozilla/5.0 (Mobile; rv:26.0) Gecko/26.0 Firefox/26.0"),
        DeviceToken(
            "(tablet; ", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (Tablet; rv:29.0) Gecko/29.0 Firefox/29.0"),
        DeviceToken(
            "tizen", .wordStart, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (Linux; Tizen 2.3; SAMSUNG SM-Z130H) AppleWebKit/537.3 (KHTML, like Gecko) SamsungBrowser/1.0 Mobile Safari/537.3"
        ),
        DeviceToken(
            "bada", .word, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S8530/S8530JPKA1; U; Bada/2.0; en-us) AppleWebKit/534.20 (KHTML, like Gecko) Dolfin/3.0 Mobile"
        ),
        DeviceToken(
            "webos", .anywhere, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (webOS/1.4.5; U; en-US) AppleWebKit/532.2 (KHTML, like Gecko) Version/1.0 Safari/532.2 Pre/1.0"
        ),
        DeviceToken(
            "hpwos", .anywhere, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (hp-tablet; Linux; hpwOS/3.0.2; U; en-US) AppleWebKit/534.6 (KHTML, like Gecko) wOSBrowser/234.40.1 Safari/534.6 TouchPad/1.0"
        ),
        DeviceToken(
            "web0s", .anywhere, .sign(.tvSystem),
            example:
                "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager"
        ),
        DeviceToken(
            "maemo", .anywhere, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (X11; U; Linux armv7l; en-GB; rv:1.9.2.3pre) Gecko/20100723 Firefox/3.5 Maemo Browser 1.7.4.8 RX-51 N900"
        ),
        DeviceToken(
            "meego", .anywhere, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (MeeGo; NokiaN9) AppleWebKit/534.13 (KHTML, like Gecko) NokiaBrowser/8.5.0 Mobile Safari/534.13"
        ),
        DeviceToken(
            "sailfish", .anywhere, .sign(.otherSystem),
            example: "Mozilla/5.0 (Linux; U; Sailfish 3.0; Mobile; rv:60.0) Gecko/60.0 Firefox/60.0 SailfishBrowser/1.0"
        ),
        DeviceToken(
            "brew", .word, .sign(.otherSystem),
            example: "Mozilla/5.0 (compatible; Teleca Q7; Brew 3.1.5; U; en) 480X800 LGE VX11000"),
        DeviceToken(
            "maui", .anywhere, .sign(.otherSystem),
            example: "Example-Phone (MRE/3.1.00(64);MAUI/_EX12;BDATE/2016/11/21)"),
        DeviceToken(
            "mre/", .wordStart, .sign(.otherSystem),
            example: "Example-Phone (MRE/3.1.00(64);MAUI/_EX12;BDATE/2016/11/21)"),
        DeviceToken(
            "nucleus/", .anywhere, .sign(.otherSystem),
            example: "Example-Z100/1.0 Nucleus/1.3 Release/01.01.2011 Browser/Opera"),
        DeviceToken(
            "nintendo", .anywhere, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/601.6 (KHTML, like Gecko) NF/4.0.0.5.10 NintendoBrowser/5.1.0.13343"
        ),
        DeviceToken(
            "playstation", .anywhere, .sign(.console),
            example:
                "Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15"
        ),
        DeviceToken(
            "nintendo", .anywhere, .sign(.console),
            example:
                "Mozilla/5.0 (Nintendo WiiU) AppleWebKit/536.30 (KHTML, like Gecko) NX/3.0.4.2.12 NintendoBrowser/4.3.1.11264.US"
        ),
        DeviceToken(
            "openharmony", .anywhere, .sign(.harmony),
            example:
                "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile"
        ),
        DeviceToken(
            "harmonyos", .anywhere, .sign(.harmony),
            example:
                "Mozilla/5.0 (Linux; Android 10; HarmonyOS; ELS-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 HuaweiBrowser/12.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "freebsd", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (X11; FreeBSD amd64; rv:102.0) Gecko/20100101 Firefox/102.0"),
        DeviceToken(
            "openbsd", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (X11; OpenBSD amd64; rv:102.0) Gecko/20100101 Firefox/102.0"),
        DeviceToken(
            "netbsd", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (X11; NetBSD amd64; rv:102.0) Gecko/20100101 Firefox/102.0"),
        DeviceToken(
            "dragonfly", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (X11; U; DragonFly i386; de; rv:1.9.1) Gecko/20090720 Firefox/3.5.1"),
        DeviceToken(
            "sunos", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (X11; SunOS i86pc; rv:52.0) Gecko/20100101 Firefox/52.0"),
        DeviceToken(
            "beos", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (BeOS; U; BeOS BePC; en-US; rv:1.8.1.6) Gecko/20070731 BonEcho/2.0.0.6"),
        DeviceToken(
            "haiku", .anywhere, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (Macintosh; Intel Haiku R1 x86) AppleWebKit/602.1 (KHTML, like Gecko) WebPositive/1.2 Version/10.0 Safari/602.1"
        ),
        DeviceToken(
            "amiga", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/4.0 (compatible; IBrowse 2.4; AmigaOS 3.9; 68K)"),
        DeviceToken("risc os", .anywhere, .sign(.otherSystem), example: "NetSurf/3.10 (RISC OS)"),
        DeviceToken(
            "hp-ux", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (X11; U; HP-UX 9000/785; en-US; rv:1.6) Gecko/20040304"),
        DeviceToken(
            "irix", .wordStart, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (X11; U; IRIX64 IP35; en-US; rv:1.4.3) Gecko/20040909"),
        DeviceToken(
            "aix", .word, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (X11; U; AIX 5.3; en-US; rv:1.7.12) Gecko/20051025"),
        DeviceToken(
            "qnx", .word, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (Photon; U; QNX x86pc; en-US; rv:1.6) Gecko/20040429"),
        DeviceToken("osf1", .word, .sign(.maybeOtherSystem), example: "Mozilla/3.04Gold (X11; I; OSF1 V4.0 alpha)"),
        DeviceToken(
            "openvms", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (X11; U; OpenVMS COMPAQ_Professional_Workstation; en-US; rv:1.7.13) Gecko/20060506"),
        DeviceToken("bsd/", .wordStart, .sign(.maybeOtherSystem), example: "Mozilla/2.02 (X11; I; BSD/386 2.1 i386)"),
        DeviceToken("appletv", .anywhere, .sign(.otherSystem), example: "AppleTV6,2/11.1"),
        DeviceToken("watchos", .anywhere, .sign(.otherSystem), example: "ExampleApp/3.0 (Watch6,2; watchOS 8.5)"),
        DeviceToken("roku", .wordStart, .sign(.otherSystem), example: "Roku/DVP-9.10 (519.10E04111A)"),
        DeviceToken(
            "googletv", .anywhere, .sign(.tvSystem),
            example:
                "Mozilla/5.0 (X11; U; Linux i686; en-US) AppleWebKit/533.4 (KHTML, like Gecko) Chrome/5.0.375.127 Large Screen Safari/533.4 GoogleTV/162671"
        ),
        DeviceToken(
            "vidaa", .anywhere, .sign(.tvSystem),
            example:
                "Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0 Safari/537.36 Model/Hisense-MSD6886 VIDAA/5.0(Hisense;SmartTV)"
        ),
        DeviceToken(
            "smart-tv", .anywhere, .sign(.television),
            example:
                "Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36"
        ),
        DeviceToken(
            "s60v", .wordStart, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (S60V5; U; en-us; NokiaC5-03) AppleWebKit/530.13 (KHTML, like Gecko) UCBrowser/8.7.0.218/50/352/UCWEB Mobile"
        ),
        DeviceToken(
            "playstation ", .beforeDigit, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15"
        ),
        DeviceToken(
            "(playstation", .anywhere, .sign(.otherSystem),
            example: "Mozilla/5.0 (PlayStation Vita 3.61) AppleWebKit/537.73 (KHTML, like Gecko) Silk/3.2"),
        DeviceToken(
            "playstation portable", .anywhere, .sign(.otherSystem),
            example: "Mozilla/4.0 (PSP (PlayStation Portable); 2.00)"),
        DeviceToken(
            "apple tv", .wordStart, .sign(.otherSystem),
            example: "AppleCoreMedia/1.0.0.12F69 (Apple TV; U; CPU OS 8_3 like Mac OS X; en_us)"),
        DeviceToken("tvos", .wordStart, .sign(.otherSystem), example: "ExamplePlayer/2.0 (Apple TV; tvOS 15.4)"),
        DeviceToken(
            "watch os", .anywhere, .sign(.otherSystem),
            example: "com.apple.invitation-registration [Watch OS,9.0,20R361,Watch6,15]"),
        DeviceToken(
            "apple watch", .anywhere, .sign(.otherSystem),
            example: "Overcast (+http://overcast.fm/; Apple Watch podcast app)"),
        DeviceToken("watch", .beforeDigit, .sign(.otherSystem), example: "ExampleApp/3.0 (Watch6,2; watchOS 8.5)"),
        DeviceToken(
            "palmos", .anywhere, .sign(.otherSystem), example: "Mozilla/4.76 [en] (PalmOS; U; WebPro/3.0; Palm-Arz1)"),
        DeviceToken(
            "palmsource", .anywhere, .sign(.otherSystem),
            example: "Mozilla/4.0 (compatible; MSIE 6.0; Windows 98; PalmSource/Palm-D052; Blazer/4.5) 16;320x320"),
        DeviceToken(
            "fuchsia", .word, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (Fuchsia) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0 Safari/537.36 CrKey/1.56.500000"
        ),
        DeviceToken(
            "slp/", .wordStart, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-I9200/1.0; U; Linux/SLP/2.0; en) AppleWebKit/534.4 Dolfin/2.0 Mobile"),
        DeviceToken(
            "opentv", .anywhere, .sign(.tvSystem), example: "Mozilla/5.0 (Spyglass 3.0; OpenTV) Gecko/20081010"),
        DeviceToken(
            "otvwebkit", .anywhere, .sign(.tvSystem),
            example: "Mozilla/5.0 (otvwebkit; en; OpenTV Build/5.1.2) otvwebkit/533.1 (KHTML, like Gecko)"),
        DeviceToken(
            "tivoos", .anywhere, .sign(.tvSystem),
            example:
                "Mozilla/5.0 (Linux ) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0 Safari/537.36 OPR/46.0 OMI/4.23 TiVoOS/1.0.0"
        ),
        DeviceToken(
            "smartcast", .anywhere, .sign(.tvSystem),
            example:
                "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0 Safari/537.36 CrKey/1.0.999999 VIZIO SmartCast(Conjure/MTKA-7.6)"
        ),
        DeviceToken(
            "vizio", .wordStart, .sign(.tvSystem), example: "VIZIO V435-J01 ViziOS/1.0.69.130 WatchFree/24.06.13.2"),
        DeviceToken(
            "crkey", .anywhere, .sign(.tvSystem),
            example:
                "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.225 Safari/537.36 CrKey/1.56.500000"
        ),
        DeviceToken(
            "smarthub", .anywhere, .sign(.tvSystem),
            example:
                "Mozilla/5.0 (SmartHub; SMART-TV; U; Linux/SmartTV; Maple2012) AppleWebKit/534.7 (KHTML, like Gecko) SmartTV Safari/534.7"
        ),
        DeviceToken(
            "maple", .wordStart, .sign(.tvSystem),
            example:
                "Mozilla/5.0 (SMART-TV; X11; Linux i686) AppleWebKit/535.20+ (KHTML, like Gecko) Version/5.0 Safari/535.20+ Maple2012"
        ),
        DeviceToken(
            "linux mips", .anywhere, .sign(.tvSystem),
            example: "Opera/9.80 (Linux mips; ) Presto/2.12.407 Version/12.51"),
        DeviceToken(
            "whaleos", .anywhere, .sign(.tvSystem),
            example:
                "Mozilla/5.0 (X11;Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/107.0 Safari/537.36 Model/X (WHALEOS)"
        ),
        DeviceToken("kepler/", .wordStart, .sign(.tvSystem), example: "Kepler/1.1 (Linux; AFTCL001)"),
        DeviceToken(
            "opera tv store", .anywhere, .sign(.tvSystem),
            example: "Opera/9.80 (Linux armv6l; Opera TV Store/5599; (SonyBDP/BDV13)) Presto/2.12.362 Version/12.11"),
        DeviceToken(
            "brightsign", .anywhere, .sign(.television),
            example:
                "BrightSign/8.2.26 (XT1144) Mozilla/5.0 (Unknown; Linux arm) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.12.3 Chrome/69.0 Safari/537.36"
        ),
        DeviceToken(
            "profile/midp", .anywhere, .sign(.featurePhone),
            example: "Nokia6230i/2.0 (03.40) Profile/MIDP-2.0 Configuration/CLDC-1.1"),
        DeviceToken(
            "midp", .anywhere, .sign(.featurePhone),
            example: "UCWEB/2.0 (Java; U; MIDP-2.0; en-US; nokiac2-01) U2/1.0.0 UCBrowser/8.9.0.251 U2/1.0.0 Mobile"),
        DeviceToken(
            "j2me", .anywhere, .sign(.featurePhone),
            example: "Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10"),
        DeviceToken(
            "nokia", .wordStart, .sign(.featurePhone),
            example: "Nokia6230i/2.0 (03.40) Profile/MIDP-2.0 Configuration/CLDC-1.1"),
        DeviceToken(
            "up.browser", .anywhere, .sign(.featurePhone), example: "SCH-S239/ UP.Browser/6.2.3.2 (GUI) MMP/2.0"),
        DeviceToken(
            "sonyericsson", .anywhere, .sign(.featurePhone),
            example: "SonyEricssonK800i/R1ED Browser/NetFront/3.3 Profile/MIDP-2.0 Configuration/CLDC-1.1"),
        DeviceToken("docomo", .wordStart, .sign(.featurePhone), example: "DoCoMo/2.0 N905i(c100;TB;W24H16)"),
        DeviceToken("foma", .wordStart, .sign(.featurePhone), example: "Mozilla/5.0 (F02B;FOMA;like Gecko)"),
        DeviceToken(
            "netfront", .anywhere, .sign(.featurePhone), example: "Mozilla/4.0 (PDA; Example/1.0) NetFront/3.4"),
        DeviceToken(
            "obigo", .wordStart, .sign(.featurePhone), example: "Alcatel-OT-807D/1.0 ObigoInternetBrowser/Q05A"),
        DeviceToken("wap-browser", .anywhere, .sign(.featurePhone), example: "B30_Dorado WAP-Browser/1.0.0"),
        DeviceToken(
            "kddi-", .agentStart, .sign(.featurePhone),
            example: "KDDI-TS3W UP.Browser/6.2_7.2.7.1.K.6.1.102 (GUI) MMP/2.0"),
        DeviceToken(
            "blackberry", .anywhere, .sign(.featurePhone),
            example: "BlackBerry9000/4.6.0.167 Profile/MIDP-2.0 Configuration/CLDC-1.1 VendorID/102"),
        DeviceToken(
            "wap browser", .anywhere, .sign(.featurePhone), example: "Mozilla/5.0 (compatible; WAP Browser; MTK6225)"),
        DeviceToken(
            "mobileexplorer", .anywhere, .sign(.featurePhone),
            example: "MobileExplorer/3.00 (Mozilla/1.22; compatible; MMEF300; Amstrad; Gamma)"),
        DeviceToken(
            "cellphone", .anywhere, .sign(.featurePhone),
            example: "Mozilla/1.22 (compatible; MMEF20; Cellphone; Sony CMD-Z5)"),
        DeviceToken("samsung-sgh", .agentStart, .sign(.featurePhone), example: "SAMSUNG-SGH-E250/1.0 Browser/6.2.3"),
        DeviceToken(
            "samsung-gt-s5", .agentStart, .sign(.featurePhone),
            example: "SAMSUNG-GT-S5620/S5620XEJE1 SHP/VPP/R5 Dolfin/1.5"),
        DeviceToken(
            "series 60", .anywhere, .sign(.featurePhone),
            example: "Opera/9.80 (Series 60; Opera Mini/7.1.32444/36.1556; U; en) Presto/2.12.423 Version/12.16"),
        DeviceToken(
            "symbos", .anywhere, .sign(.featurePhone),
            example: "Opera/9.80 (S60; SymbOS; Opera Mobi/SYB-1103211396; U; en) Presto/2.7.81 Version/11.00"),
        DeviceToken(
            "rim957", .anywhere, .sign(.featurePhone),
            example: "Mozilla/2.0 (compatible; Go.Web/6.2; HandHTTP 1.1; Elaine/1.0; RIM957 )"),
        DeviceToken("psion", .wordStart, .sign(.featurePhone), example: "Psion Cpw/1.00f(S5) War/1.00f"),
        DeviceToken("j-phone/", .agentStart, .sign(.featurePhone), example: "J-PHONE/3.0/J-SH10"),
        DeviceToken("jig browser", .anywhere, .sign(.featurePhone), example: "Mozilla/4.0 (jig browser 9; Example)"),
        DeviceToken(
            "ucweb/2.0 (java", .anywhere, .sign(.featurePhone),
            example: "UCWEB/2.0 (Java; U; MIDP-2.0; en-US; nokiac2-01) U2/1.0.0 UCBrowser/8.9.0.251"),
        DeviceToken("alcatel-", .agentStart, .sign(.featurePhone), example: "Alcatel-BF5/1.0 UP.Browser/5.0.3"),
        DeviceToken(
            "lge-", .agentStart, .sign(.featurePhone), example: "LGE-VX8300/1.0 UP.Browser/6.2.3.2 (GUI) MMP/2.0"),
        DeviceToken("mot-", .agentStart, .sign(.featurePhone), example: "MOT-V3r/08.BD.43R MIB/2.2.1"),
        DeviceToken("sch-", .agentStart, .sign(.featurePhone), example: "SCH-S239/ POLARIS/6.15 (GUI; compatible)"),
        DeviceToken("sec-sgh", .agentStart, .sign(.featurePhone), example: "SEC-SGHX210/1.0 UP.Link/6.3.1.13.0"),
        DeviceToken("wap1.", .anywhere, .sign(.featurePhone), example: "R380 2.0 WAP1.1"),
        DeviceToken(
            "cloud phone", .anywhere, .sign(.featurePhone),
            example:
                "Mozilla/5.0 (Cloud Phone; Generic) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "threadx", .anywhere, .sign(.featurePhone), example: "PhilipsX2300/W1245_V12 ThreadX_OS/4.0 MOCOR/W12"),
        DeviceToken("polaris/", .wordStart, .sign(.featurePhone), example: "LG-KM900 POLARIS/6.0"),
        DeviceToken(
            "teleca", .wordStart, .sign(.featurePhone),
            example: "Mozilla/5.0 (compatible; Teleca Q7; U; en) 480X800 LGE VX11000"),
        DeviceToken("softbank/", .agentStart, .sign(.featurePhone), example: "SoftBank/1.0/910T/TJ001"),
        DeviceToken("vodafone/1", .agentStart, .sign(.featurePhone), example: "Vodafone/1.0/V802SE/SEJ001"),
        DeviceToken("mocor", .anywhere, .sign(.featurePhone), example: "Example MOCOR/W12 Release/11.08.2012"),
        DeviceToken("panasonic-", .agentStart, .sign(.featurePhone), example: "Panasonic-G60/1.0 UP.Browser/6.1"),
        DeviceToken("sharp-", .agentStart, .sign(.featurePhone), example: "SHARP-TQ-GX10/0.0"),
        DeviceToken("webtv", .wordStart, .sign(.tvSystem), example: "Mozilla/4.0 WebTV/2.6 (compatible; MSIE 4.0)"),
        DeviceToken(
            "viera", .wordStart, .sign(.tvSystem),
            example: "Mozilla/5.0 (compatible; U; InfiNet 0.1; Viera) AppleWebKit/420+ (KHTML, like Gecko)"),
        DeviceToken(
            "aros", .word, .sign(.maybeOtherSystem),
            example:
                "Mozilla/5.0 (compatible; Odyssey Web Browser; AROS; rv:1.16) AppleWebKit/535.14 (KHTML, like Gecko) OWB/1.16 Safari/535.14"
        ),
        DeviceToken(
            "syllable", .wordStart, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (compatible; U; ABrowse 0.6;  Syllable)"),
        DeviceToken("webexplorer", .anywhere, .sign(.maybeOtherSystem), example: "IBM WebExplorer DLL /v1.1"),
        DeviceToken(
            "amiga", .anywhere, .sign(.otherSystem), example: "Mozilla/6.0 (Macintosh; U; Amiga-AWeb) Safari 3.1"),
        DeviceToken(
            "oculusbrowser", .anywhere, .sign(.headset),
            example:
                "Mozilla/5.0 (X11; Linux x86_64; Quest 2) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/22.2.0 SamsungBrowser/4.0 Chrome/102.0 VR Safari/537.36"
        ),
        DeviceToken(
            "microsoft windows; ppc", .anywhere, .sign(.windowsPhone),
            example: "Opera/9.5 (Microsoft Windows; PPC; 240x320; Opera Mobi/15445; U; fr)"),
        DeviceToken(
            "htc_touch", .anywhere, .sign(.windowsPhone),
            example: "HTC_Touch_HD_T8282 Opera/9.50 (Windows NT 5.1; U; en)"),
        DeviceToken(
            "htc_hd", .anywhere, .sign(.windowsPhone),
            example: "Vodafone/1.0/HTC_HD2/3.14.163.3 (04666) Opera/9.7 (Windows NT 5.1; U; fr)"),
        DeviceToken(
            "hd_mini", .anywhere, .sign(.windowsPhone), example: "HD_mini_T5555 Opera/9.7 (Windows NT 5.1; U; en)"),
        DeviceToken(
            "xda_", .wordStart, .sign(.windowsPhone), example: "Xda_diamond Opera/9.50 (Windows NT 5.1; U; de)"),
        DeviceToken(
            "like android", .anywhere, .sign(.likeAndroid),
            example:
                "Mozilla/5.0 (Linux; Ubuntu 14.04 like Android 4.4) AppleWebKit/537.36 Chromium/35.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "ubuntu 1", .anywhere, .sign(.ubuntuTouch),
            example:
                "Mozilla/5.0 (Linux; Ubuntu 14.04 like Android 4.4) AppleWebKit/537.36 Chromium/35.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "xbox", .wordStart, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/91.0 Safari/537.36 Edg/91.0"
        ),
        DeviceToken(
            "xbox", .wordStart, .sign(.console),
            example:
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/91.0 Safari/537.36 Edg/91.0"
        ),
        DeviceToken(
            "os/2", .wordStart, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (OS/2; Warp 4.5; rv:45.0) Gecko/20100101 Firefox/45.0"),
        DeviceToken(
            "s60 v", .wordStart, .sign(.otherSystem),
            example: "UCWEB/2.0 (Symbian; U; S60 V5; en-US; NokiaN8-00) U2/1.0.0 UCBrowser/9.2.0.336 U2/1.0.0 Mobile"),
        DeviceToken(
            "s60;", .wordStart, .sign(.otherSystem),
            example: "Opera/9.80 (S60; SymbOS; Opera Mobi/SYB-1103211396; U; en) Presto/2.7.81 Version/11.00"),
        DeviceToken(
            "homepod", .wordStart, .sign(.otherSystem),
            example: "AppleCoreMedia/1.0.0.15F80 (HomePod; U; CPU OS 11_4 like Mac OS X; en_us)"),
        DeviceToken(
            "homepod", .wordStart, .sign(.console),
            example: "AppleCoreMedia/1.0.0.15F80 (HomePod; U; CPU OS 11_4 like Mac OS X; en_us)"),
        DeviceToken(
            "morphos", .anywhere, .sign(.otherSystem),
            example:
                "Mozilla/5.0 (Macintosh; PowerPC MorphOS 3.2; Odyssey Web Browser; rv:1.21) AppleWebKit/537.33 (KHTML, like Gecko) OWB/1.21 Safari/537.33"
        ),
        DeviceToken(
            "serenityos", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (SerenityOS; x86_64) LibWeb+LibJS/1.0 Ladybird/1.0"),
        DeviceToken("solaris", .anywhere, .sign(.maybeOtherSystem), example: "Opera/9.25 (OpenSolaris; U; en)"),
        DeviceToken("inferno", .wordStart, .sign(.maybeOtherSystem), example: "Mozilla/4.08 (Charon; Inferno)"),
        DeviceToken(
            "news-os", .anywhere, .sign(.maybeOtherSystem), example: "Mozilla/1.1I (X11; I; NEWS-OS 6.1.1 news5000)"),
        DeviceToken(
            "unix_sv", .anywhere, .sign(.maybeOtherSystem), example: "Mozilla/1.1I [en] (X11; I; UNIX_SV 4.2MP R4000)"),
        DeviceToken(
            "osf", .beforeDigit, .sign(.maybeOtherSystem), example: "Mozilla/3.04Gold (X11; I; OSF1 V4.0 alpha)"),
        DeviceToken(
            "remixos", .anywhere, .sign(.maybeOtherSystem),
            example:
                "Browse/0.6 (Linux 3.10.0+; RemixOS 6.0; en_us) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/44.0 Desktop"
        ),
        DeviceToken(
            "kreatv", .anywhere, .sign(.tvSystem),
            example: "OPR/19.0.1325.0 OMI/4.1.4.54, KreaTV/15.99.2.1 (ARRIS, IPC1100P2, wired)"),
        DeviceToken(
            "qtopia", .anywhere, .sign(.featurePhone),
            example:
                "Mozilla/5.0 (Linux; U; arm; en) AppleWebKit/523.13 (KHTML, like Gecko) Version/3.0 Mobile Safari/419.3 Qt Qtopia Iris/1.1.2"
        ),
        DeviceToken("hd2_t", .wordStart, .sign(.windowsPhone), example: "HD2_T8585 Opera/9.7 (Windows NT 5.1; U; en)"),
        DeviceToken("samsung", .agentStart, .sign(.featurePhone), example: "SAMSUNG-SPH-L720/101.40402"),
        DeviceToken("lg-", .agentStart, .sign(.featurePhone), example: "LG-G3100 AU/4.10"),
        DeviceToken("lg/", .agentStart, .sign(.featurePhone), example: "LG/U900/v1.0"),
        DeviceToken("lget", .agentStart, .sign(.featurePhone), example: "LGETU550"),
        DeviceToken("sanyo", .agentStart, .sign(.featurePhone), example: "Sanyo-C304SA/2.0 UP/4.1.20e"),
        DeviceToken("ericsson", .agentStart, .sign(.featurePhone), example: "EricssonT39/R202"),
        DeviceToken("bird-", .agentStart, .sign(.featurePhone), example: "BIRD-S689"),
        DeviceToken("tianyu", .agentStart, .sign(.featurePhone), example: "TIANYU-KTOUCH/A930"),
        DeviceToken("fly_", .agentStart, .sign(.featurePhone), example: "Fly_DS107D/WAPBrowserProfile"),
        DeviceToken("uc browser", .agentStart, .sign(.featurePhone), example: "UC Browser5.1.0.21/27/400"),
        DeviceToken("spice ", .agentStart, .sign(.featurePhone), example: "Spice M5364"),
        DeviceToken("philips-", .agentStart, .sign(.featurePhone), example: "PHILIPS-AZALIS288 UP/4.1.19"),
        DeviceToken("philips ", .agentStart, .sign(.featurePhone), example: "Philips E210/Obigo Browser wap2.0"),
        DeviceToken("philipsx", .agentStart, .sign(.featurePhone), example: "PhilipsX2300/W1245_V12"),
        DeviceToken(
            "odin/", .wordStart, .sign(.odin),
            example:
                "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0 Odin/88.4324.2.10 Safari/537.36 Model/Hisense-MT9602"
        ),
        DeviceToken("hbbtv", .anywhere, .sign(.hbbTV), example: "Mozilla/5.0 (Linux; U; HbbTV/1.1.1) Presto/2.10"),
        DeviceToken(
            "hisense", .anywhere, .sign(.hisense),
            example:
                "Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/53.0 Safari/537.36 OPR/40.0 OMI/4.9 Model/Hisense-MT5658"
        ),
        DeviceToken(
            "brightsign", .anywhere, .sign(.tvSystem),
            example:
                "BrightSign/8.2.26 (XT1144) Mozilla/5.0 (Unknown; Linux arm) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.12.3 Chrome/69.0 Safari/537.36"
        ),
        DeviceToken(
            "haiku", .anywhere, .sign(.maybeOtherSystem),
            example:
                "Mozilla/5.0 (compatible; Haiku R1 x86) AppleWebKit/538.1 (KHTML, like Gecko) WebPositive/1.2 Safari/538.1"
        ),
        DeviceToken("risc os", .anywhere, .sign(.maybeOtherSystem), example: "NetSurf/3.10 (RISC OS)"),
        DeviceToken(
            "morphos", .anywhere, .sign(.maybeOtherSystem),
            example: "Mozilla/5.0 (Macintosh; PowerPC MorphOS 3.2; Odyssey Web Browser; rv:1.21) AppleWebKit/537.33"),
    ]
}
