import ByteText
import Routing
import WebAddress

/// The cases of a site: the documented behavior of its links, one line each.
///
/// They are not derived from an evaluation: a failing case shows that the site deviates from the documentation.
struct CasesFile {
    private let site: SiteDefinition
    private let page: String
    private var lines: [String] = []

    /// The whole text, or `nil` for a site without a link target.
    static func text(_ draft: SiteDraft) -> String? {
        guard let page = draft.webPage else { return nil }
        var file = CasesFile(site: draft.site, page: page)
        file.write()
        return file.lines.joined(separator: "\n") + "\n"
    }

    private init(site: SiteDefinition, page: String) { (self.site, self.page) = (site, page) }

    private var android: AppDefinition? { site.apps.first { $0.store == .android } }
    private var apple: AppDefinition? { site.apps.first { $0.store == .ios } }

    private mutating func write() {
        lines = [
            "# yaml-language-server: $schema=../schema/cases.schema.json",
            YAMLText.comment("Cases for the links of \(site.name), run by `fingerpost test`."),
        ]
        if let host = site.hosts.first { writeLinks("https://\(host)/") } else { writeMail() }
    }

    // MARK: Links

    private mutating func writeLinks(_ base: String) {
        lines += ["request:", "  link: \(YAMLText.quoted(link(base, to: page)))", "", "cases:"]
        if let android {
            add("Android with the app", Self.device("android", "current"), Self.opens(page, android))
            if android.minimumVersion != nil {
                add("Android with an old app", Self.device("android", "outdated"), Self.installs(android))
            }
            add("Android without the app", Self.device("android", "absent"), Self.installs(android))
        } else {
            add("Android", "device: {platform: android}", Self.continues(page))
        }
        if let apple {
            add("an iPhone with the app", Self.device("ios", "current"), Self.opens(page, apple))
            add(
                "an iPhone without the app", Self.device("ios", "absent"),
                apple.appStoreID == nil ? Self.continues(page) : Self.installs(apple))
        } else {
            add("an iPhone", "device: {platform: ios}", Self.continues(page))
        }
        add("a computer", "device: {platform: windows, form_factor: desktop}", Self.continues(page))
        let title = linked(base + "?link=" + Self.encoded(page) + "&st=Title")
        add(
            "a chat that shows a preview",
            "\(title), user_agent: \"Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)\"",
            "decision: continue_redirect, page: social, meta: {title: Title}")
        add(
            "a code that does not exist", linked(base + "no-such-link"),
            "decision: error, error: {code: unknown-link, status: 404}")
        add(
            "a link that leads to another site",
            linked(base + "?link=" + Self.encoded("https://attacker.example/")),
            "decision: error, error: {status: 400}")
        writeMailCases()
    }

    /// A long link with all apps, as created by Firebase's console.
    private func link(_ base: String, to address: String) -> String {
        var link = base + "?link=" + Self.encoded(address)
        if let android { link += "&apn=\(android.id)" }
        if let apple {
            link += "&ibi=\(apple.id)"
            if let id = apple.appStoreID { link += "&isi=\(id)" }
        }
        return link
    }

    // MARK: Links in mails

    private mutating func writeMail() {
        lines += ["", "cases:"]
        writeMailCases()
        if site.hosting.isEmpty || site.handler == nil { lines[lines.count - 1] = "cases: []" }
    }

    private mutating func writeMailCases() {
        guard let handler = site.handler else { return }
        let action = "\(handler)?mode=verifyEmail&oobCode=CODE&apiKey=KEY"
        guard let host = site.hosting.first else {
            guard let host = site.hosts.first else { return }
            let link = linked(link("https://\(host)/", to: action))
            return add("a mail link on a computer", "\(link), device: {platform: windows}", Self.widget(action))
        }
        let link = linked("https://\(host)/__/auth/links?link=" + Self.encoded(action))
        add("a mail link on a computer", "\(link), device: {platform: windows}", Self.widget(action))
        if let android {
            add(
                "a mail link on Android with the app", "\(link), \(Self.device("android", "current"))",
                Self.opens(action, android))
            add(
                "a mail link on Android without the app", "\(link), \(Self.device("android", "absent"))",
                Self.widget(action))
        }
        if let apple {
            add(
                "a mail link on an iPhone with the app", "\(link), \(Self.device("ios", "current"))",
                Self.opens(action, apple))
            add(
                "a mail link on an iPhone without the app", "\(link), \(Self.device("ios", "absent"))",
                Self.widget(action))
        }
        add(
            "a mail scanner gets no code", "\(link), device: {bot: true, bot_kind: scanner}",
            "decision: web_widget, page: static, target: null")
    }

    // MARK: Helpers

    private mutating func add(_ name: String, _ request: String, _ expectation: String) {
        lines += ["  - name: \(name)", "    request: {\(request)}", "    expect: {\(expectation)}"]
    }

    private func linked(_ link: String) -> String { "link: \(YAMLText.quoted(link))" }

    private static func device(_ platform: String, _ state: String) -> String {
        "device: {platform: \(platform), app: {state: \(state)}}"
    }

    private static func opens(_ address: String, _ app: AppDefinition) -> String {
        "decision: app_open, target: \(YAMLText.quoted(address)), app: {id: \(YAMLText.quoted(app.id))}"
    }

    private static func installs(_ app: AppDefinition) -> String {
        let store =
            app.store == .android
            ? "https://play.google.com/store/apps/details?id=\(app.id)"
            : "https://apps.apple.com/app/id\(app.appStoreID ?? "")"
        return "decision: store_install, target_prefix: \(YAMLText.quoted(store))"
    }

    private static func continues(_ address: String) -> String {
        "decision: continue_redirect, target: \(YAMLText.quoted(address))"
    }

    private static func widget(_ address: String) -> String {
        "decision: web_widget, target: \(YAMLText.quoted(address))"
    }

    /// An address encoded as the value of a query parameter.
    private static func encoded(_ address: String) -> String {
        var output: [UInt8] = []
        let bytes = Array(address.utf8)
        PercentCoding.encodeComponent(bytes.span, into: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
