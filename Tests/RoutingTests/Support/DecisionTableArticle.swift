import ByteText
import Foundation
import Routing
import Rules

/// The article on the decision tables, generated from the shipped rules: the evaluator's decisions, then the rules.
struct DecisionTableArticle {
    /// The article's file.
    static let file = Checkout.root.appending(path: "Sources/Deciding/Routing/Routing.docc/DecisionTables.md")

    private let resolver: RequestResolver

    init() throws {
        resolver = try RequestResolver(Checkout.ruleSet)
    }

    func text() throws -> String {
        var lines = [
            "# Decision tables", "",
            "The decisions of the shipped rules, generated from the rules.", "",
            "## Overview", "",
            "This page is generated from `rules/firebase` by a test, which fails if the two differ. After a change of the rules,",
            "regenerate it with `FINGERPOST_WRITE_DOCS=1 swift test --disable-xctest --filter DecisionTableArticle`.",
            "",
            "Each part has a table of decisions, made by the evaluator for the example site, and the rules it follows from,",
            "in the order in which they are tried. The first rule that matches and decides wins. A `→` leads to what",
            "happens if the app does not open; *page* is the page that is served instead of a redirect.",
        ]
        for part in Part.all {
            lines += ["", "## \(part.title)", ""]
            lines += try decisions(of: part)
            lines += ["", "### Its rules", ""] + rules(of: part)
        }
        return (lines + Self.rows).joined(separator: "\n") + "\n"
    }

    // MARK: Rows named by rules

    /// The rows' tags, each with the rules that name it.
    private static var rows: [String] {
        var lines = [
            "", "## The rows of the tables", "",
            "The tags in brackets: `E` is a mail link, `C` going on afterwards, `U` a Dynamic Link whose app's",
            "state is not known. <doc:Ambiguities> has those with `A`.", "", "| row | meaning | rules |",
            "|---|---|---|",
        ]
        for (tag, meaning) in RowTag.all {
            let rules = Checkout.rules.rules.filter { rule in
                (rule.source ?? "").matches(of: /\b[ACEU][0-9]+b?\b/).contains { $0.output == tag }
            }
            let names = rules.map { "`\($0.id.replacing("firebase/", with: ""))`" }
            lines.append("| \(tag) | \(meaning) | \(names.joined(separator: ", ")) |")
        }
        return lines
    }

    // MARK: Decisions

    private static let states = ["current", "outdated", "absent", "unknown"]

    private func decisions(of part: Part) throws -> [String] {
        var lines = [
            "| link and device | installed | outdated | missing | not known |", "|---|---|---|---|---|",
        ]
        for row in part.rows {
            let cells = try Self.states.map { try cell(row, state: $0) }
            lines.append("| \(row.name) | \(cells.joined(separator: " | ")) |")
        }
        return lines
    }

    private func cell(_ row: Row, state: String) throws -> String {
        var device: [String: JSONValue] = ["app": ["state": .string(state)]]
        for (name, value) in row.device { device[name] = value }
        let members = JSONValue.object([
            "link": .string(row.link), "stage": row.stage.map { .string($0) }, "settings": row.settings,
            "site": row.site,
            "device": .object([
                "platform": device["platform"], "bot": device["bot"], "bot_kind": device["bot_kind"],
                "in_app": device["in_app"], "app": device["app"],
            ]),
        ])
        let decision = try resolver.resolve(members, now: nil)
        var text = "`\(decision["decision"]?.string ?? "?")`"
        if let fallback = decision["fallback"]?["decision"]?.string { text += " → `\(fallback)`" }
        if let page = decision["page"]?.string { text += ", page *\(page)*" }
        return text
    }

    // MARK: Rules

    private func rules(of part: Part) -> [String] {
        let prefix = "firebase/\(part.file)/"
        let common = Self.commonCondition(of: part.file)
        var lines = [
            "They apply when `\(common)`.", "", "| rule | when | then | because | follows |", "|---|---|---|---|---|",
        ]
        for rule in Checkout.rules.rules where rule.id.hasPrefix(prefix) {
            let name = String(rule.id.dropFirst(prefix.count))
            let condition = Self.own(rule.condition ?? "", common).map { "`\(Self.inTable($0))`" } ?? "always"
            lines.append(
                "| `\(name)` | \(condition) | \(Self.describe(rule.action)) | \(Self.inTable(rule.because)) | "
                    + "\(Self.inTable(rule.source ?? "")) |")
        }
        return lines
    }

    /// The `when` of a whole file.
    private static func commonCondition(of file: String) -> String {
        let line = lines(of: file).first { $0.hasPrefix("when: ") } ?? ""
        return String(line.dropFirst("when: ".count))
    }

    /// A rule's condition without that of its file; `nil` if nothing is left.
    private static func own(_ condition: String, _ common: String) -> String? {
        let start = "(\(common)) && ("
        if condition == common { return nil }
        return condition.hasPrefix(start) ? String(condition.dropFirst(start.count).dropLast()) : condition
    }

    private static func lines(of file: String) -> [String] {
        (try? Checkout.allLines(Checkout.root.appending(path: "rules/firebase/\(file).yaml"))) ?? []
    }

    /// Text on one line, with bars escaped for a table cell.
    private static func inTable(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("|", with: "\\|")
    }

    private static func describe(_ action: ActionDefinition) -> String {
        var text =
            switch action.outcome {
            case .appOpen(_, _, _, let fallback): "`app_open`" + (fallback.map { " → \(describe($0))" } ?? "")
            case .storeInstall: "`store_install`"
            case .webWidget: "`web_widget`"
            case .continueRedirect(let to): "`continue_redirect`" + address(to)
            case .error(let code, _, _): "`error` \(code)"
            case nil: "goes on"
            }
        if let page = action.page { text += ", page *\(page.rawValue)*" }
        return text
    }

    private static func describe(_ fallback: ActionDefinition.Fallback) -> String {
        switch fallback {
        case .storeInstall: "`store_install`"
        case .webWidget: "`web_widget`"
        case .continueRedirect(let to): "`continue_redirect`" + address(to)
        }
    }

    private static func address(_ template: Template?) -> String {
        guard let template else { return "" }
        let text = template.segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .fact(let fact): "{\(fact.name)}"
            }
        }
        return " to `\(text.joined())`"
    }
}

// MARK: - Queries of the tables

extension DecisionTableArticle {
    /// A part of the article: a rule file, and the clicks that demonstrate it.
    private struct Part {
        var file: String
        var title: String
        var rows: [Row]

        static let all = [
            Part(file: "email-link", title: "A mail's action link is clicked", rows: Row.mails),
            Part(file: "dynamic-link", title: "A Dynamic Link is clicked", rows: Row.dynamicLinks),
            Part(file: "continue", title: "Going on after the action was completed on the web", rows: Row.goingOn),
        ]
    }

    /// A line of a table: a link and a device, decided with the app in each state.
    private struct Row {
        var name: String
        var link: String
        var device: [String: JSONValue]
        var stage: String?
        var settings: JSONValue?
        var site: JSONValue?

        init(
            _ name: String, _ link: String, _ device: [String: JSONValue], stage: String? = nil,
            settings: JSONValue? = nil, site: JSONValue? = nil
        ) {
            (self.name, self.link, self.device) = (name, link, device)
            (self.stage, self.settings, self.site) = (stage, settings, site)
        }

        private static let android: [String: JSONValue] = ["platform": "android"]
        private static let facebook: [String: JSONValue] = ["platform": "android", "in_app": "facebook"]
        private static let iPhone: [String: JSONValue] = ["platform": "ios"]
        private static let iPad: [String: JSONValue] = ["platform": "ipados"]
        private static let desktop: [String: JSONValue] = ["platform": "windows"]
        private static let preview: [String: JSONValue] = ["bot": true, "bot_kind": "preview"]
        private static let search: [String: JSONValue] = ["bot": true, "bot_kind": "search"]

        private static let action =
            "https://example-app.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=CODE&apiKey=KEY"
        private static let page = "https://www.example.com/page"

        private static func fdl(_ payload: String, _ parameters: String) -> String {
            "https://example.page.link/?link=\(Decided.encoded(payload))\(parameters)"
        }

        private static func hosting(_ payload: String) -> String {
            "https://auth.example.com/__/auth/links?link=\(Decided.encoded(payload))"
        }

        private static let ids = "&apn=com.example.android&ibi=com.example.ios"

        /// The example site, with the option that makes Hosting links obey `install` and `minimumVersion`.
        private static func enforcing(_ isOn: Bool) -> JSONValue {
            [
                "site": "example", "hosts": ["example.page.link"], "hosting": ["auth.example.com"],
                "handler": "https://example-app.firebaseapp.com/__/auth/action",
                "authorized_domains": ["www.example.com", "example-app.firebaseapp.com"],
                "apps": [
                    ["android": ["package": "com.example.android", "minimum_version": "12", "install": true]],
                    ["ios": ["bundle": "com.example.ios", "app_store_id": "1234567"]],
                ],
                "options": ["enforce_store_semantics": .bool(isOn)],
            ]
        }

        static let mails: [Row] = [
            Row("bare action link (`handleCodeInApp` false), any device", action, android),
            Row("Dynamic Link, Android, to be installed", fdl(action, ids), android),
            Row(
                "Dynamic Link, Android, not to be installed", fdl(action, "\(ids)&afl=\(Decided.encoded(action))"),
                android),
            Row("Dynamic Link, Android, in an in-app browser", fdl(action, ids), facebook),
            Row("Dynamic Link without `apn`, Android", fdl(action, "&ibi=com.example.ios"), android),
            Row("Dynamic Link, iPhone or iPad", fdl(action, ids), iPhone),
            Row("Dynamic Link with App Store ID, iPhone or iPad", fdl(action, "\(ids)&isi=1234567"), iPhone),
            Row("Hosting link, Android", hosting(action), android),
            Row(
                "Hosting link, Android, `enforce_store_semantics`", hosting(action), android, site: enforcing(true)),
            Row("Hosting link, iPhone or iPad", hosting(action), iPhone),
            Row("any wrapped link, any other device", fdl(action, ids), desktop),
            Row("any link, a scanner or a preview", fdl(action, ids), preview),
            Row(
                "mode `recoverEmail` or `revertSecondFactorAddition`",
                fdl(action.replacing("verifyEmail", with: "recoverEmail"), ids), android),
        ]

        static let dynamicLinks: [Row] = [
            Row("Android", fdl(page, ids), android),
            Row("Android, with `afl`", fdl(page, "\(ids)&afl=\(Decided.encoded(page))"), android),
            Row("Android, in an in-app browser", fdl(page, ids), facebook),
            Row("Android, without `apn`", fdl(page, "&ibi=com.example.ios"), android),
            Row("iPhone", fdl(page, ids), iPhone),
            Row("iPhone, with `isi`", fdl(page, "\(ids)&isi=1234567"), iPhone),
            Row("iPhone, with `ifl`", fdl(page, "\(ids)&isi=1234567&ifl=\(Decided.encoded(page))"), iPhone),
            Row("iPhone, with `isi` and `efr=1`", fdl(page, "\(ids)&isi=1234567&efr=1"), iPhone),
            Row("iPad, with `ipfl`", fdl(page, "\(ids)&isi=1234567&ipfl=\(Decided.encoded(page))"), iPad),
            Row("any other device", fdl(page, ids), desktop),
            Row("any other device, with `ofl`", fdl(page, "\(ids)&ofl=\(Decided.encoded(page))"), desktop),
            Row("a service that unfurls links", fdl(page, ids), preview),
            Row("a search engine", fdl(page, ids), search),
            Row("any device, with `d=1`", fdl(page, "\(ids)&d=1"), android),
        ]

        private static let onTheWeb: JSONValue = [
            "handleCodeInApp": false, "url": .string(page),
            "android": ["packageName": "com.example.android", "installApp": true, "minimumVersion": "12"],
            "iOS": ["bundleId": "com.example.ios"],
        ]
        private static let notInstalled: JSONValue = [
            "handleCodeInApp": false, "url": .string(page), "android": ["packageName": "com.example.android"],
            "iOS": ["bundleId": "com.example.ios"],
        ]
        private static let inApp: JSONValue = ["handleCodeInApp": true, "url": .string(page)]

        static let goingOn: [Row] = [
            Row("mail with `handleCodeInApp` true, any device", page, android, stage: "continue", settings: inApp),
            Row(
                "Dynamic Link, Android, to be installed", fdl(page, ids), android, stage: "continue", settings: onTheWeb
            ),
            Row(
                "Dynamic Link, Android, not to be installed", fdl(page, ids), android, stage: "continue",
                settings: notInstalled),
            Row(
                "Dynamic Link, Android, in an in-app browser", fdl(page, ids), facebook, stage: "continue",
                settings: onTheWeb),
            Row("Hosting link, Android", hosting(page), android, stage: "continue", settings: onTheWeb),
            Row(
                "Hosting link, Android, `enforce_store_semantics`", hosting(page), android, stage: "continue",
                settings: onTheWeb, site: enforcing(true)),
            Row("any link, iPhone or iPad", hosting(page), iPhone, stage: "continue", settings: onTheWeb),
            Row("any link, any other device or a bot", hosting(page), desktop, stage: "continue", settings: onTheWeb),
        ]
    }
}
