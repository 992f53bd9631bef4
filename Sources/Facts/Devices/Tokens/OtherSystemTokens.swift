extension TokenTable {
    /// Systems with neither of the two stores, and Windows Phone, which imitated both.
    static let otherSystems: [TokenGroup] = [
        TokenGroup(
            from: .ownNames("Meta's apps: the fields they add in brackets"),
            [
                DeviceToken(
                    "fbmd/ipad", .anywhere, .sign(.ipad),
                    example: "[FBAN/FBIOS;FBAV/50.0;FBDV/iPad4,4;FBMD/iPad;FBSN/iPhone OS;FBSV/8.0.2]")
            ]),
        TokenGroup(
            from: .internetExplorer,
            [
                DeviceToken(
                    "windows phone", .anywhere, .sign(.windowsPhone),
                    example:
                        "Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; Touch; rv:11.0; IEMobile/11.0; NOKIA; Lumia 520) like iPhone OS 7_0_3 Mac OS X AppleWebKit/537 (KHTML, like Gecko) Mobile Safari/537"
                ),
                DeviceToken(
                    "wpdesktop", .anywhere, .sign(.windowsPhone),
                    example:
                        "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0; ARM; Touch; WPDesktop; Lumia 921)"
                ),
                DeviceToken(
                    "iemobile", .anywhere, .sign(.windowsPhone),
                    example: "Mozilla/4.0 (compatible; MSIE 6.0; Windows CE; IEMobile 7.11; ExampleBar 2.1)"),
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
                        "UCWEB/2.0 (Windows; U; wds 8.10; en-US; NOKIA; RM-976) U2/1.0.0 UCBrowser/4.2.1.541 U2/1.0.0 Mobile"
                ),
                DeviceToken(
                    "lumia ", .wordStart, .sign(.windowsPhone),
                    example:
                        "Mozilla/5.0 (Windows NT 10.0; ARM; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/46.0.2486.0 Safari/537.36 Edge/13.10587"
                ),
                DeviceToken(
                    "wp7/", .wordStart, .sign(.windowsPhone),
                    example: "ExampleMessenger/2.1 WP7/7.10.8773 Device/NOKIA-Lumia-800"),
                DeviceToken(
                    "microsoft windows; ppc", .anywhere, .sign(.windowsPhone),
                    example: "Opera/9.5 (Microsoft Windows; PPC; 240x320; Opera Mobi/15445; U; fr)"),
                DeviceToken(
                    "xbox", .wordStart, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/91.0 Safari/537.36 Edg/91.0"
                ),
                DeviceToken(
                    "windowsmobile", .anywhere, .sign(.windowsPhone),
                    example: "Opera/9.7 (WindowsMobile; PPC; Opera Mobi/35267; U; en; Presto/2.1.2)"),
            ]),
        TokenGroup(
            from: .ownNames("Symbian phones"),
            [
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
                        "Mozilla/5.0 (Series40; NokiaX3-02/le7.16; Profile/MIDP-2.1 Configuration/CLDC-1.1) Gecko/20100401 S40OviBrowser/1.0.0.11.8"
                ),
                DeviceToken(
                    "s60v", .wordStart, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (S60V5; U; en-us; NokiaC5-03) AppleWebKit/530.13 (KHTML, like Gecko) UCBrowser/8.7.0.218/50/352/UCWEB Mobile"
                ),
                DeviceToken(
                    "s60 v", .wordStart, .sign(.otherSystem),
                    example:
                        "UCWEB/2.0 (Symbian; U; S60 V5; en-US; NokiaN8-00) U2/1.0.0 UCBrowser/9.2.0.336 U2/1.0.0 Mobile"
                ),
                DeviceToken(
                    "s60;", .wordStart, .sign(.otherSystem),
                    example:
                        "Opera/9.80 (S60; SymbOS; Opera Mobi/1181; U; fi) Presto/2.5.28 Version/10.1"
                ),
            ]),
        TokenGroup(
            from: .ownNames("systems for phones and organisers"),
            [
                DeviceToken(
                    "bb10", .wordStart, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (BB10; Touch) AppleWebKit/537.35+ (KHTML, like Gecko) Version/10.3.2.2789 Mobile Safari/537.35+"
                ),
                DeviceToken(
                    "playbook", .anywhere, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ (KHTML, like Gecko) Version/7.2.1.0 Safari/536.2+"
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
                    example:
                        "Mozilla/5.0 (Linux; U; Sailfish 3.0; Mobile; rv:60.9) Gecko/60.9 Firefox/60.9 SailfishBrowser/1.0"
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
                    "palmos", .anywhere, .sign(.otherSystem),
                    example: "Mozilla/4.76 [en] (PalmOS; U; WebPro/3.0; Palm-Arz1)"),
                DeviceToken(
                    "palmsource", .anywhere, .sign(.otherSystem),
                    example:
                        "Mozilla/4.0 (compatible; MSIE 6.0; Windows 98; PalmSource/Palm-D052; Blazer/4.5) 16;320x320 [de]"
                ),
                DeviceToken(
                    "fuchsia", .word, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (Fuchsia) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0 Safari/537.36 CrKey/1.56.500000"
                ),
                DeviceToken(
                    "slp/", .wordStart, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-I9200/1.0; U; Linux/SLP/2.0; en) AppleWebKit/534.4 Dolfin/2.0 Mobile"
                ),
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
                    "wosbrowser", .anywhere, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (iPad; U; en) AppleWebKit/534.6 (KHTML, like Gecko) wOSBrowser/234.83 Safari/534.6"
                ),
                DeviceToken(
                    "(ubuntu; ", .anywhere, .sign(.ubuntuDevice),
                    example: "Mozilla/5.0 (Ubuntu; Tablet; rv:1.0) WebKit/537.22"),
            ]),
        TokenGroup(
            from: .ownNames("Palm phones: the model despite the browser's other claims"),
            [
                DeviceToken(
                    " pre/", .beforeDigit, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 2.1; en) AppleWebKit/532.2 (KHTML, like Gecko) Version/1.0 Safari/532.2 Pre/3.0"
                ),
                DeviceToken(
                    " pixi/", .beforeDigit, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 2.1; en) AppleWebKit/532.2 (KHTML, like Gecko) Version/1.0 Safari/532.2 Pixi/1.1"
                ),
            ]),
        TokenGroup(
            from: .ownNames("phones with systems of operators in China"),
            [
                DeviceToken(
                    "wophone", .wordStart, .sign(.otherSystem),
                    example: "Example_X200/1.0 WoPhone/1.2 Mozilla/5.0 (Linux; Android 2.3) Mobile Safari/533"),
                DeviceToken(
                    "(cos", .wordEnd, .sign(.otherSystem),
                    example: "Mozilla/5.0 (COS; Example 200) AppleWebKit/537.36 Mobile Safari/537.36"),
            ]),
        TokenGroup(
            from: .ownNames("e-book readers with their own systems"),
            [
                DeviceToken(
                    "(kobo touch", .anywhere, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (Linux; U; Android 2.0; de-de;) AppleWebKit/538.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/538.1 (Kobo Touch 0373/4.38.21908; Example)"
                )
            ]),
        TokenGroup(
            from: .ownNames("Opera for phones and organisers, whose versions differ from those of desktop Opera"),
            [
                DeviceToken(
                    "opera 8.6", .anywhere, .sign(.windowsPhone),
                    example: "Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; Example) Opera 8.65 [fr]")
            ]),
        TokenGroup(
            from: .firefoxUserAgent,
            [
                DeviceToken(
                    "kaios", .anywhere, .sign(.otherSystem),
                    example: "Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5"),
                DeviceToken(
                    "(mobile; ", .anywhere, .sign(.otherSystem),
                    example: "Mozilla/5.0 (Mobile; rv:26.0) Gecko/26.0 Firefox/26.0"),
                DeviceToken(
                    "(tablet; ", .anywhere, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (Tablet; rv:29.0) Gecko/29.0 Firefox/29.0"),
            ]),
        TokenGroup(
            from: .samsungInternet,
            [
                DeviceToken(
                    "tizen", .wordStart, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (Linux; Tizen 2.3; SAMSUNG SM-Z130H) AppleWebKit/537.3 (KHTML, like Gecko) SamsungBrowser/1.0 Mobile Safari/537.3"
                )
            ]),
        TokenGroup(
            from: .ownNames("game consoles"),
            [
                DeviceToken(
                    "nintendo", .anywhere, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/601.6 (KHTML, like Gecko) NF/4.0.0.5.10 NintendoBrowser/5.1.0.13343"
                ),
                DeviceToken(
                    "playstation ", .beforeDigit, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (PlayStation; PlayStation 5/8.40) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15"
                ),
                DeviceToken(
                    "(playstation", .anywhere, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (PlayStation; PlayStation/0.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15"
                ),
                DeviceToken(
                    "playstation portable", .anywhere, .sign(.otherSystem),
                    example: "Mozilla/4.0 (PSP (PlayStation Portable); 2.01; ExampleBar 2.1)"),
                DeviceToken(
                    "dreamcast", .wordStart, .sign(.otherSystem),
                    example: "Mozilla/3.0 (DreamPassport/3.2; SEGA Dreamcast)"),
            ]),
        TokenGroup(
            from: .arkWeb,
            [
                DeviceToken(
                    "openharmony", .anywhere, .sign(.openHarmony),
                    example:
                        "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile"
                )
            ]),
        TokenGroup(
            from: .ownNames("Huawei devices: the system that runs Android apps"),
            [
                DeviceToken(
                    "harmonyos", .anywhere, .sign(.harmony),
                    example:
                        "Mozilla/5.0 (Linux; Android 10; HarmonyOS; ELS-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 HuaweiBrowser/12.0 Mobile Safari/537.36"
                )
            ]),
        TokenGroup(
            from: .ownNames("desktop and server systems"),
            [
                DeviceToken(
                    "freebsd", .anywhere, .sign(.maybeOtherSystem),
                    example:
                        "Mozilla/5.0 (X11; FreeBSD amd64; rv:128.0) Gecko/20100101 Firefox/128.0"),
                DeviceToken(
                    "openbsd", .anywhere, .sign(.maybeOtherSystem),
                    example:
                        "Mozilla/5.0 (X11; OpenBSD amd64; rv:121.0) Gecko/20100101 Firefox/121.0"),
                DeviceToken(
                    "netbsd", .anywhere, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (X11; NetBSD amd64; rv:115.0) Gecko/20100101 Firefox/115.0"
                ),
                DeviceToken(
                    "dragonfly", .anywhere, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (X11; U; DragonFly i386; de; rv:1.9.1) Gecko/20090720 Firefox/3.5.1"),
                DeviceToken(
                    "sunos", .anywhere, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (X11; SunOS i86pc; rv:60.0) Gecko/20100101 Firefox/60.0"),
                DeviceToken(
                    "beos", .anywhere, .sign(.maybeOtherSystem),
                    example:
                        "Mozilla/5.0 (BeOS; U; BeOS BePC; de-DE; rv:1.7.13) Gecko/20060420 Firefox/1.0.8"
                ),
                DeviceToken(
                    "haiku", .anywhere, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (Macintosh; Intel Haiku R1 x86) AppleWebKit/602.1 (KHTML, like Gecko) WebPositive/1.2 Version/10.0 Safari/602.1"
                ),
                DeviceToken(
                    "amiga", .anywhere, .sign(.maybeOtherSystem),
                    example: "Mozilla/4.0 (compatible; IBrowse 2.4; AmigaOS 3.9; 68K)"),
                DeviceToken("risc os", .anywhere, .sign(.otherSystem), example: "NetSurf/3.10 (RISC OS) UP.Link/6.3.1"),
                DeviceToken(
                    "hp-ux", .anywhere, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (X11; U; HP-UX ia64; de-DE; rv:1.7.13) Gecko/20060515 Firefox/1.0.8"),
                DeviceToken(
                    "irix", .wordStart, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (X11; U; IRIX64 IP35; en-US; rv:1.4.3) Gecko/20040909"),
                DeviceToken(
                    "aix", .word, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (X11; U; AIX 5.2; en-US; rv:1.7.13) Gecko/20060427"),
                DeviceToken(
                    "qnx", .word, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (Photon; U; QNX x86pc; en-US; rv:1.6) Gecko/20040429"),
                DeviceToken(
                    "osf1", .word, .sign(.maybeOtherSystem), example: "Mozilla/3.04Gold (X11; I; OSF1 V4.0 alpha)"),
                DeviceToken(
                    "openvms", .anywhere, .sign(.maybeOtherSystem),
                    example:
                        "Mozilla/5.0 (X11; U; OpenVMS COMPAQ_Professional_Workstation; en-US; rv:1.7.13) Gecko/20060506"
                ),
                DeviceToken(
                    "bsd/", .wordStart, .sign(.maybeOtherSystem), example: "Mozilla/2.02 (X11; I; BSD/386 2.1 i386)"),
                DeviceToken(
                    "aros", .word, .sign(.maybeOtherSystem),
                    example:
                        "Mozilla/5.0 (i686; AROS; Odyssey Web Browser; rv:1.25) AppleWebKit/538.1 (KHTML, like Gecko) OWB/1.25 Safari/538.1"
                ),
                DeviceToken(
                    "owb/", .wordStart, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (compatible; Example) AppleWebKit/538.1 (KHTML, like Gecko) OWB/1.24"),
                DeviceToken(
                    "syllable", .wordStart, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (compatible; U; ABrowse 0.6;  Syllable)"),
                DeviceToken(
                    "webexplorer", .anywhere, .sign(.maybeOtherSystem),
                    example: "IBM WebExplorer DLL /v1.2 UP.Link/6.3.1"),
                DeviceToken(
                    "amiga", .anywhere, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (Macintosh; U; PPC; en-US; rv:0.9.4.1) Gecko/20020508 Netscape6/6.2.3; (Spoofed by Amiga-AWeb/3.5.09)"
                ),
                DeviceToken(
                    "os/2", .wordStart, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (OS/2; Warp 4.5; rv:45.0) Gecko/20100101 Firefox/45.0"),
                DeviceToken(
                    "morphos", .anywhere, .sign(.otherSystem),
                    example:
                        "Mozilla/5.0 (Macintosh; PowerPC MorphOS 3.9; Odyssey Web Browser; rv:1.25) AppleWebKit/538.2 (KHTML, like Gecko) OWB/1.25 Safari/538.2"
                ),
                DeviceToken(
                    "serenityos", .anywhere, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (SerenityOS; x86_64) Ladybird/1.0"),
                DeviceToken(
                    "solaris", .anywhere, .sign(.maybeOtherSystem),
                    example: "Opera/9.80 (X11; OpenSolaris i86pc; U; de) Presto/2.2.15 Version/10.10"),
                DeviceToken(
                    "inferno", .wordStart, .sign(.maybeOtherSystem),
                    example: "Mozilla/4.09 (Charon; Inferno; ExampleBar 2.1)"),
                DeviceToken(
                    "news-os", .anywhere, .sign(.maybeOtherSystem),
                    example: "Mozilla/1.1I (X11; I; NEWS-OS 6.1.1 news5001; ExampleBar 2.1)"),
                DeviceToken(
                    "unix_sv", .anywhere, .sign(.maybeOtherSystem),
                    example: "Mozilla/1.1I [en] (X11; I; UNIX_SV 4.2MP R4001; ExampleBar 2.1)"),
                DeviceToken(
                    "osf", .beforeDigit, .sign(.maybeOtherSystem), example: "Mozilla/3.04Gold (X11; I; OSF1 V4.0 alpha)"
                ),
                DeviceToken(
                    "remixos", .anywhere, .sign(.maybeOtherSystem),
                    example:
                        "Browse/0.6 (Linux 3.10.0+; RemixOS 6.0; en_us) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/44.0 Desktop"
                ),
                DeviceToken(
                    "haiku", .anywhere, .sign(.maybeOtherSystem),
                    example:
                        "Mozilla/5.0 (compatible; Haiku R1 x86) AppleWebKit/538.1 (KHTML, like Gecko) WebPositive/1.2 Safari/538.1"
                ),
                DeviceToken(
                    "risc os", .anywhere, .sign(.maybeOtherSystem), example: "NetSurf/3.10 (RISC OS) UP.Link/6.3.1"),
                DeviceToken(
                    "morphos", .anywhere, .sign(.maybeOtherSystem),
                    example:
                        "Mozilla/5.0 (Macintosh; PowerPC MorphOS 3.2; Odyssey Web Browser; rv:1.21) AppleWebKit/537.33"),
                DeviceToken(
                    "plan 9", .wordStart, .sign(.maybeOtherSystem),
                    example: "Mozilla/5.0 (compatible; mothra/2; Plan 9)"),
                DeviceToken("minix", .wordStart, .sign(.maybeOtherSystem), example: "Links (2.20; Minix 3.3.0 i686)"),
                DeviceToken("reactos", .wordStart, .sign(.maybeOtherSystem), example: "Lynx/2.8.9 (ReactOS)"),
            ]),
        TokenGroup(
            from: .ownNames("Apple's systems and devices"),
            [
                DeviceToken("appletv", .anywhere, .sign(.otherSystem), example: "AppleTV6,2/11.1"),
                DeviceToken(
                    "watchos", .anywhere, .sign(.otherSystem), example: "ExampleApp/3.0 (Watch6,2; watchOS 8.5)"),
                DeviceToken(
                    "apple tv", .wordStart, .sign(.otherSystem),
                    example: "AppleCoreMedia/1.0.0.12F69 (Apple TV; U; CPU OS 8_4 like Mac OS X; en_us) UP.Link/6.3.1"),
                DeviceToken(
                    "tvos", .wordStart, .sign(.otherSystem), example: "ExamplePlayer/2.0 (Apple TV; tvOS 15.4)"),
                DeviceToken(
                    "watch os", .anywhere, .sign(.otherSystem),
                    example: "com.apple.invitation-registration [Watch OS,9.0,20R361,Watch6,16] UP.Link/6.3.1"),
                DeviceToken(
                    "apple watch", .anywhere, .sign(.otherSystem),
                    example: "Overcast (+http://overcast.fm/; Apple Watch podcast app)/1.0"),
                DeviceToken(
                    "watch", .beforeDigit, .sign(.otherSystem), example: "ExampleApp/3.0 (Watch6,2; watchOS 8.5)"),
                DeviceToken(
                    "; cpu os ", .beforeDigit, .sign(.cpuOS),
                    example: "AppleCoreMedia/1.0.0.19K53 (Example; U; CPU OS 15_2 like Mac OS X; de_de)"),
                DeviceToken(
                    "homepod", .wordStart, .sign(.otherSystem),
                    example: "AppleCoreMedia/1.0.0.15F80 (HomePod; U; CPU OS 11_4 like Mac OS X; en_us)"),
            ]),
        TokenGroup(
            from: .ownNames("televisions and boxes: Roku"),
            [
                DeviceToken(
                    "roku", .wordStart, .sign(.otherSystem), example: "Roku/DVP-9.10 (519.10E04112A) UP.Link/6.3.1")
            ]),
        TokenGroup(
            from: .ownNames("Windows Mobile: device names before Opera's"),
            [
                DeviceToken(
                    "htc_touch", .anywhere, .sign(.windowsPhone),
                    example: "HTC_Touch_HD_T8282 Opera/9.50 (Windows NT 5.1; U; en)"),
                DeviceToken(
                    "htc_hd", .anywhere, .sign(.windowsPhone),
                    example: "HTC_HD2_T9193 Opera/9.70 (Windows NT 5.1; U; nl)"),
                DeviceToken(
                    "hd_mini", .anywhere, .sign(.windowsPhone),
                    example: "HD_mini_T5555 Opera/9.7 (Windows NT 5.1; U; en)"),
                DeviceToken(
                    "xda_", .wordStart, .sign(.windowsPhone),
                    example: "Xda_diamond_pro Opera/9.51 (Windows NT 5.1; U; it)"),
                DeviceToken(
                    "hd2_t", .wordStart, .sign(.windowsPhone), example: "HD2_T8585 Opera/9.7 (Windows NT 5.1; U; en)"),
            ]),
    ]

    /// Rare and old desktop and server systems. Most of them run X11 and name it too.
    static let rareSystems = TokenGroup(
        from: .ownNames("names of desktop and server systems"),
        [
            "9front", "arcaos", "as/400", "atari", "b-right", "btron", "commodore", "contiki", "cp/m", "digital unix",
            "ecomstation", "fortios", "freedos", "freertos", "genode", "ghostbsd", "gnu/hurd", "helenos", "illumos",
            "kolibrios", "menuetos", "midnightbsd", "ms-dos", "msdos", "nexenta", "nextstep", "openindiana",
            "openstep", "os/390", "os/400", "pc-bsd", "redox os", "riscos", "rtos", "sco_sv", "sinix", "skyos",
            "toaruos", "tru64", "ultrix", "unix_system_v", "unixware", "vxworks", "z/os",
        ].map {
            DeviceToken(
                $0, .wordStart, .sign(.maybeOtherSystem), example: "Mozilla/5.0 (X11; U; \($0) 5.1) Gecko/20100101")
        })

    /// Linux distributions whose agents may not contain `Linux`.
    static let distributions = TokenGroup(
        from: .ownNames("Linux distributions for desktops and servers"),
        [
            "archlinux", "centos", "debian", "fedora", "gentoo", "mageia", "mandriva", "red hat", "redhat", "slackware",
            "suse",
        ].map {
            DeviceToken($0, .wordStart, .sign(.linux), example: "Mozilla/5.0 (X11; U; \($0) x86_64; de) Firefox/20.0")
        })

    /// Consoles, organizers and other devices with their own systems.
    static let rareDevices = TokenGroup(
        from: .ownNames("names of consoles, organisers and phones with their own systems"),
        [
            "(ps2", "(ps3", "(ps4", "(ps5", "(psp", "airboard", "audioos", "avantgo", "ave-front",
            "blazer", "brewmp", "bridgeos", "danger hiptop", "dreamkey", "dreampassport", "elaine/", "epoc",
            "gizmondo", "n-gage", "planetweb", "playstation2", "psvita", "sega", "segasaturn", "series80", "series90",
            "sidekick", "uiq", "xros", "zeebo",
        ].map { DeviceToken($0, .wordStart, .sign(.otherSystem), example: "Mozilla/5.0 \($0) 2.1; en)") })
}
