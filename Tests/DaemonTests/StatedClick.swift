import ByteText
import Devices
import Links
import Routing
import TestSupport
import Testing

/// A click with all possible inputs, in the format of each interface.
struct StatedClick {
    typealias Field = (name: String, value: String)

    var link = "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fa&apn=com.example.android"
    var agent: String? = Agents.android
    /// The header fields except the user agent, by lowercase name; `nil` if they are unknown.
    var fields: [Field]? = []
    /// The device profile as JSON, and in the format of the `Fingerpost-Device` field.
    var device: (json: String, field: String)?
    var ip: String?
    var country: String?
    var stage: String?
    var settings: String?
    var time: Int64 = 1_795_176_000

    /// The field from which the test's daemon reads the country.
    static let countryField = "x-country"

    /// All header fields except the user agent.
    var allFields: [Field] {
        guard let fields else { return [] }
        return fields + (country.map { [(Self.countryField, $0)] } ?? [])
    }

    private var hasRepeatedFields: Bool { Set(allFields.map(\.name)).count < allFields.count }
    private var isAction: Bool { link.contains("oobCode") }

    /// Whether an interface can express exactly the inputs of this click.
    func comes(by way: Way) -> Bool {
        switch way {
        case .front, .nginx, .forward, .envoy:
            fields != nil && stage == nil && settings == nil && !link.hasPrefix("https://www.example.com/")
        case .body, .explain, .batch: !hasRepeatedFields
        case .bodyAllFields: !hasRepeatedFields && fields != nil
        case .query: fields == nil && device == nil && settings == nil && !isAction
        // No option can express that there are no header fields.
        case .options: areOptions && (fields == nil) == allFields.isEmpty
        case .optionsAllFields: areOptions && fields != nil && (agent != nil || !allFields.isEmpty)
        }
    }

    /// Options convert countries to upper case.
    private var areOptions: Bool { !hasRepeatedFields && settings == nil && country == country?.uppercased() }

    // MARK: - Forms

    /// The request in JSON.
    func json(agentIsField: Bool = false) throws -> JSONValue {
        var object = JSONObject()
        object.append("link", .string(link))
        if let agent, !agentIsField { object.append("user_agent", .string(agent)) }
        if fields != nil {
            var headers = JSONObject()
            if let agent, agentIsField { headers.append("User-Agent", .string(agent)) }
            for field in allFields { headers.append(field.name, .string(field.value)) }
            object.append("headers", .object(headers))
        }
        if let device { object.append("device", try JSONValue(parsing: device.json)) }
        if let settings { object.append("settings", try JSONValue(parsing: settings)) }
        for (name, value) in [("stage", stage), ("ip", ip), ("country", country)] {
            if let value { object.append(name, .string(value)) }
        }
        object.append("time", .string(Timestamp.text(time)))
        return .object(object)
    }

    /// The options of `resolve`.
    func options(agentIsField: Bool) -> [String] {
        var words = [link]
        if let agent { words += agentIsField ? ["--header", "User-Agent: \(agent)"] : ["--user-agent", agent] }
        for field in allFields { words += ["--header", "\(field.name): \(field.value)"] }
        if let device { words += ["--device", device.json] }
        for (option, value) in [("--stage", stage), ("--ip", ip), ("--country", country)] {
            if let value { words += [option, value] }
        }
        return words
    }

    /// The query of the decision API.
    var query: String {
        var pairs = [("link", link), ("time", Timestamp.text(time))]
        for (name, value) in [("user_agent", agent), ("stage", stage), ("ip", ip), ("country", country)] {
            if let value { pairs.append((name, value)) }
        }
        return pairs.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map {
            $0.isAlphanumeric ? String(UnicodeScalar($0)) : "%" + String(0x100 | Int($0), radix: 16).dropFirst()
        }
        .joined()
    }

    /// The client's request, as forwarded by a trusted proxy.
    func text(by way: Way) -> String {
        let (host, target) = HTTPRequest.place(of: link)
        var (line, lines) = (target, [("Host", host)])
        switch way {
        case .nginx:
            line = "/edge/nginx"
            lines = [("Host", "localhost"), ("X-Original-URI", target), ("X-Forwarded-Host", host)]
        case .forward:
            line = "/edge/forward"
            lines = [("Host", "localhost"), ("X-Forwarded-Uri", target), ("X-Forwarded-Host", host)]
        case .envoy: line = "/edge/envoy" + target
        default: break
        }
        lines += [("X-Forwarded-For", ip ?? "unknown"), ("X-Forwarded-Proto", "https")]
        if let agent { lines.append(("User-Agent", agent)) }
        if let device { lines.append(("Fingerpost-Device", device.field)) }
        lines += allFields.map { ($0.name, $0.value) }
        return "GET \(line) HTTP/1.1\r\n" + lines.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    }

    /// The input of the evaluator.
    func fill(_ request: inout ClickRequest, _ arena: inout ByteArena) throws {
        arena.reset()
        request.reset()
        request.link = arena.append(link)
        if let agent { request.userAgent = arena.append(agent) }
        for field in allFields {
            let header = ClickRequest.Header(name: arena.append(field.name), value: arena.append(field.value))
            request.add(header, in: arena)
        }
        if fields != nil { request.knowHeaders() }
        if let device {
            let field = arena.append(device.field)
            request.profile = try DeviceProfile.parse(structuredField: field, in: &arena)
        }
        if let settings { request.settings = try ActionCodeSettings(try JSONValue(parsing: settings), in: &arena) }
        if let stage { request.stage = Stage.named(Array(stage.utf8).span) }
        if let ip { request.ip = arena.append(try #require(IPAddress(ip)).description) }
        if let country { request.country = arena.append(country) }
        request.time = time
    }
}

/// The interfaces for a click.
enum Way: CaseIterable {
    /// On the front, and on the edge through each kind of proxy.
    case front, nginx, forward, envoy
    /// On the decision API: with the user agent as a member, among the header fields, and in a query.
    case body, bodyAllFields, query, explain
    /// With `resolve`: a line of a batch, options, and options with the user agent as a header field.
    case batch, options, optionsAllFields
}

// MARK: - Clicks to try

extension StatedClick {
    private static let page = "https%3A%2F%2Fwww.example.com%2Fpost%3Fid%3D7"
    private static let action =
        "https%3A%2F%2Fexample-app.firebaseapp.com%2F__%2Fauth%2Faction%3Fmode%3DresetPassword%26oobCode%3DABC123%26apiKey%3DKEY1%26continueUrl%3Dhttps%253A%252F%252Fwww.example.com%252Fdone"

    private static let links = [
        "https://example.page.link/WXYZ", "https://links.example.com/go/WXYZ?d=1", "https://example.page.link/NOPE",
        "https://example.page.link/?link=\(page)&apn=com.example.android&ibi=com.example.ios&ipbi=com.example.ipad",
        "https://example.page.link/?link=\(page)&apn=com.example.android&amv=20&al=\(page)a&afl=\(page)b&efr=1&d=1",
        "https://example.page.link/?link=\(page)&ibi=com.example.ios&ifl=\(page)c&ipfl=\(page)d&isi=1234567&imv=3"
            + "&ofl=\(page)e",
        "https://example.page.link/?link=\(action)&apn=com.example.android&ibi=com.example.ios&amv=15",
        "https://auth.example.com/__/auth/links?link=\(action)", "https://auth.example.com/__/auth/links?link=\(page)",
        "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=ABC123&apiKey=KEY1",
        "https://example.page.link/?link=https%3A%2F%2Fevil.example%2F",
        "https://example.page.link/?link=\(page)&apn=com.example.android&st=Title&sd=Words&si=\(page)i&_fp=page"
            + "&utm_source=news&utm_medium=mail&utm_campaign=diwali",
    ]
    private static let agents: [String?] = [
        nil, Agents.android, Agents.iPhone, Agents.iPad, Agents.windows, Agents.facebook, Agents.slackbot, Agents.curl,
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
        "Mozilla/5.0 (compatible; ExampleCheck/1.0; crawler@example.com)", "",
    ]
    private static let fieldSets: [[Field]?] = [
        nil, [("referer", "https://mail.example/"), ("x-a", "1")],
        [("accept-language", "hi-IN, en;q=0.5"), ("x-a", "2"), ("cookie", "a=b")],
        [
            ("sec-ch-ua", "\"Chromium\";v=\"130\""), ("sec-ch-ua-platform", "\"Android\""), ("sec-ch-ua-mobile", "?1"),
            ("sec-ch-ua-platform-version", "\"14.0.0\""), ("sec-ch-ua-model", "\"Pixel 8\""), ("x-other", "x"),
            ("sec-ch-ua-form-factors", "\"Tablet\""), ("sec-ch-ua-full-version-list", "\"Chromium\";v=\"130.0.1\""),
        ],
        [("x-requested-with", "com.facebook.katana"), ("referer", "")],
        [("fingerpost-device-x", "1"), ("referer", "https://mail.example/?email=me@example.com")],
        // Values that no browser sends, or that JSON can't express.
        [
            ("referer", "https://a.example/"), ("referer", "https://mail.example/"), ("accept-language", "en"),
            ("accept-language", "hi-IN"), ("sec-ch-ua-platform", "\"Android\""), ("sec-ch-ua-platform", "\"iOS\""),
            ("x-a", "1"), ("x-a", "2"), ("x-requested-with", "com.a"), ("x-requested-with", "com.facebook.katana"),
        ],
    ]
    private static let devices: [(json: String, field: String)?] = [
        nil, (#"{"platform":"android","os_version":"14","bot":false}"#, #"platform=android, os-version="14", bot=?0"#),
        (
            #"{"platform":"android","app":{"id":"com.example.android","version":"15"}}"#,
            #"platform=android, app=("com.example.android";version="15")"#
        ),
        (
            #"{"platform":"ios","app":{"state":"outdated","version":"2"}}"#,
            #"platform=ios, app;state=outdated;version="2""#
        ),
        (
            #"{"in_app":"gmail","form_factor":"tablet","apps":[{"id":"com.x"},{"id":"com.example.ios","state":"absent"}]}"#,
            #"in-app=gmail, form-factor=tablet, app=("com.x" "com.example.ios";state=absent)"#
        ),
        (#"{"bot":true,"bot_kind":"scanner"}"#, "bot, bot-kind=scanner"), ("{}", ""),
    ]
    private static let settings: [String?] = [
        nil, #"{"url":"https://www.example.com/","handleCodeInApp":false}"#,
        #"{"handleCodeInApp":true,"android":{"packageName":"com.example.android","installApp":true,"minimumVersion":"16"},"iOS":{"bundleId":"com.example.ios"}}"#,
        #"{"androidInstallApp":true,"canHandleCodeInApp":true}"#, #"{"iOSAppStoreId":"1234567"}"#,
        #"{"url":"https://evil.example/","linkDomain":"auth.example.com"}"#, "{}",
    ]
    private static let addresses: [String?] = [nil, "203.0.113.9", "2001:DB8:0:0::1", "::ffff:198.51.100.7"]
    private static let countries: [String?] = [nil, "IN", "de"]

    /// Clicks that vary a single input.
    static let single: [StatedClick] = {
        var clicks: [StatedClick] = []
        func add(_ change: (inout StatedClick) -> Void) {
            var click = StatedClick()
            change(&click)
            clicks.append(click)
        }
        for link in links {
            add { $0.link = link }
            add { ($0.link, $0.agent, $0.fields) = (link, Agents.iPad, nil) }
        }
        for agent in agents {
            add { ($0.link, $0.agent) = (links[3], agent) }
            add { ($0.agent, $0.fields) = (agent, nil) }
        }
        for fields in fieldSets { add { $0.fields = fields } }
        for device in devices { add { ($0.link, $0.device) = (links[3], device) } }
        for settings in settings { add { ($0.link, $0.settings) = (links[6], settings) } }
        for ip in addresses { add { $0.ip = ip } }
        for country in countries { add { $0.country = country } }
        add { ($0.link, $0.stage) = ("https://www.example.com/done?x=1", "continue") }
        add { ($0.link, $0.stage) = (links[8], "click") }
        add { $0.time -= 86_400 }
        return clicks
    }()

    /// A click with random inputs.
    static func random(_ random: inout SplitMix64) -> StatedClick {
        func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        var click = StatedClick(link: pick(links), agent: pick(agents), fields: pick(fieldSets))
        (click.device, click.ip, click.country) = (pick(devices), pick(addresses), pick(countries))
        if Bool.random(using: &random) { click.settings = pick(settings) }
        click.stage = pick([nil, nil, nil, "click", "continue"])
        return click
    }
}
