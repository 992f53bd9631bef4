extension TokenTable {
    /// Phones by model series, since older web views on them omit `Mobile`, and generic markers of mobile devices.
    static let phones: [TokenGroup] = [
        TokenGroup(
            from: .ownNames("phones: the word in their browsers' agents"),
            [
                .model("mobile", .anywhere, .mobile, "K")
            ]),
        TokenGroup(
            from: .operaUserAgent,
            [
                DeviceToken(
                    "opera mini", .anywhere, .sign(.mobile),
                    example:
                        "Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16"
                ),
                DeviceToken(
                    "opera mobi", .anywhere, .sign(.mobile),
                    example:
                        "Opera/9.80 (Android 2.3.3; Linux; Opera Mobi/ADR-1111101157; U; es-ES) Presto/2.9.201 Version/11.50"
                ),
            ]),
        TokenGroup(
            from: .ownNames("services by Huawei and Google that apps name"),
            [
                .model("hmscore", .anywhere, .hmsCore, "NOH-AN00; HMSCore 6.11.0.302"),
                .model("gmscore", .anywhere, .gmsCore, "ADY-LX9; HMSCore 6.13.0.352; GMSCore 24.09.13"),
            ]),
        TokenGroup(
            from: .androidDevices,
            [
                .model("gt-i", .beforeDigit, .phone, "GT-I9300", mobile: false),
                .model("gt-s", .beforeDigit, .phone, "GT-S7580", mobile: false),
                .model("sm-g", .beforeDigit, .phone, "SM-G900F", mobile: false),
                .model("sm-a", .beforeDigit, .phone, "SM-A500F", mobile: false),
                .model("sm-n", .beforeDigit, .phone, "SM-N910F", mobile: false),
                .model("sm-j", .beforeDigit, .phone, "SM-J320F", mobile: false),
                .model("sm-f", .beforeDigit, .phone, "SM-F977EX", mobile: false),
                .model("sm-m", .beforeDigit, .phone, "SM-M115F", mobile: false),
                .model("sm-w", .beforeDigit, .phone, "SM-W2015", mobile: false),
                .model("sm-s", .beforeDigit, .phone, "SM-S911B", mobile: false),
                .model("gt-n7", .wordStart, .phone, "GT-N7100", mobile: false),
                .model("shv-e", .wordStart, .phone, "SHV-E210S", mobile: false),
                .model("lg-p", .beforeDigit, .phone, "LG-P880", mobile: false),
                .model("lg-d", .beforeDigit, .phone, "LG-D802", mobile: false),
                .model("lg-e", .beforeDigit, .phone, "LG-E975", mobile: false),
                .model("lg-h", .beforeDigit, .phone, "LG-H815", mobile: false),
                .model("lg-k", .beforeDigit, .phone, "LG-K428", mobile: false),
                .model("htc", .wordStart, .phone, "HTC One", mobile: false),
                .model("coolpad", .wordStart, .phone, "Coolpad 8675", mobile: false),
                .model("rmx", .beforeDigit, .phone, "RMX2173", mobile: false),
                .model("redmi", .wordStart, .phone, "Redmi Note 4", mobile: false),
                .model("nexus 4", .wordStart, .phone, "Nexus 4", mobile: false),
                .model("nexus 5", .wordStart, .phone, "Nexus 5", mobile: false),
                .model("nexus 6", .wordStart, .phone, "Nexus 6P", mobile: false),
                .model("vivo", .wordStart, .phone, "vivo 1609", mobile: false),
                .model("oppo", .wordStart, .phone, "OPPO R9", mobile: false),
                .model("cph", .beforeDigit, .phone, "CPH1723", mobile: false),
                .model("lt2", .beforeDigit, .phone, "LT22i", mobile: false),
                .model("lt1", .beforeDigit, .phone, "LT18i", mobile: false),
                .model("c66", .beforeDigit, .phone, "C6603", mobile: false),
                .model("c65", .beforeDigit, .phone, "C6503", mobile: false),
                .model("mi 2", .wordStart, .phone, "MI 2S", mobile: false),
                .model("mi 3", .wordStart, .phone, "MI 3", mobile: false),
                .model("mi 4", .wordStart, .phone, "MI 4LTE", mobile: false),
                .model("mi 5", .wordStart, .phone, "MI 5", mobile: false),
                .model("xt1", .beforeDigit, .phone, "XT1032", mobile: false),
                .model("samsung-sm-", .wordStart, .phone, "SAMSUNG-SM-G900A", mobile: false),
                .model("samsung-sgh", .wordStart, .phone, "SAMSUNG-SGH-I337", mobile: false),
                .model("moto g", .wordStart, .phone, "Moto G", mobile: false),
                .model("moto x", .wordStart, .phone, "Moto X", mobile: false),
                .model("zenfone", .wordStart, .phone, "ASUS ZenFone 2", mobile: false),
                .model("infinix", .wordStart, .phone, "Infinix HOT 4", mobile: false),
                .model("tecno", .wordStart, .phone, "TECNO C8", mobile: false),
                .model("oneplus", .wordStart, .phone, "ONEPLUS A3003", mobile: false),
            ]),
    ]

    /// Phones of Huawei and Honor: letters for the network type, and a number that ends in 0. Tablets with telephony
    /// end in 9.
    static let huaweiPhones = TokenGroup(
        from: .androidDevices,
        ["an", "al", "tl", "tn"].flatMap { network in
            [0, 1, 2, 4, 5, 6, 8].map { digit in
                DeviceToken.model("-\(network)\(digit)0", .anywhere, .phone, "EXA-\(network)\(digit)0", mobile: false)
            }
        })

    /// vivo phones: `V`, the last digits of the year, and two more; its tablets begin with `PA`.
    static let vivoPhones = TokenGroup(
        from: .androidDevices,
        ["18", "19", "2"].map { year in
            DeviceToken.model("; v\(year)", .beforeDigit, .phone, "Example; V\(year)99A", mobile: false)
        })
}
