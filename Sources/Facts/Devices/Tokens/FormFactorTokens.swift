extension TokenTable {
    /// Watches, headsets, consoles and speakers.
    static let formFactors: [TokenGroup] = [
        TokenGroup(
            from: .arkWeb,
            [
                // Huawei's ArkWeb puts the device type first.
                DeviceToken(
                    "(pc; ", .anywhere, .sign(.desktop),
                    example:
                        "Mozilla/5.0 (PC; OpenHarmony 6.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 ArkWeb/6.0.0.47"
                ),
                DeviceToken(
                    "(2in1; ", .anywhere, .sign(.desktop),
                    example:
                        "Mozilla/5.0 (2in1; OpenHarmony 5.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 ArkWeb/5.1.0.52"
                ),
            ]),
        TokenGroup(
            from: .ownNames("Apple's systems and devices"),
            [
                DeviceToken("watchos", .anywhere, .sign(.watch), example: "ExampleApp/3.0 (Watch6,2; watchOS 8.5)"),
                DeviceToken(
                    "watch os", .anywhere, .sign(.watch),
                    example: "com.apple.invitation-registration [Watch OS,9.0,20R361,Watch6,16] UP.Link/6.3.1"),
                DeviceToken(
                    "apple watch", .anywhere, .sign(.watch),
                    example: "Overcast (+http://overcast.fm/; Apple Watch podcast app)/1.0"
                ),
                DeviceToken(
                    "homepod", .wordStart, .sign(.console),
                    example: "AppleCoreMedia/1.0.0.15F80 (HomePod; U; CPU OS 11_4 like Mac OS X; en_us)"),
            ]),
        TokenGroup(
            from: .ownNames("names of watches, headsets, consoles and speakers"),
            [
                .model("ticwatch", .wordStart, .watch, "TicWatch Pro 6"),
                .model("lem1", .wordStart, .watch, "LEM19 Build/PPR1.180610.011"),
                .model("pico ", .wordStart, .headset, "Pico Neo 5"),
                .model("watch", .word, .watch, "ASUS Zen Watch 2"),
                .model("zenwatch", .wordStart, .watch, "ASUS ZenWatch 2"),
                DeviceToken(
                    "playstation", .anywhere, .sign(.console),
                    example:
                        "Mozilla/5.0 (PlayStation; PlayStation 5/8.40) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15"
                ),
                DeviceToken(
                    "nintendo", .anywhere, .sign(.console),
                    example:
                        "Mozilla/5.0 (Nintendo Switch; ExampleApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.21.3 NintendoBrowser/5.1.0.22474"
                ),
                DeviceToken(
                    "oculusbrowser", .anywhere, .sign(.headset),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64; Quest 2) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/22.2.0 SamsungBrowser/4.0 Chrome/102.0 VR Safari/537.36"
                ),
                DeviceToken(
                    "xbox", .wordStart, .sign(.console),
                    example:
                        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/91.0 Safari/537.36 Edg/91.0"
                ),
            ]),
        TokenGroup(
            from: .firefoxUserAgent,
            [
                DeviceToken(
                    "mobile vr", .wordStart, .sign(.headset),
                    example: "Mozilla/5.0 (Android 12; Mobile VR; rv:90.0) Gecko/90.0")
            ]),
        TokenGroup(
            from: .samsungInternet,
            [
                .model("sm-r", .beforeDigit, .watch, "SM-R945U")
            ]),
    ]

    /// Laptop and desktop series of manufacturers (Dell, Acer, HP, Toshiba, Fujitsu) that also run Android.
    static let laptops = TokenGroup(
        from: .ownNames("laptop and desktop series of Dell, Acer, HP, Toshiba and Fujitsu"),
        [
            "inspiron ", "vostro ", "latitude ", "optiplex ", "travelmate ", "aspire v", "swift sf", "satellite ",
            "elitebook",
            "probook", "lifebook", "notebook pc", "compaq ", "hp engage",
        ].map { series in DeviceToken.model(series, .wordStart, .desktop, "\(series)15", mobile: false) })
}
