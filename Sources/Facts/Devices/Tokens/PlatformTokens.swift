extension TokenTable {
    /// Operating systems and their versions.
    static let platforms: [TokenGroup] = [
        TokenGroup(
            from: .chromeUserAgent,
            [
                DeviceToken(
                    "android", .anywhere, .sign(.android),
                    example:
                        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "android ", .beforeDigit, .sign(.androidVersion),
                    example:
                        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "cros x86_64 ", .beforeDigit, .sign(.chromeOS),
                    example:
                        "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.37"
                ),
                DeviceToken(
                    "cros aarch64 ", .beforeDigit, .sign(.chromeOS),
                    example:
                        "Mozilla/5.0 (X11; CrOS aarch64 15329.59.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
                ),
                DeviceToken(
                    "cros armv7l ", .beforeDigit, .sign(.chromeOS),
                    example:
                        "Mozilla/5.0 (X11; CrOS armv7l 13597.84.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
                ),
                DeviceToken(
                    "cros i686 ", .beforeDigit, .sign(.chromeOS),
                    example:
                        "Mozilla/5.0 (X11; CrOS i686 4319.74.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/29.0.1547.57 Safari/537.37"
                ),
                DeviceToken(
                    "cros ", .wordStart, .sign(.chromebook),
                    example:
                        "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.37"
                ),
                DeviceToken(
                    "chromebook", .wordStart, .sign(.chromebook),
                    example: "Dalvik/2.1.0 (Linux; U; Android 9; Acer Chromebook Spin 713 Build/R92-13982.88.0)"),
                DeviceToken(
                    "version/", .beforeDigit, .sign(.browserVersion),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.2"
                ),
                DeviceToken(
                    "chrome/", .anywhere, .sign(.chrome),
                    example:
                        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "linux", .anywhere, .sign(.linux),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
                ),
                DeviceToken(
                    "x11", .anywhere, .sign(.x11),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
                ),
                DeviceToken(
                    "; android ", .beforeDigit, .sign(.strongAndroidVersion),
                    example:
                        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "linux; u; ", .beforeDigit, .sign(.androidVersion),
                    example: "JUC (Linux; U; 2.3.5; en-us; GT-I9100; 480*800) UCWEB7.9.4.145/139/800"),
                DeviceToken(
                    "(linux; ", .beforeDigit, .sign(.androidVersion),
                    example:
                        "Mozilla/5.0 (Linux; 5.1.1; Example-5 Build/LMY48X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0 Mobile Safari/537.36"
                ),
                DeviceToken(
                    "build/", .anywhere, .sign(.deviceBuild),
                    example:
                        "Mozilla/5.0 (Linux; U; Example_Tab 4.0.4; de-de; Example_Tab Build/IMM76K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Safari/534.30"
                ),
            ]),
        TokenGroup(
            from: .ownNames("browsers that fetch pages through a server, or request desktop sites"),
            [
                DeviceToken(
                    "andr0id", .anywhere, .sign(.android),
                    example:
                        "Mozilla/5.0 (Linux; Andr0id 9; BRAVIA 4K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 OPR/46.0.2207.0 OMI/4.21"
                ),
                DeviceToken(
                    "andr0id ", .beforeDigit, .sign(.androidVersion),
                    example:
                        "Mozilla/5.0 (Linux; Andr0id 9; BRAVIA 4K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/77.0 Safari/537.36 OPR/46 OMI/4.20"
                ),
                DeviceToken(
                    "puffin/", .beforeDigit, .sign(.puffin),
                    example:
                        "Mozilla/5.0 (X11; U; Linux x86_64; fr-FR) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Puffin/6.1.2.16011IT"
                ),
                DeviceToken(
                    "ucweb/2.0 (linux; u; opera mini", .anywhere, .sign(.android),
                    example:
                        "UCWEB/2.0 (Linux; U; Opera Mini/7.1.32052/30.3697; en-US; GT-S5360) U2/1.0.0 UCBrowser/9.8.0.534 Mobile"
                ),
                DeviceToken(
                    "juc (linux", .anywhere, .sign(.android),
                    example: "JUC (Linux; U; 2.3.5; en-us; GT-I9100; 480*800) UCWEB7.9.4.145/139/800"),
                DeviceToken(
                    "juc(linux", .anywhere, .sign(.android),
                    example: "JUC(Linux;U;2.3.5;en_us;GT-I9100;480*800;)UCWEB7.9.4.145/139/800"),
                DeviceToken("tclwebkit", .anywhere, .sign(.tclWebKit), example: "Example-Set/2.0 tclwebkit/1.4"),
                DeviceToken(
                    "diordna", .wordStart, .sign(.android),
                    example: "Mozilla/5.0 (Linux; diordnA 9; Example Build/PTMR; wv) AppleWebKit/537.36"),
                DeviceToken(
                    "diordna ", .beforeDigit, .sign(.androidVersion),
                    example: "Mozilla/5.0 (Linux; diordnA 9; Example Build/PTMR; wv) AppleWebKit/537.36"),
                DeviceToken(
                    "360 aphone browser", .anywhere, .sign(.androidInDisguise),
                    example:
                        "Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_5_7; en) AppleWebKit/530.17 (KHTML, like Gecko) Version/4.0 Safari/530.17; 360 Aphone Browser (6.8.5)"
                ),
                DeviceToken(
                    "htc_desire", .anywhere, .sign(.androidInDisguise),
                    example:
                        "Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_6_3; HTC_DesireHD_A9191; en-us) AppleWebKit/533.16 (KHTML, like Gecko) Version/5.0 Safari/533.16"
                ),
                DeviceToken(
                    "htc_sensation", .anywhere, .sign(.androidInDisguise),
                    example:
                        "Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_6_3; HTC_Sensation_Z710e; en-us) AppleWebKit/533.16 (KHTML, like Gecko) Version/5.0 Safari/533.16"
                ),
                DeviceToken(
                    "; htc", .anywhere, .sign(.androidInDisguise),
                    example:
                        "Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_6_4; HTC Vision A7272; sv-se) AppleWebKit/533.17 (KHTML, like Gecko) Version/5.0.1 Safari/533.17"
                ),
                DeviceToken(
                    "padfone", .wordStart, .sign(.androidInDisguise),
                    example:
                        "Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_6_3; en-us; PadFone T004) AppleWebKit/533.16 (KHTML, like Gecko) Version/5.0 Safari/533.16"
                ),
                DeviceToken(
                    "ucbrowser/", .wordStart, .sign(.ucBrowser),
                    example:
                        "Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_8_4; en-US) AppleWebKit/534.31 (KHTML, like Gecko) UCBrowser/9.4.1.362 U3/0.8.0 Safari/534.31"
                ),
                DeviceToken(
                    "skyfire/", .wordStart, .sign(.androidInDisguise),
                    example:
                        "Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_5_7; en) AppleWebKit/530.17 (KHTML, like Gecko) Version/4.0 Safari/530.17 Skyfire/6DE"
                ),
                DeviceToken(
                    "ucweb/2.0(linux; u; opera mini", .anywhere, .sign(.android),
                    example:
                        "UCWEB/2.0(Linux; U; Opera Mini/7.1.32052/30.3697; en-US; GT-S5360) U2/1.0.0 UCBrowser/9.8.0.534 Mobile"
                ),
                DeviceToken(
                    " opera/", .beforeDigit, .sign(.operaBehindModel),
                    example: "EXA_T1234 Opera/9.50 (Windows NT 5.1; U; en)"),
                DeviceToken(
                    "; desktop) applewebkit", .anywhere, .sign(.ucDesktop),
                    example:
                        "Mozilla/5.0 (Windows; U; Windows NT 6.1; pt-BR; Desktop) AppleWebKit/534.31 (KHTML, like Gecko) Chrome/17.0.558.0 Safari/534.31 UCBrowser/9.4.1.362"
                ),
            ]),
        TokenGroup(
            from: .ownNames("systems: their names and versions in apps and browsers"),
            [
                DeviceToken(
                    "android/", .beforeDigit, .sign(.androidVersion),
                    example: "ExampleShop/3.1 (com.example.shop; Android/13)"),
                DeviceToken(
                    "android-", .beforeDigit, .sign(.androidVersion),
                    example:
                        "Mozilla/5.0 (Linux; Android-4.0.3; en-us; Galaxy Nexus Build/IML74K) AppleWebKit/535.7 Mobile Safari/535.7"
                ),
                DeviceToken(
                    "android os ", .beforeDigit, .sign(.androidVersion),
                    example: "ExampleApp/1.0 (Android OS 12; Pixel 4)"),
                DeviceToken(
                    "android os/", .beforeDigit, .sign(.androidVersion),
                    example: "Example-Android/2.0 (Android OS/9; Pixel 3)"),
                DeviceToken(
                    "android os=", .beforeDigit, .sign(.androidVersion),
                    example: "ExampleApp/1.0 (Android OS=12; Pixel 4)"),
                DeviceToken(
                    "adr ", .beforeDigit, .sign(.androidVersion),
                    example:
                        "UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.4; en-US; SM-G360H) U2/1.0.0 UCBrowser/10.7.0.636 U2/1.0.0 Mobile"
                ),
                DeviceToken(
                    "android (", .beforeDigit, .sign(.instagramAndroid),
                    example:
                        "Instagram 121.0.0.29.119 Android (29/10; 420dpi; 1080x2042; samsung; SM-G970F; beyond0; exynos9820; en_GB)"
                ),
                DeviceToken(
                    "android; ", .beforeDigit, .sign(.androidVersion),
                    example: "ExamplePlayer/5.4 (Android; 7.0; Mobile; fr) Example K3"),
                DeviceToken(
                    ";android", .beforeDigit, .sign(.androidVersion),
                    example: "JUC(Linux;U;Android2.3.6;en_us;GT-S5360;240*320;)UCWEB7.9.3.103/139/444"),
                DeviceToken(
                    "android kitkat ", .beforeDigit, .sign(.androidVersion),
                    example:
                        "Mozilla/5.0 (Linux; U; Android KitKat 4.4.2; en-us; Example-1) AppleWebKit/534.30 Mobile Safari/534.30"
                ),
                DeviceToken(
                    "android jelly bean ", .beforeDigit, .sign(.androidVersion),
                    example:
                        "Mozilla/5.0 (Linux; U; Android Jelly Bean 4.2.2; en-us; Example-1) AppleWebKit/534.30 Mobile Safari/534.30"
                ),
                DeviceToken(
                    "(android ", .beforeDigit, .sign(.strongAndroidVersion),
                    example: "ex-android/2.7.3 (Android 4.4.4; Pixel)"),
                DeviceToken(
                    "adr", .word, .sign(.android),
                    example: "MQQBrowser/3.0/Adr (Linux; U; 4.0.4; en-us; GT-I9300;720*1280)"),
                DeviceToken(
                    "adr ", .wordStart, .sign(.android),
                    example:
                        "UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.4; en-US; SM-G360H) U2/1.0.0 UCBrowser/10.7.0.636 U2/1.0.0 Mobile"
                ),
            ]),
        TokenGroup(
            from: .ownNames("Safari and Apple's web views: the system in WebKit's agent"),
            [
                DeviceToken(
                    "iphone os ", .beforeDigit, .sign(.iosVersion),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.2"
                ),
                DeviceToken(
                    "cpu os ", .beforeDigit, .sign(.iosVersion),
                    example:
                        "Mozilla/5.0 (iPad; CPU OS 12_5_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1"
                ),
                DeviceToken(
                    "mac os x ", .beforeDigit, .sign(.macVersion),
                    example:
                        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
                ),
                DeviceToken(
                    "iphone", .anywhere, .sign(.iphone),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.2"
                ),
                DeviceToken(
                    "ipad", .wordStart, .sign(.ipad),
                    example:
                        "Mozilla/5.0 (iPad; CPU OS 12_5_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1"
                ),
                DeviceToken(
                    "ipod", .wordStart, .sign(.ipod),
                    example:
                        "Mozilla/5.0 (iPod touch; CPU iPhone OS 9_3_5 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Version/9.0 Mobile/13G36 Safari/601.1"
                ),
                DeviceToken(
                    "macintosh", .anywhere, .sign(.mac),
                    example:
                        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
                ),
                DeviceToken(
                    "mac os", .anywhere, .sign(.mac),
                    example:
                        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
                ),
                DeviceToken(
                    "mac os x", .anywhere, .sign(.macOSX),
                    example:
                        "Mozilla/5.0 (Macintosh; U; PPC Mac OS X; en) AppleWebKit/418.9 (KHTML, like Gecko) Safari/419.3"
                ),
            ]),
        TokenGroup(
            from: .ownNames("apps on iOS, iPadOS and macOS: their forms of the system's name"),
            [
                DeviceToken(
                    "iphone os/", .beforeDigit, .sign(.iosVersion),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone iPhone OS/10.3.2 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Mobile/13G36"
                ),
                DeviceToken(
                    "ipados ", .beforeDigit, .sign(.iosVersion),
                    example: "ExampleApp/2.1 (iPad13,1; iPadOS 16.2; Scale/2.00)"),
                DeviceToken(
                    "ipados/", .beforeDigit, .sign(.iosVersion), example: "ExampleApp/2.1 (iPad13,1; iPadOS/16.2)"),
                DeviceToken("mac os x/", .beforeDigit, .sign(.macVersion), example: "Example/2.0 (Mac OS X/10.14.6)"),
                DeviceToken(
                    "mac os/", .beforeDigit, .sign(.macVersion),
                    example:
                        "Microsoft Office Excel/16.70 (Mac OS/12.6; Desktop; en-GB; AppStore; Apple/MacBookPro18,1)"),
                DeviceToken(
                    "macos ", .beforeDigit, .sign(.macVersion), example: "Example Player/1.4 (macOS 13.2; arm64)"),
                DeviceToken("macos/", .beforeDigit, .sign(.macVersion), example: "Example Player/1.4 macOS/13.2"),
                DeviceToken("macos", .wordStart, .sign(.mac), example: "Example Player/1.4 (macOS 13.2; arm64)"),
                DeviceToken(
                    "mac_powerpc", .wordStart, .sign(.mac),
                    example: "Mozilla/4.0 (compatible; MSIE 5.23; Mac_PowerPC; ExampleBar 2.1)"),
                DeviceToken("ios", .word, .sign(.ios), example: "ExamplePodcasts, iOS v4.3"),
                DeviceToken(
                    "iph os ", .beforeDigit, .sign(.iosVersion),
                    example: "UCWEB/2.0 (iOS; U; iPh OS 8_1; en; iPh6,2) U2/1.0.0 UCBrowser/9.0.0.260 U2/1.0.0 Mobile"),
                DeviceToken(
                    "iph", .beforeDigit, .sign(.iphone),
                    example: "UCWEB/2.0 (iOS; U; iPh OS 8_1; en; iPh6,2) U2/1.0.0 UCBrowser/9.0.0.260 U2/1.0.0 Mobile"),
                DeviceToken(
                    "os x ", .beforeDigit, .sign(.macVersion),
                    example: "iTunes/12.8 (Macintosh; OS X 10.13.6) AppleWebKit/605.1.15 (dt:1)"),
                DeviceToken(
                    "osx/", .beforeDigit, .sign(.macVersion),
                    example: "conda/4.8.2 requests/2.22.0 CPython/3.7.6 Darwin/19.3.0 OSX/10.15.3"),
                DeviceToken(
                    "osx", .anywhere, .sign(.mac), example: "Spotify/123400567 OSX/0 (MacBookAir10,1; Example)"),
                DeviceToken(
                    "macbook", .wordStart, .sign(.mac), example: "Spotify/123400567 OSX/0 (MacBookAir10,1; Example)"),
                DeviceToken(
                    "omniweb", .wordStart, .sign(.mac),
                    example: "Mozilla/4.5 (compatible; OmniWeb/4.1.1-v424.6; Mac_PowerPC)"),
                DeviceToken(
                    "camino/", .wordStart, .sign(.mac),
                    example:
                        "Mozilla/5.0 (Macintosh; U; PPC Mac OS X 10.4; nl; rv:1.8.1.14) Gecko/20080512 Camino/1.6.1 (like Firefox/2.0.0.14)"
                ),
                DeviceToken(
                    "mach-o", .anywhere, .sign(.macOSX),
                    example:
                        "Mozilla/5.0 (Macintosh; U; PPC Mac OS X Mach-O; en-US; rv:1.8) Gecko/20051107 Camino/1.0b1"),
                DeviceToken(
                    "com.apple.safari", .agentStart, .sign(.mac),
                    example: "com.apple.Safari.SearchHelper/16610.2.8.1.1 (build:4711) CFNetwork/1206 Darwin/20.1.1"),
                DeviceToken(
                    "com.apple.webkit", .agentStart, .sign(.mac),
                    example: "com.apple.WebKit.Networking/18615.3.12.11.2 (build:4711) CFNetwork/1410.0.3 Darwin/22.6.0"
                ),
                DeviceToken(
                    "power%20macintosh", .anywhere, .sign(.mac),
                    example:
                        "Safari5525.28.3 (build:4711) CFNetwork/438.12 Darwin/9.7.0 (Power%20Macintosh) (PowerMac10%2C2)"
                ),
                DeviceToken(
                    "mac_68k", .anywhere, .sign(.mac),
                    example: "Mozilla/4.0 (compatible; MSIE 4.01; AOL 4.1; Mac_68K; ExampleBar 2.1)"),
                DeviceToken("ios ", .beforeDigit, .sign(.looseIosVersion), example: "ExampleApp iOS 16.1 build 5"),
                DeviceToken(
                    "ios/", .beforeDigit, .sign(.looseIosVersion), example: "ExampleApp/5.2 iOS/16.1 model/iPhone13,2"),
                DeviceToken(
                    "ios version ", .beforeDigit, .sign(.iosVersion),
                    example: "Example/Version 2.6.0/Build 20/iOS Version 10.2.1 (Build 14D27)"),
                DeviceToken(
                    "; ios ", .beforeDigit, .sign(.iosVersion), example: "ExampleApp/5.2 (iPhone; iOS 16.1; Scale/3.00)"
                ),
                DeviceToken(
                    "; ios/", .beforeDigit, .sign(.iosVersion), example: "ExampleApp/2848 (iPhone; iOS/16.6.1)"),
                DeviceToken(
                    "(ios/", .beforeDigit, .sign(.iosVersion),
                    example: "Example Office OneNote/16.81 (iOS/17.3.1; Tablet; AppStore; Apple/iPad8,1)"),
                DeviceToken(
                    "iphone_os/", .beforeDigit, .sign(.iosVersion),
                    example: "ExampleMessenger/2.6.4 iPhone_OS/4.3.3 Device/iPhone_4"),
                DeviceToken(
                    "iphoneos/", .beforeDigit, .sign(.iosVersion),
                    example: "ExampleSync/4.1.2 iPhoneOS/15.4.1 (19E258) Model/iPhone14,5"),
                DeviceToken(
                    "(iphoneos", .beforeDigit, .sign(.iosVersion),
                    example: "com.example.mobile/2.41.3 b12 (iphoneos17.2; iPhone14,8; en-US)"),
                DeviceToken("iphoneos", .wordStart, .sign(.iphone), example: "ExampleMail/4.1 (iPhoneOS; 16.3; en_GB)"),
                DeviceToken(
                    "iphone os,", .beforeDigit, .sign(.iosVersion),
                    example: "server-bag [iPhone OS,12.4.8,16G201,iPhone7,1]"),
                DeviceToken(
                    "iphone os  ", .beforeDigit, .sign(.iosVersion),
                    example: "Mozilla/5.0 (iPhone; U; CPU iPhone OS  7_0 like Mac OS X; en_US)"),
                DeviceToken(
                    "ipados,", .beforeDigit, .sign(.iosVersion),
                    example: "example.app/10.27.1 (iPadOS,17.4.1;240505152247;1640x2360@2.0x)"),
                DeviceToken(
                    "ipd os ", .beforeDigit, .sign(.iosVersion),
                    example: "UCWEB/2.0 (iOS; U; iPd OS 7_0_4; en; iPd5,1) U2/1.0.0 UCBrowser/9.0.1.284 U2/1.0.0 Mobile"
                ),
                DeviceToken(
                    "(ios; ", .beforeDigit, .sign(.iosVersion), example: "ExamplePlayer/4.8.2 (iOS; 7.1; Mobile; de)"),
                DeviceToken(
                    "(ipad; os ", .beforeDigit, .sign(.iosVersion),
                    example:
                        "Mozilla/5.0 (iPad; OS 6_1_3 like Mac OS X) AppleWebKit/536.26 (KHTML, like Gecko) Mobile/10B329"
                ),
                DeviceToken(
                    "+os+", .beforeDigit, .sign(.iosVersion),
                    example: "Mozilla/5.0+(iPhone;+CPU+iPhone+OS+9_3_1+like+Mac+OS+X)+AppleWebKit/601.1.46"),
                DeviceToken(
                    "+os+x+", .beforeDigit, .sign(.macVersion),
                    example: "Mozilla/5.0+(Macintosh;+Intel+Mac+OS+X+10_11_6)+AppleWebKit/537.36"),
                DeviceToken(
                    ";ov(", .beforeDigit, .sign(.iosVersion),
                    example: "dv(iPh14,2);pr(UCBrowser/11.3.5.1203);ov(15_4);ss(375x812)"),
                DeviceToken(
                    "macos x ", .beforeDigit, .sign(.macVersion),
                    example: "Mozilla/5.0 (Macintosh; U; MacOS X 10_11_6; en-US) AppleWebKit/537.36"),
            ]),
        TokenGroup(
            from: .internetExplorer,
            [
                DeviceToken(
                    "windows nt ", .beforeDigit, .sign(.windowsNT),
                    example:
                        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36"
                ),
                DeviceToken(
                    "windows ", .beforeDigit, .sign(.windowsVersion),
                    example: "Mozilla/4.0 (compatible; MSIE 6.0; Windows 98; ExampleBar 2.1)"),
                DeviceToken(
                    "windows", .anywhere, .sign(.windows),
                    example:
                        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36"
                ),
                DeviceToken("win32", .anywhere, .sign(.windows), example: "Example/1.0 (win32; x64)"),
                DeviceToken(
                    "win64", .anywhere, .sign(.windows),
                    example:
                        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36"
                ),
                DeviceToken(
                    "win98", .wordStart, .sign(.windows), example: "Mozilla/4.7 [en] (Win98; I; ExampleBar 2.1)"),
                DeviceToken(
                    "win95", .wordStart, .sign(.windows), example: "Mozilla/4.6 [en] (Win95; I; ExampleBar 2.1)"),
                DeviceToken(
                    "winnt", .wordStart, .sign(.windows), example: "Mozilla/4.8 [en] (WinNT; I; ExampleBar 2.1)"),
                DeviceToken(
                    "windows nt", .beforeDigit, .sign(.windowsNT),
                    example: "Mozilla/4.0 (compatible; MSIE 5.5; Windows NT5.0)"),
                DeviceToken(
                    "windowsnt ", .beforeDigit, .sign(.windowsNT),
                    example: "Mozilla/5.0 (WindowsNT 10.0; Win64; x64) AppleWebKit/537.36"),
                DeviceToken(
                    "windows; u; nt ", .beforeDigit, .sign(.windowsNT),
                    example:
                        "Mozilla/5.0 (Windows; U; NT 5.1; en-GB) AppleWebKit/533.3 (KHTML, like Gecko) Version/5.0.1 Safari/533.3"
                ),
                DeviceToken("winnt", .beforeDigit, .sign(.windowsNT), example: "Mozilla/4.7 [en] (WinNT4.0; I)"),
                DeviceToken(
                    "windows/", .beforeDigit, .sign(.windowsVersion),
                    example: "Microsoft Office OneNote/16.0.13328 (Windows/10.0; Desktop x64; en-GB)"),
                DeviceToken("windows xp", .anywhere, .sign(.windowsXP), example: "Opera/9.0 (Windows XP; U; en)"),
                DeviceToken(
                    "windows vista", .anywhere, .sign(.windowsVista), example: "ExamplePlayer/1.0 (Windows Vista)"),
                DeviceToken("win", .beforeDigit, .sign(.windowsVersion), example: "Mozilla/4.51 [en] (Win98; U)"),
                DeviceToken(
                    "win 9x ", .beforeDigit, .sign(.windowsVersion),
                    example: "Mozilla/5.0 (Windows; U; Win 9x 4.90; en-US; rv:1.5) Gecko/20031007"),
                DeviceToken(
                    "win 9x", .wordStart, .sign(.windows),
                    example: "Mozilla/5.0 (Win 9x 4.90; en-US; rv:1.5) Gecko/20031007"),
            ]),
        TokenGroup(
            from: .ownNames("CFNetwork: the default agent of apps on Apple's systems"),
            [
                DeviceToken(
                    "darwin/", .beforeDigit, .sign(.darwin), example: "ExampleApp/12 CFNetwork/1410.0.3 Darwin/22.6.0"),
                DeviceToken("darwin", .beforeDigit, .sign(.darwin), example: "Wget/1.25.0 (darwin23.6.0) (recursive)"),
                DeviceToken(
                    "cfnetwork/", .beforeDigit, .sign(.cfNetwork),
                    example: "ExampleApp/12 CFNetwork/1410.0.3 Darwin/22.6.0"),
                DeviceToken("(darwin", .anywhere, .sign(.mac), example: "Juice/2.2 (Darwin)"),
            ]),
        TokenGroup(
            from: .ownNames("Meta's apps: the fields they add in brackets"),
            [
                DeviceToken(
                    "fbsv/", .beforeDigit, .sign(.facebookSystemVersion),
                    example:
                        "[FBAN/FB4A;FBAV/26.0.0.22.16;FBBV/6590638;FBDV/D2303;FBSV/4.4.2;FBCA/armeabi-v7a:armeabi;]"),
                DeviceToken(
                    "fbsv/ ", .beforeDigit, .sign(.facebookSystemVersion),
                    example:
                        "LightSpeed [FBAN/MessengerLiteForiOS;FBAV/255.0;FBDV/iPhone10,5;FBSN/iOS;FBSV/ 13.3.2;FBSS/2]"),
                DeviceToken(
                    "fb4a", .anywhere, .sign(.android), example: "[FBAN/FB4A;FBAV/73.0.0.18.66;FBDV/SM-G900F;FBSV/6.0]"),
                DeviceToken(
                    "orca-android", .anywhere, .sign(.android),
                    example: "[FBAN/Orca-Android;FBAV/73.0.0.18.66;FBDV/SM-G900F;FBSV/6.0]"),
            ]),
        TokenGroup(
            from: .ownNames("Intel processors, as systems name them"),
            [
                DeviceToken(
                    "x86_64", .anywhere, .sign(.intel),
                    example: "Safari/14609.1.20.111.8 (build:4711) CFNetwork/978.2 Darwin/18.7.0 (x86_64)"),
                DeviceToken(
                    "i386", .word, .sign(.intel),
                    example: "Safari/6533.21.1 CFNetwork/454.12.4 Darwin/10.8.0 (i386) (MacBook2%2C1)"),
            ]),
        TokenGroup(
            from: .ownNames("systems on Linux, and Linux-only programs"),
            [
                DeviceToken(
                    "ubuntu", .anywhere, .sign(.linux),
                    example:
                        "Mozilla/5.0 (X11; Ubuntu; Linux aarch64; rv:102.0) Gecko/20100101 Firefox/102.0"
                ),
                DeviceToken(
                    "lynx/", .agentStart, .sign(.linux),
                    example: "Lynx/2.9.0dev.10 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.1"),
                DeviceToken(
                    "dillo", .wordStart, .sign(.linux), example: "Mozilla/4.0 (compatible; Dillo 3.1; ExampleBar 2.1)"),
                DeviceToken("elinks/", .agentStart, .sign(.linux), example: "ELinks/0.13.0"),
                DeviceToken(
                    "fedora", .anywhere, .sign(.linux), example: "Mozilla/5.0 (Fedora; rv:31.0) Gecko/31.0 Firefox/31.0"
                ),
                DeviceToken("gvfs/", .agentStart, .sign(.linux), example: "gvfs/1.24.2"),
            ]),
        TokenGroup(
            from: .androidLevels,
            [
                DeviceToken(
                    "android api ", .beforeDigit, .sign(.androidVersion),
                    example: "ExampleBrowser/5 (com.example; Android API 33)")
            ]),
        TokenGroup(
            from: .ownNames("programs by Microsoft and for Windows"),
            [
                DeviceToken(
                    "nsplayer", .wordStart, .sign(.windows),
                    example: "NSPlayer/10.0.0.4081 WMFSDK/10.0 ExampleRadio/1.2"),
                DeviceToken("wmplayer", .wordStart, .sign(.windows), example: "WMPlayer/10.0.0.364 guid/3300AD50"),
                DeviceToken(
                    "microsoft-delivery-optimization", .anywhere, .sign(.windows),
                    example: "Example-Update Microsoft-Delivery-Optimization/11.0"),
                DeviceToken(
                    "windows-update-agent", .anywhere, .sign(.windows),
                    example: "Windows-Update-Agent/10.0.10011.16384 Client-Protocol/2.71 (Example)"),
                DeviceToken(
                    "microsoft outlook", .anywhere, .sign(.windows),
                    example: "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Home)"),
                DeviceToken(
                    "ms-office", .anywhere, .sign(.windows), example: "Mozilla/4.0 (compatible; ms-office; MSOffice 16)"
                ),
                // Windows services. Microsoft's apps spell the name without a hyphen.
                DeviceToken("microsoft-", .agentStart, .sign(.windows), example: "Microsoft-CryptoAPI/10.0"),
                DeviceToken("microsoft bits", .anywhere, .sign(.windows), example: "Microsoft BITS/7.7"),
                DeviceToken("microsoft-wns", .anywhere, .sign(.windows), example: "Example-Toast Microsoft-WNS/11.0"),
                DeviceToken(
                    "google update/", .agentStart, .sign(.windows),
                    example: "Google Update/1.3.35.342;winhttp"),
            ]),
        TokenGroup(
            from: .samsungInternet,
            [
                DeviceToken(
                    "samsungbrowser/", .anywhere, .sign(.androidInDisguise),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/18.0 Chrome/99.0.4844.88 Safari/537.37"
                )
            ]),
    ]
}
