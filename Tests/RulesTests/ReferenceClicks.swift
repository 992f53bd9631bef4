import ByteText
import TestSupport

/// Clicks for which the reference's examples have either result.
enum ReferenceClicks {
    static let all: [JSONValue] = links + devices + circumstances + headers + sites

    private static func site(_ name: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
        var site: [(String, JSONValue)] = [
            ("site", .string(name)), ("hosts", ["links.example.com/go", "example.page.link"]),
            ("hosting", ["auth.example.com"]),
            ("handler", "https://shop.firebaseapp.com/__/auth/action"),
            ("authorized_domains", ["www.example.com", "other.example.org", "shop.firebaseapp.com"]),
            (
                "apps",
                [
                    ["android": ["package": "com.example.android"]],
                    ["ios": ["bundle": "com.example.ios", "app_store_id": "1234567"]],
                ]
            ),
            (
                "links",
                [
                    "SHOP": "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fwallet",
                    "MAIN": "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F",
                ]
            ),
        ]
        for (name, value) in more.sorted(by: { $0.key < $1.key }) { site.append((name, value)) }
        var object = JSONObject()
        for (name, value) in site { object.append(name, value) }
        return .object(object)
    }

    private static let plain = site("example")

    /// A request with a link to a payload, unless it has its own link.
    private static func click(_ members: [String: JSONValue], _ payload: String = "https://www.example.com/wallet")
        -> JSONValue
    {
        var object = JSONObject()
        for (name, value) in members { object.append(name, value) }
        if object["link"] == nil { object.append("link", .string(long(payload))) }
        if object["site"] == nil { object.append("site", plain) }
        return .object(object)
    }

    private static func long(_ payload: String, _ parameters: String = "") -> String {
        "https://example.page.link/?link=\(PlantedSecrets.encoded(payload))\(parameters)"
    }

    private static let action =
        "https://shop.firebaseapp.com/__/auth/action?mode=resetPassword&oobCode=CODE&apiKey=KEY&continueUrl="
        + PlantedSecrets.encoded("https://www.example.com/done")

    private static let links: [JSONValue] = [
        click(["link": "https://links.example.com/go/SHOP?ref=qr", "country": "IN"]),
        click(["link": "https://links.example.com/go/MAIN?ref=other", "country": "IN"]),
        click([
            "link": "https://links.example.com/go/MAIN", "country": "GB", "region": "ENG", "city": "London",
            "asn": 64500,
        ]),
        click(["link": .string(long(action, "&apn=com.example.android&amv=3"))]),
        click(["link": .string("https://auth.example.com/__/auth/links?link=" + PlantedSecrets.encoded(action))]),
        click(["link": .string(action)]),
        click([:], "https://other.example.org/orders/12?screen=scan"),
        click([:], "https://www.example.com/sale/winter/"),
        click([:], "https://www.example.com/sale/winter?screen=home"),
        click([
            "link": .string(
                long(
                    "https://www.example.com/",
                    "&apn=com.example.android&ibi=com.example.ios&ipbi=com.example.ios&isi=1234567&imv=2&efr=1&d=1&st=a&sd=b&si=https%3A%2F%2Fwww.example.com%2Fi.png"
                        + ["al", "afl", "ifl", "ipfl", "ofl"].map { "&\($0)=https%3A%2F%2Fwww.example.com%2F\($0)" }
                        .joined()
                        + "&utm_source=newsletter&utm_medium=email&utm_campaign=diwali")),
            "device": ["platform": "ios"],
        ]),
    ]

    private static let devices: [JSONValue] = [
        click([
            "link": .string(long("https://www.example.com/", "&apn=com.example.android")),
            "device": [
                "platform": "android", "os_version": "14", "form_factor": "phone", "in_app": "facebook",
                "store": "huawei",
                "browser": "firefox", "browser_version": "99", "app": ["state": "outdated", "version": "12.2"],
            ], "country": "IN",
        ]),
        click([
            "device": [
                "platform": "ios", "os_version": "15.1", "browser": "safari", "browser_version": "115.1",
                "app": ["state": "current", "version": "12.10"],
            ], "country": "DE", "region": "BE", "city": "Berlin", "asn": 64501,
        ]),
        click(["device": ["platform": "ios", "os_version": "17"]]),
        click(["device": ["platform": "android", "os_version": "9"]]),
        click(["device": ["platform": "windows", "form_factor": "desktop"]]),
        click(["device": ["bot": true, "bot_kind": "preview"]]),
        click([
            "user_agent":
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15",
            "link": .string(long("https://www.example.com/", "&ibi=com.example.ios&ipbi=com.example.ios")),
        ]),
        click([
            "user_agent": "ExampleApp/1.0",
            "site": site("example", ["devices": ["in_app": [["token": "ExampleApp/", "name": "example-app"]]]]),
        ]),
        click(["returned_from": "intent"]),
        click(["link": "https://www.example.com/done", "stage": "continue"]),
    ]

    private static let circumstances: [JSONValue] =
        [
            "2026-11-20T12:00:00Z", "2026-11-27T21:45:31Z", "2026-12-24T10:10:10Z", "2027-01-02T03:04:05Z",
            "2026-03-01T00:00:00Z",
        ].map { click(["time": .string($0)]) }
        + [
            "203.0.113.9", "2001:db8::7", "127.0.0.1", "0.0.0.0", "169.254.1.1", "224.0.0.5", "203.0.113.5",
            "203.0.113.11", "198.51.100.4", "198.51.100.5", "198.51.100.6", "198.51.100.7", "198.51.100.8",
            "198.51.100.9",
        ].map { click(["ip": .string($0)]) }

    private static let headers: [JSONValue] =
        ([
            ["x-beta": "1"], ["x-beta": "true"], ["x-beta": "false"], ["x-app-build": "1300"], ["x-app-build": "900"],
            ["x-tier": "gold"],
            ["x-tier": " silver"], ["x-real-ip": "203.0.113.9"], ["x-real-ip": "2001:DB8::7"], ["x-real-ip": "none"],
            ["x-network": "10.1.2.0/24"], ["x-network": "10.1.2.3/16"], ["x-network": "192.168.0.0/16"],
            ["x-network": "10"],
            ["accept-language": "de-DE, en;q=0.5"], ["accept-language": "en-GB"], ["accept-language": "fr, de"],
            ["referer": "https://www.example.com/a"], ["referer": "https://www.example.org/"],
        ] as [[String: JSONValue]]).map { fields in
            var object = JSONObject()
            for (name, value) in fields { object.append(name, value) }
            return click(["headers": .object(object)])
        }

    private static let sites: [JSONValue] = [
        click([
            "site": site(
                "other",
                [
                    "page_host": "preview.example.com",
                    "options": [
                        "debug_pages": false, "enforce_store_semantics": true, "pass_through": true, "ipad_check": true,
                        "custom_scheme_codes": true, "android_fallback_page": true,
                    ],
                ])
        ])
    ]
}
