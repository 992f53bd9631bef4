extension TokenTable {
    /// Systems with their versions.
    static let platforms: [DeviceToken] = [
        DeviceToken(
            "android", .anywhere, .sign(.android),
            example:
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "andr0id", .anywhere, .sign(.android),
            example:
                "Mozilla/5.0 (Linux; Andr0id 9; BRAVIA 4K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 OPR/46.0.2207.0 OMI/4.21"
        ),
        DeviceToken(
            "android ", .beforeDigit, .sign(.androidVersion),
            example:
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "android/", .beforeDigit, .sign(.androidVersion), example: "ExampleShop/3.1 (com.example.shop; Android/13)"),
        DeviceToken(
            "android-", .beforeDigit, .sign(.androidVersion),
            example:
                "Mozilla/5.0 (Linux; Android-4.0.3; en-us; Galaxy Nexus Build/IML74K) AppleWebKit/535.7 Mobile Safari/535.7"
        ),
        DeviceToken(
            "android os ", .beforeDigit, .sign(.androidVersion), example: "ExampleApp/1.0 (Android OS 12; Pixel 4)"),
        DeviceToken(
            "android os/", .beforeDigit, .sign(.androidVersion), example: "Example-Android/2.0 (Android OS/9; Pixel 3)"),
        DeviceToken(
            "android os=", .beforeDigit, .sign(.androidVersion), example: "ExampleApp/1.0 (Android OS=12; Pixel 4)"),
        DeviceToken(
            "andr0id ", .beforeDigit, .sign(.androidVersion),
            example:
                "Mozilla/5.0 (Linux; Andr0id 9; BRAVIA 4K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/77.0 Safari/537.36 OPR/46 OMI/4.20"
        ),
        DeviceToken(
            "adr ", .beforeDigit, .sign(.androidVersion),
            example: "UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.4; en-US; SM-G360H) U2/1.0.0 UCBrowser/10.7.0.636 U2/1.0.0 Mobile"
        ),
        DeviceToken(
            "android (", .beforeDigit, .sign(.instagramAndroid),
            example:
                "Instagram 121.0.0.29.119 Android (29/10; 420dpi; 1080x2042; samsung; SM-G970F; beyond0; exynos9820; en_GB)"
        ),
        DeviceToken(
            "iphone os ", .beforeDigit, .sign(.iosVersion),
            example:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
        ),
        DeviceToken(
            "iphone os/", .beforeDigit, .sign(.iosVersion),
            example:
                "Mozilla/5.0 (iPhone; CPU iPhone iPhone OS/10.3.2 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Mobile/13G36"
        ),
        DeviceToken(
            "cpu os ", .beforeDigit, .sign(.iosVersion),
            example:
                "Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1"
        ),
        DeviceToken(
            "ipados ", .beforeDigit, .sign(.iosVersion), example: "ExampleApp/2.1 (iPad13,1; iPadOS 16.2; Scale/2.00)"),
        DeviceToken("ipados/", .beforeDigit, .sign(.iosVersion), example: "ExampleApp/2.1 (iPad13,1; iPadOS/16.2)"),
        DeviceToken("ios ", .beforeDigit, .sign(.iosVersion), example: "ExampleApp/5.2 (iPhone; iOS 16.1; Scale/3.00)"),
        DeviceToken("ios/", .beforeDigit, .sign(.iosVersion), example: "ExampleApp/5.2 iOS/16.1 model/iPhone13,2"),
        DeviceToken(
            "mac os x ", .beforeDigit, .sign(.macVersion),
            example:
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken("mac os x/", .beforeDigit, .sign(.macVersion), example: "Example/2.0 (Mac OS X/10.14.6)"),
        DeviceToken(
            "mac os/", .beforeDigit, .sign(.macVersion),
            example: "Microsoft Office Excel/16.70 (Mac OS/12.6; Desktop; en-GB; AppStore; Apple/MacBookPro18,1)"),
        DeviceToken("macos ", .beforeDigit, .sign(.macVersion), example: "Example Player/1.4 (macOS 13.2; arm64)"),
        DeviceToken("macos/", .beforeDigit, .sign(.macVersion), example: "Example Player/1.4 macOS/13.2"),
        DeviceToken(
            "windows nt ", .beforeDigit, .sign(.windowsNT),
            example:
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "windows ", .beforeDigit, .sign(.windowsVersion), example: "Mozilla/4.0 (compatible; MSIE 6.0; Windows 98)"),
        DeviceToken("darwin/", .beforeDigit, .sign(.darwin), example: "ExampleApp/12 CFNetwork/1410.0.3 Darwin/22.6.0"),
        DeviceToken("darwin", .beforeDigit, .sign(.darwin), example: "Wget/1.21.1 (darwin20.3.0)"),
        DeviceToken(
            "cfnetwork/", .beforeDigit, .sign(.cfNetwork), example: "ExampleApp/12 CFNetwork/1410.0.3 Darwin/22.6.0"),
        DeviceToken(
            "cros x86_64 ", .beforeDigit, .sign(.chromeOS),
            example:
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
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
                "Mozilla/5.0 (X11; CrOS i686 4319.74.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/29.0.1547.57 Safari/537.36"
        ),
        DeviceToken(
            "cros ", .wordStart, .sign(.chromebook),
            example:
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "chromebook", .wordStart, .sign(.chromebook),
            example: "Dalvik/2.1.0 (Linux; U; Android 9; Acer Chromebook Spin 713 Build/R92-13982.88.0)"),
        DeviceToken(
            "version/", .beforeDigit, .sign(.browserVersion),
            example:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
        ),
        DeviceToken(
            "fbsv/", .beforeDigit, .sign(.facebookSystemVersion),
            example: "[FBAN/FB4A;FBAV/26.0.0.22.16;FBBV/6590638;FBDV/D2303;FBSV/4.4.2;FBCA/armeabi-v7a:armeabi;]"),
        DeviceToken(
            "puffin/", .beforeDigit, .sign(.puffin),
            example:
                "Mozilla/5.0 (X11; U; Linux x86_64; en-US) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/30.0.1599.114 Safari/537.36 Puffin/4.5.0IP"
        ),
        DeviceToken(
            "chrome/", .wordStart, .sign(.chrome),
            example:
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
        ),
        DeviceToken(
            "iphone", .wordStart, .sign(.iphone),
            example:
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
        ),
        DeviceToken(
            "ipad", .wordStart, .sign(.ipad),
            example:
                "Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1"
        ),
        DeviceToken(
            "ipod", .wordStart, .sign(.ipod),
            example:
                "Mozilla/5.0 (iPod touch; CPU iPhone OS 9_3_5 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Version/9.0 Mobile/13G36 Safari/601.1"
        ),
        DeviceToken("ios", .word, .sign(.iosVersion), example: "ExamplePodcasts, iOS v4.3"),
        DeviceToken(
            "macintosh", .wordStart, .sign(.mac),
            example:
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken(
            "mac os", .wordStart, .sign(.mac),
            example:
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken("macos", .wordStart, .sign(.mac), example: "Example Player/1.4 (macOS 13.2; arm64)"),
        DeviceToken(
            "mac_powerpc", .wordStart, .sign(.mac), example: "Mozilla/4.0 (compatible; MSIE 5.23; Mac_PowerPC)"),
        DeviceToken(
            "x86_64", .word, .sign(.intel), example: "Safari/14609.1.20.111.8 CFNetwork/978.2 Darwin/18.7.0 (x86_64)"),
        DeviceToken(
            "i386", .word, .sign(.intel),
            example: "Safari/6533.21.1 CFNetwork/454.12.4 Darwin/10.8.0 (i386) (MacBook2%2C1)"),
        DeviceToken(
            "windows", .wordStart, .sign(.windows),
            example:
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken("win32", .wordStart, .sign(.windows), example: "Example/1.0 (win32; x64)"),
        DeviceToken(
            "win64", .wordStart, .sign(.windows),
            example:
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
        ),
        DeviceToken("win98", .wordStart, .sign(.windows), example: "Mozilla/4.7 [en] (Win98; I)"),
        DeviceToken("win95", .wordStart, .sign(.windows), example: "Mozilla/4.5 [en] (Win95; I)"),
        DeviceToken("winnt", .wordStart, .sign(.windows), example: "Mozilla/4.7 [en] (WinNT; I)"),
        DeviceToken(
            "linux", .wordStart, .sign(.linux),
            example:
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"),
        DeviceToken(
            "ubuntu", .wordStart, .sign(.linux),
            example: "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0"),
        DeviceToken(
            "x11", .wordStart, .sign(.x11),
            example:
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"),
    ]
}
