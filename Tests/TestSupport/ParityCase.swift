import ByteText

/// A click that both interfaces accept: as JSON for the decision API and the command line, as header fields for the front.
public struct ParityCase: Sendable {
    public var name: String
    public var link: String
    public var agent: String?
    public var headers: [String: String] = [:]
    /// The device profile as JSON, and as the field `Fingerpost-Device`.
    public var device: (json: String, field: String)?
    /// A stage, an address or a country, which only a JSON request can contain.
    public var more: String = ""

    /// The request in JSON; the time is fixed, so that both interfaces decide the same click.
    public var request: String {
        var members = ["\"id\":\(quoted(name))", "\"link\":\(quoted(link))"]
        if let agent { members.append("\"user_agent\":\(quoted(agent))") }
        if !headers.isEmpty {
            let fields = headers.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\(quoted($0.value))" }
            members.append("\"headers\":{\(fields.joined(separator: ","))}")
        }
        if let device { members.append("\"device\":\(device.json)") }
        if !more.isEmpty { members.append(more) }
        members.append("\"time\":\"2026-11-20T12:00:00Z\"")
        return "{\(members.joined(separator: ","))}"
    }

    private func quoted(_ text: String) -> String { JSONValue.string(text).text }
}

extension ParityCase {
    /// The site of the cases.
    public static let site = """
        {"site": "example", "hosts": ["example.page.link", "links.example.com/go"], "hosting": ["auth.example.com"],
         "handler": "https://example-app.firebaseapp.com/__/auth/action",
         "authorized_domains": ["localhost", "example-app.firebaseapp.com", "www.example.com"],
         "url_patterns": ["^https://www\\\\.example\\\\.com/.*$"],
         "apps": [{"android": {"package": "com.example.android", "minimum_version": "12", "install": true}},
                  {"ios": {"bundle": "com.example.ios", "app_store_id": "1234567", "custom_scheme": "com.example.ios"}}],
         "links": {"WXYZ": "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&ibi=com.example.ios&isi=1234567"},
         "options": {"debug_pages": true},
         "rules": [
           {"name": "wechat-stays-on-the-web", "when": "device.in_app == \\"wechat\\" && link.payload_is_action",
            "then": "web_widget", "because": "WeChat blocks links into apps."},
           {"name": "cached", "when": "link.code == \\"WXYZ\\" && device.platform == \\"macos\\"",
            "then": {"continue_redirect": {"to": "https://www.example.com/mac"}, "status": 307, "cache": 600},
            "because": "It has a page of its own."},
           {"name": "india", "when": "request.country == \\"IN\\" && device.platform == \\"windows\\"",
            "then": {"continue_redirect": {"to": "https://www.example.com/in/"}}, "because": "It has its own page."}]}
        """

    private static let page = "https%3A%2F%2Fwww.example.com%2Fpost%3Fid%3D7"
    private static let action =
        "https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3Fmode%3DresetPassword%26oobCode%3DABC123%26apiKey%3DKEY1%26continueUrl%3Dhttps%253A%252F%252Fwww.example.com%252Fdone"
    private static let apps = "apn=com.example.android&ibi=com.example.ios&isi=1234567"

    /// Links, by distinguishing property.
    public static let links: [(name: String, link: String)] = [
        ("short", "https://example.page.link/WXYZ"),
        ("long", "https://example.page.link/?link=\(page)&\(apps)"),
        ("fallbacks", "https://example.page.link/?link=\(page)&\(apps)&afl=\(page)a&ifl=\(page)i&ofl=\(page)o"),
        ("no preview page", "https://example.page.link/?link=\(page)&\(apps)&efr=1&amv=20"),
        ("debug", "https://example.page.link/WXYZ?d=1"),
        (
            "social",
            "https://example.page.link/?link=\(page)&\(apps)&st=Title&sd=Text&si=https%3A%2F%2Fwww.example.com%2Fi.png"
        ),
        ("below a path", "https://links.example.com/go?link=\(page)&\(apps)"),
        ("mail, Dynamic Link", "https://example.page.link/?link=\(action)&\(apps)&amv=15"),
        ("mail, Hosting", "https://auth.example.com/__/auth/links?link=\(action)&apn=com.example.android"),
        (
            "mail, bare",
            "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=ABC123&apiKey=KEY1"
        ),
    ]

    /// Refused links, one for each reason on the front.
    public static let refused: [(name: String, link: String)] = [
        ("unknown code", "https://example.page.link/NOPE"),
        ("unknown host", "https://elsewhere.example/WXYZ"),
        ("no link in it", "https://example.page.link/?apn=com.example.android"),
        ("payload elsewhere", "https://example.page.link/?link=https%3A%2F%2Fevil.example%2Fsecret"),
        ("payload without a scheme", "https://example.page.link/?link=www.example.com"),
        ("payload is script", "https://example.page.link/?link=javascript%3Aalert(1)"),
        ("payload is a link", "https://example.page.link/?link=https%3A%2F%2Fexample.page.link%2F%3Flink%3D\(page)"),
        ("payload below the prefix", "https://example.page.link/?link=https%3A%2F%2Fexample.page.link%2FABCD"),
        ("percent coding cut", "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F%2"),
        ("fallback elsewhere", "https://example.page.link/?link=\(page)&\(apps)&afl=https%3A%2F%2Fevil.example%2F"),
        ("continue elsewhere", "https://auth.example.com/__/auth/links?link=\(action)2F.evil.example"),
        ("code with a slash", "https://example.page.link/WXYZ/../x"),
    ]

    /// Clients, by known properties.
    private static let clickers: [ParityCase] = [
        ParityCase(name: "Android", link: "", agent: Agents.android),
        ParityCase(name: "iPhone", link: "", agent: Agents.iPhone),
        ParityCase(name: "iPad", link: "", agent: Agents.iPad),
        ParityCase(name: "Windows", link: "", agent: Agents.windows),
        ParityCase(name: "Facebook", link: "", agent: Agents.facebook),
        ParityCase(name: "WeChat", link: "", agent: Agents.weChat),
        ParityCase(name: "Slack", link: "", agent: Agents.slackbot),
        ParityCase(name: "curl", link: "", agent: Agents.curl),
        ParityCase(name: "nobody", link: ""),
        ParityCase(
            name: "hints", link: "", agent: Agents.windows,
            headers: [
                "sec-ch-ua-platform": "\"Android\"", "sec-ch-ua-mobile": "?1", "accept-language": "hi-IN, en;q=0.5",
            ]),
        ParityCase(
            name: "Android, installed", link: "", agent: Agents.android,
            device: (
                #"{"platform":"android","app":{"id":"com.example.android","version":"15"}}"#,
                #"platform=android, app=("com.example.android";version="15")"#
            )),
        ParityCase(
            name: "Android, outdated", link: "", agent: Agents.android,
            device: (
                #"{"platform":"android","app":{"version":"3"}}"#, #"platform=android, app;version="3""#
            )),
        ParityCase(
            name: "Android, absent", link: "",
            device: (#"{"platform":"android","app":{"state":"absent"}}"#, "platform=android, app;state=absent")),
        ParityCase(
            name: "iPhone, installed", link: "",
            device: (#"{"platform":"ios","app":{"state":"current"}}"#, "platform=ios, app;state=current")),
        ParityCase(
            name: "Mac", link: "", device: (#"{"platform":"macos","bot":false}"#, "platform=macos, bot=?0")),
    ]

    /// Every link with every client, and every refused link with one client.
    public static let all: [ParityCase] = {
        var cases = links.flatMap { name, link in
            clickers.map { clicker in
                var item = clicker
                item.name = "\(name) / \(clicker.name)"
                item.link = link
                return item
            }
        }
        cases += refused.map { ParityCase(name: $0.name, link: $0.link, agent: Agents.android) }
        return cases
    }()

    /// Requests that only JSON can express, and invalid ones in JSON.
    public static let spoken: [ParityCase] = [
        ParityCase(
            name: "country", link: links[0].link, agent: Agents.windows, more: #""country":"IN","ip":"203.0.113.9""#),
        ParityCase(name: "going on", link: links[8].link, agent: Agents.android, more: #""stage":"continue""#),
        ParityCase(name: "a page to go on to", link: "https://www.example.com/done", more: #""stage":"continue""#),
        ParityCase(
            name: "settings", link: links[7].link, agent: Agents.android,
            more: #""settings":{"url":"https://www.example.com/","handleCodeInApp":false}"#),
        ParityCase(
            name: "settings without a package", link: links[7].link,
            more: #""settings":{"url":"https://www.example.com/","handleCodeInApp":true,"android":{"installApp":true}}"#
        ),
        ParityCase(name: "fragment", link: "https://example.page.link/WXYZ#part"),
        ParityCase(name: "not ASCII", link: "https://example.page.link/?link=https://www.example.com/grüße&x=1"),
        ParityCase(name: "user in the host", link: "https://example.page.link@evil.example/WXYZ"),
        ParityCase(name: "backslash", link: "https:\\\\example.page.link\\WXYZ"),
        ParityCase(name: "no URL", link: "no URL"),
        ParityCase(name: "empty", link: ""),
        ParityCase(name: "controls", link: "https://example.page.link/WX\u{1}\nYZ", agent: "a\u{7F}\u{80}\u{1F600}b"),
    ]
}
