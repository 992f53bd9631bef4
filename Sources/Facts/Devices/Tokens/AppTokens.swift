extension TokenTable {
    /// Apps that open links in their own web view.
    static let apps: [TokenGroup] = [
        TokenGroup(
            from: .ownNames("Meta's apps: the fields they add in brackets"),
            [
                DeviceToken(
                    "fban/", .anywhere, .inApp(.facebook),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/468.0.0.39.104;FBBV/609862394;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]"
                ),
                DeviceToken(
                    "fb_iab/", .anywhere, .inApp(.facebook),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/420.0.0.32.61;]"
                ),
                DeviceToken(
                    "fbav/", .anywhere, .inApp(.facebook),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 [FBAV/420.0.0.32.61;]"
                ),
                DeviceToken(
                    "fban/messenger", .anywhere, .inApp(.messenger),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/MessengerForiOS;FBAV/123.0.0.44.70;FBDV/iPhone9,1]"
                ),
                DeviceToken(
                    "messengerforios", .anywhere, .inApp(.messenger),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/MessengerForiOS;FBAV/123.0.0.44.70;FBDV/iPhone9,1]"
                ),
                DeviceToken(
                    "messengerlite", .anywhere, .inApp(.messenger),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/MessengerLiteForiOS;FBAV/300.0.0.44.70;FBDV/iPhone9,1]"
                ),
                DeviceToken(
                    "fb_iab/messenger", .anywhere, .inApp(.messenger),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 [FB_IAB/MESSENGER;FBAV/111.0.0.15.46;]"
                ),
                DeviceToken(
                    "orca-android", .anywhere, .inApp(.messenger),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/111.0.0.15.46;]"
                ),
                DeviceToken(
                    "fban/orca", .anywhere, .inApp(.messenger), example: "[FBAN/Orca-Android;FBAV/111.0.0.15.46;]"),
                DeviceToken(
                    "instagram", .wordStart, .inApp(.instagram),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 123.0.0.20.115 (iPhone12,1; iOS 17_5_1; en_US; scale=2.00; 828x1792; 190542906)"
                ),
                DeviceToken(
                    "barcelona ", .wordStart, .inApp(.other),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Barcelona 289.0.0.18.109 (iPhone14,5; iOS 17_5; en_US)"
                ),
                DeviceToken(
                    "metaiab", .wordStart, .inApp(.facebook),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MetaIAB Facebook"
                ),
                DeviceToken(
                    "facebook-mobile", .anywhere, .inApp(.facebook),
                    example: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) facebook-mobile/2.0"),
                DeviceToken("fb4a/", .anywhere, .inApp(.facebook), example: "FB4A/Facebook/1.0"),
                DeviceToken(
                    "[wa4a/", .anywhere, .inApp(.whatsapp),
                    example:
                        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 [WA4A/2.26.1.70;]"
                ),
                DeviceToken("fb4a", .wordStart, .inApp(.facebook), example: "[FB4A;FBAV/300.0;FBDV/Pixel 4]"),
                DeviceToken("fbios", .wordStart, .inApp(.facebook), example: "ExampleFrame FBIOS 300.0"),
                DeviceToken(
                    "facebook/", .agentStart, .inApp(.facebook),
                    example: "Facebook/5021 CFNetwork/3826.500 Darwin/24.5.0"),
            ]),
        TokenGroup(
            from: .ownNames("ByteDance's apps: TikTok's names and packages"),
            [
                DeviceToken(
                    "musical_ly", .wordStart, .inApp(.tiktok),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 musical_ly_31.4.0 JsSdk/2.0 NetType/WIFI Channel/App Store"
                ),
                DeviceToken(
                    "trill_", .wordStart, .inApp(.tiktok),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 trill_34.9.0 JsSdk/2.0 NetType/4G Channel/App Store"
                ),
                DeviceToken(
                    "bytedancewebview", .wordStart, .inApp(.tiktok),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 BytedanceWebview/d8a21c6"
                ),
                DeviceToken(
                    "tiktok", .wordStart, .inApp(.tiktok),
                    example: "TikTok 31.4.0 rv:314010 (iPhone; iOS 17.0.3; en_GB) Cronet"
                ),
                DeviceToken(
                    "com.zhiliaoapp.musically", .anywhere, .inApp(.tiktok),
                    example:
                        "com.zhiliaoapp.musically/2023203040 (Linux; U; Android 13; en_US; Pixel 7; Build/TQ3A; Cronet/58.0)"
                ),
                DeviceToken(
                    "musical.ly", .wordStart, .inApp(.tiktok), example: "musical.ly/7.2 (iPhone; iOS 11.2; Scale/2.00)"),
            ]),
        TokenGroup(
            from: .ownNames("Snap's apps"),
            [
                DeviceToken(
                    "snapchat", .wordStart, .inApp(.snapchat),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Snapchat/12.41.0.35 (like Safari/8614.3.7.0.4, panda)"
                ),
                DeviceToken("cronetsnap", .anywhere, .inApp(.snapchat), example: "ExampleApp/3.1 CronetSnap/2.0"),
            ]),
        TokenGroup(
            from: .ownNames("X's apps: the client name per system"),
            [
                DeviceToken(
                    "twitter for iphone", .anywhere, .inApp(.twitter),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Twitter for iPhone/9.62"
                ),
                DeviceToken(
                    "twitter for ipad", .anywhere, .inApp(.twitter),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Twitter for iPad"
                ),
                DeviceToken(
                    "twitterandroid", .anywhere, .inApp(.twitter),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 TwitterAndroid"
                ),
                DeviceToken(
                    "twitter/", .agentStart, .inApp(.twitter),
                    example: "Twitter/9.62 (build:4711) CFNetwork/1410.0.3 Darwin/22.6.0"),
                DeviceToken(
                    "twitter-i", .agentStart, .inApp(.twitter),
                    example: "Twitter-iPhone/9.1 iOS/15.1 (Apple;iPhone13,2)"),
                DeviceToken(
                    "twitter for ", .wordStart, .inApp(.twitter),
                    example: "Twitter for Android/10.21 (Pixel 8; Android 14)"
                ),
            ]),
        TokenGroup(
            from: .ownNames("Microsoft's apps"),
            [
                DeviceToken(
                    "linkedinapp", .anywhere, .inApp(.linkedin),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.29.6068"
                ),
                DeviceToken(
                    "linkedin/", .agentStart, .inApp(.linkedin),
                    example: "LinkedIn/9.7.1681 (build:4711) CFNetwork/808.1.4 Darwin/16.1.1"),
                DeviceToken(
                    "bingsearchapp", .anywhere, .inApp(.other),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 BingWeb/6.9.6 BingSearchApp"
                ),
                DeviceToken(
                    "bingsapphire", .anywhere, .inApp(.other),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 BingSapphire/24.1"
                ),
                DeviceToken(
                    "microsoft office", .wordStart, .inApp(.other),
                    example:
                        "Microsoft Office Excel/16.70 (Mac OS/12.6; Desktop; en-GB; AppStore; Apple/MacBookPro18,1)"),
            ]),
        TokenGroup(
            from: .ownNames("apps by Tencent, Alibaba and Baidu"),
            [
                DeviceToken(
                    "micromessenger", .anywhere, .inApp(.wechat),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.38(0x18002629) NetType/WIFI Language/en"
                ),
                DeviceToken(
                    "baiduboxapp", .anywhere, .inApp(.other),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 T7/13.53 baiduboxapp/13.53.5.10 (Baidu; P1 12)"
                ),
                DeviceToken(
                    " qq/", .anywhere, .inApp(.other),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 QQ/8.9.68.635 V1_IPH_SQ_8.9.68_1_APP_A Pixel/1170"
                ),
                DeviceToken(
                    "aliapp(", .wordStart, .inApp(.other),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23B85 AliApp(DingTalk/7.8.0)"
                ),
                DeviceToken(
                    "wechat", .wordStart, .inApp(.wechat), example: "WeChat/8.0.60 CFNetwork/3826.500 Darwin/24.5.0"),
            ]),
        TokenGroup(
            from: .ownNames("apps with a web view: the app's name or package"),
            [
                DeviceToken(
                    "line/", .wordStart, .inApp(.line),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.20.1 LIFF"
                ),
                DeviceToken(
                    "kakaotalk", .wordStart, .inApp(.kakaotalk),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36;KAKAOTALK 2410430"
                ),
                DeviceToken(
                    "whatsapp", .wordStart, .inApp(.whatsapp),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 WhatsApp"
                ),
                DeviceToken(
                    "telegram", .wordStart, .inApp(.telegram),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 Telegram-Android/10.1.1 (Google Pixel 7; Android 13; SDK 33; HIGH)"
                ),
                DeviceToken(
                    "pinterest", .wordStart, .inApp(.pinterest),
                    example:
                        "Mozilla/5.0 (iPad; CPU OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]"
                ),
                DeviceToken(
                    "naver(inapp", .anywhere, .inApp(.other),
                    example:
                        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 NAVER(inapp; search; 1010; 11.18.0; 12PRO)"
                ),
                DeviceToken(
                    "flipboard", .wordStart, .inApp(.other),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 Flipboard/4.2.1"
                ),
                DeviceToken(
                    "reddit/version", .wordStart, .inApp(.other),
                    example:
                        "Mozilla/5.0 (Linux; Android 16; Pixel 10; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36 Reddit/Version 2026.1.0/Build 100/Android 16"
                ),
            ]),
        TokenGroup(
            from: .ownNames("Google's apps: names and packages"),
            [
                DeviceToken(
                    "gmail", .wordStart, .inApp(.gmail), example: "Gmail/6.0.230903 CFNetwork/1410.0.3 Darwin/22.6.0"),
                DeviceToken(
                    "gsa/", .wordStart, .inApp(.gsa),
                    example:
                        "Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/322.0.648915268 Mobile/15E148 Safari/604.1"
                ),
                DeviceToken(
                    "com.google.android.apps.searchlite", .anywhere, .inApp(.gsa),
                    example:
                        "com.google.android.apps.searchlite/444787 (Linux; U; Android 10; en_GB; Pixel 4; Build/QP1A; Cronet/89.0)"
                ),
                DeviceToken(
                    "googleapp/", .wordStart, .inApp(.gsa),
                    example:
                        "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 GoogleApp/13.48.11.26.arm64"
                ),
                DeviceToken(
                    "ggpht.com", .anywhere, .inApp(.gmail),
                    example:
                        "Mozilla/5.0 (Windows NT 6.1; WOW64; rv:24.0) Gecko/20100101 Firefox/24.0 (via ggpht.com GoogleImageProxy)"
                ),
                DeviceToken(
                    "com.google.android.gm", .wordEnd, .inApp(.gmail),
                    example: "com.google.android.gm/64000000 (Linux; U; Android 14; en_US; Pixel 8)"),
            ]),
    ]

    /// Package names and bundle IDs that do not contain the app's name as a word.
    static let appPackages = TokenGroup(
        from: .ownNames("apps in both stores: store package names"),
        [
            ("com.facebook.katana", .facebook), ("com.facebook.lite", .facebook), ("com.facebook.facebook", .facebook),
            ("com.facebook.orca", .messenger), ("com.facebook.mlite", .messenger),
            ("com.facebook.messenger", .messenger),
            ("com.ss.android.ugc.trill", .tiktok), ("com.toyopagroup.picaboo", .snapchat),
            ("com.twitter.android", .twitter), ("com.atebits.tweetie2", .twitter), ("com.linkedin.", .linkedin),
            ("com.tencent.mm", .wechat), ("com.tencent.xin", .wechat), ("jp.naver.line", .line),
            ("com.kakao.talk", .kakaotalk), ("ph.telegra.", .telegram), ("com.google.gmail", .gmail),
            ("googlequicksearchbox", .gsa), ("com.google.googlemobile", .gsa),
        ].map { (name: String, app: InApp) in
            DeviceToken(name, .wordStart, .inApp(app), example: "\(name)/4711 (Linux; U; Android 13; en_US; Pixel 7)")
        })
}
