import Association
import Phones

/// Rows of HarmonyOS 5 and later.
enum HarmonyRows {
    private static let web = [Sample.link: WebAnswer.redirect("https://www.other.example/")]
    private static let stays = ["web https://www.other.example/"]
    private static let opened = "app com.shop.harmony 2 https://go.example/x"
    private static let store = "https://appgallery.huawei.com/app/detail?id=com.shop.harmony"

    /// A phone whose app declares links of a host, and the file of `go.example`.
    private static func phone(
        _ surface: Surface = .huaweiBrowser, declares host: String = "go.example", listed: String = "576"
    ) -> Phone {
        var phone = Phone(.harmonyOS(5), surface)
        phone.harmonyApps = [HarmonyApp("com.shop.harmony", appID: "576", version: "2", links: [.web(host)])]
        phone.appLinking = ["go.example": AppLinking(apps: [listed])]
        return phone
    }

    static let all: [Row] = [
        Row("a tap in another app", phone(), .otherApp(), [opened], [.harmonyLink]),
        Row("the camera reads a code", phone(), .cameraCode, [opened], [.harmonyLink]),
        Row("no app", Phone(.harmonyOS(5), .huaweiBrowser), .otherApp(), web, stays, [.harmonyLink]),
        Row("the app declares another host", phone(declares: "www.go.example"), .otherApp(), web, stays, []),
        Row("the file lists another app", phone(listed: "577"), .otherApp(), web, stays, []),
        Row("typed", phone(), .typed, web, stays, [.harmonyLoads]),
        Row("a web view's first load", phone(.webView), .firstLoad, web, stays, [.harmonyLoads]),
        Row("a page in the browser", phone(), .page(host: "a.example"), web, [opened] + stays, [.harmonyTap]),
        Row("a script", phone(), .script(host: "a.example"), web, stays, []),
        Row(
            "AppGallery", phone(), .typed, [Sample.link: .redirect(store)], ["huawei com.shop.harmony"],
            [.harmonyStore]),
        Row(
            "AppGallery by its scheme", phone(), .typed,
            [Sample.link: .redirect("store://appgallery.huawei.com/app/detail?id=com.shop.harmony")],
            ["huawei com.shop.harmony"], [.harmonyStore]),
        Row(
            "an Android scheme", phone(), .typed, [Sample.link: .redirect("intent://x#Intent;end")],
            ["dead end: ERR_UNKNOWN_URL_SCHEME"], [.notAnApp]),
    ]
}
