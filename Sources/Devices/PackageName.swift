import ByteText

/// The packages of the apps that rules can name, as an Android `WebView` sends them in `X-Requested-With`.
enum PackageName {
    static let rows: [(name: StaticString, app: InApp)] = [
        ("com.facebook.katana", .facebook), ("com.facebook.lite", .facebook), ("com.facebook.orca", .messenger),
        ("com.facebook.mlite", .messenger), ("com.instagram.android", .instagram),
        ("com.zhiliaoapp.musically", .tiktok),
        ("com.ss.android.ugc.trill", .tiktok), ("com.snapchat.android", .snapchat), ("com.twitter.android", .twitter),
        ("com.linkedin.android", .linkedin), ("com.tencent.mm", .wechat), ("jp.naver.line.android", .line),
        ("com.kakao.talk", .kakaotalk), ("com.whatsapp", .whatsapp), ("com.whatsapp.w4b", .whatsapp),
        ("org.telegram.messenger", .telegram), ("com.pinterest", .pinterest), ("com.google.android.gm", .gmail),
        ("com.google.android.googlequicksearchbox", .gsa),
    ]

    /// The app with this package, or nil.
    static func inApp(_ package: Span<UInt8>) -> InApp? {
        for row in rows where package.equals(row.name) { return row.app }
        return nil
    }
}
