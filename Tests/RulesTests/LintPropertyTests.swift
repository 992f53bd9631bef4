import ByteText
import Expressions
import Links
import Routing
import TestSupport
import Testing

@testable import Configuration
@testable import RuleLint

@testable import Rules

/// Random small rule sets: the lint's findings are compared with the evaluator.
@Suite("The lint of random rules")
struct LintPropertyTests {
    static let tests = [
        #"device.platform == "android""#, #"device.platform in ["ios", "ipados"]"#, #"device.platform != "windows""#,
        "device.bot", #"device.bot_kind == "preview""#, #"device.in_app == "wechat""#,
        #"device.in_app in ["none", "unknown"]"#, "app.registered", #"app.state == "current""#,
        #"app.state in ["absent", "unknown"]"#, #"request.stage == "click""#, "link.payload_is_action",
        "link.handle_code_in_app", #"link.mode == "signIn""#, #"link.mode in ["none", "unknown"]"#,
        #"link.generation == "fdl""#, #"link.form == "short_link""#, #"link.form in ["dynamic_link", "hosting_link"]"#,
        "has(link.code)", "has(link.afl)", "has(link.isi)", "has(link.continue_url)", #"link.d == "1""#,
        #"link.efr != "1""#, #"request.country == "IN""#, #"request.country != "IN""#,
        #"request.country in ["DE", "IN"]"#, #"version(app.version) < version("2")"#,
        #"version(app.version) >= version("2.0")"#, #"version(device.os_version) > version("14")"#,
        #"link.payload.startsWith("https://www.example.com/")"#, #"link.payload.startsWith("https://www")"#,
        #"link.payload.contains("example")"#, #"link.payload.matches("^https://w")"#, "has(request.ip)",
        #"cidr("10.0.0.0/8").containsIP(request.ip)"#, #""hi" in device.languages"#,
        #"request.headers["x-test"] == "1""#, #"has(request.headers["x-test"]) "#, "link.install",
        #"site.name == "example""#, "site.options.debug_pages", #"bucket(request.ip, "s") < 50"#,
        #"size(device.languages) > 1"#, "has(app.id)", "has(link.minimum_version)",
        #"link.host == "example.page.link""#, #"device.store == "amazon""#, #"device.store in ["play", "none"]"#,
        #"device.browser != "firefox""#, #"version(device.browser_version) > version("100")"#, "has(link.st)",
        "has(site.page_host)", "site.options.custom_scheme_codes", #"link.payload_host == "www.example.com""#,
        #"link.payload_path.startsWith("/a")"#,
    ].filter { !$0.contains(#"has(request.headers["#) }

    static func condition(_ random: inout SplitMix64, depth: Int = 2) -> String {
        switch depth == 0 ? 0 : Int.random(in: 0..<6, using: &random) {
        case 0, 1: tests.randomElement(using: &random)!
        case 2: "!(\(condition(&random, depth: depth - 1)))"
        case 3: "(\(condition(&random, depth: depth - 1)) || \(condition(&random, depth: depth - 1)))"
        case 4:
            "(\(condition(&random, depth: 0)) ? \(condition(&random, depth: depth - 1)) : \(condition(&random, depth: depth - 1)))"
        default: "(\(condition(&random, depth: depth - 1)) && \(condition(&random, depth: depth - 1)))"
        }
    }

    static func rules(_ random: inout SplitMix64) -> String {
        let actions = [
            "web_widget", "continue_redirect", "app_open", "{page: interstitial}", "store_install",
            #"{continue_redirect: {to: "https://www.example.com/x"}}"#,
        ]
        var text = "rules:\n"
        for number in 0..<Int.random(in: 2...6, using: &random) {
            text += "  - name: rule-\(number)\n    when: '\(condition(&random))'\n"
            text += "    then: \(actions.randomElement(using: &random)!)\n    because: Chance\n"
        }
        return text
    }

    static let site = """
        site: example
        hosts: [example.page.link]
        hosting: [auth.example.com]
        handler: https://example-app.firebaseapp.com/__/auth/action
        authorized_domains: [www.example.com]
        apps:
          - android: {package: com.example.android, minimum_version: "2"}
          - ios: {bundle: com.example.ios, app_store_id: "1234567"}
        links: {WXYZ: "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android"}

        """

    /// The site with apps that are in association files.
    static let associatedSite =
        site
        .replacing(#"minimum_version: "2"}"#, with: #"minimum_version: "2", sha256: ["\#(fingerprint)"]}"#)
        .replacing("bundle: com.example.ios,", with: "bundle: com.example.ios, team: ABCDE12345,")
    static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")

    @Test("examples are borne out, and rules said to be out of reach are never hit", arguments: 1...8)
    func random(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<3 {
            let excluded = ["'/WXYZ'", "'/*'", "'/W???'", "{\"?\": {apn: \"?*\"}}"].randomElement(using: &random)!
            let exclusion = round == 2 ? "association: {exclude: [\(excluded)]}\n" : ""
            let site = round == 0 ? Self.site : Self.associatedSite + exclusion
            let files = ["a.yaml": site + Self.rules(&random), "b.yaml": Self.rules(&random)]
            let loaded = LoadTests.load(files)
            try #require(!loaded.hasErrors, "\(loaded.diagnostics.map(\.rendered))")
            var lint = try #require(RuleLint(loaded, development: false))
            let findings = lint.run()
            let place: Comment = "seed \(seed), round \(round): \(files)"
            for finding in findings { try Self.confirm(finding, loaded, place) }
            Self.holdAgainstRequests(findings, lint, place)
        }
    }

    /// Confirms an example with `resolve`, which the lint does not use.
    static func confirm(_ finding: FileDiagnostic, _ loaded: LoadedRules, _ place: Comment) throws {
        guard let example = finding.example else { return }
        let resolver = try RequestResolver(RuleSet(loaded))
        let decision = try resolver.resolve(try JSONValue(parsing: example), now: nil)
        switch finding.code {
        case .undecidedClick: #expect(decision["error"]?["code"]?.string == "no-rule-matched", place)
        case .shadowedRule, .duplicateRule, .unreachableRule:
            #expect(decision["rule"]?.string != nil, place)
            #expect(decision["rule"]?.string != finding.path, place)
        case .missingApp:
            #expect(decision["rule"]?.string == finding.path, place)
            #expect(decision["warnings"]?.array?.contains("no-app-for-platform") ?? false, place)
        case .appWithoutPage:
            #expect(decision["rule"]?.string == finding.path, place)
            #expect(decision["decision"] == "app_open" && decision["page"]?.string == nil, place)
        case .noWayIntoApp:
            #expect(decision["warnings"]?.array?.contains("no-way-into-app") ?? false, place)
        case .forcedRedirect:
            #expect(decision["decision"] != "app_open" && decision["page"]?.string == nil, place)
        case .unassociatedApp: #expect(decision["decision"] == "app_open", place)
        case .claimedLink, .uncoveredLink:
            let isClaimed = finding.code == .claimedLink
            let link = try JSONValue(parsing: example)["link"]?.string ?? ""
            var files = AssociationFiles(RuleSet(loaded))
            let apps = loaded.sites[0].apps.filter { finding.message.contains($0.systems) }
            #expect(!apps.isEmpty && files.open(link, in: apps) == isClaimed, place)
            let isOnTheWeb = ["web_widget", "continue_redirect"].contains(decision["decision"])
            #expect(isClaimed ? isOnTheWeb : decision["decision"] == "app_open", place)
        case .takenAction:
            #expect(decision["rule"]?.string == finding.path, place)
            #expect(["continue_redirect", "store_install"].contains(decision["decision"]), place)
        case .refusedTarget: #expect(decision["error"]?["code"]?.string == "url-pattern-mismatch", place)
        default: Issue.record("no example of \(finding.code) is known: \(finding.rendered)")
        }
    }

    /// Compares the findings without examples with all requests of the generator.
    static func holdAgainstRequests(_ findings: [FileDiagnostic], _ lint: RuleLint, _ place: Comment) {
        let unreachable = Set(
            findings.filter { [.neverTrue, .shadowedRule, .unreachableRule, .duplicateRule].contains($0.code) }
                .map(\.path))
        let never = lint.rules.filter { rule in findings.contains { $0.code == .neverTrue && $0.path == rule.id } }
        let always = lint.rules.filter { rule in findings.contains { $0.code == .alwaysTrue && $0.path == rule.id } }
        let hasUndecided = findings.contains { $0.code == .undecidedClick }
        let neverProbes = never.compactMap { lint.probe($0, 0) }
        let alwaysProbes = always.compactMap { lint.probe($0, 0) }
        for draft in lint.sites[0].pool.drafts.prefix(1_000) {
            guard let outcome = lint.runner.decide(draft) else { continue }
            if let rule = outcome.rule { #expect(!unreachable.contains(rule), "\(rule) \(draft.json.text) \(place)") }
            if outcome.fault?.code == .noRuleMatched { #expect(hasUndecided, "\(draft.json.text) \(place)") }
            for probe in neverProbes {
                #expect(
                    [nil, RequestRunner.otherwise].contains(probe.decide(draft)?.rule), "\(draft.json.text) \(place)")
            }
            for probe in alwaysProbes {
                #expect(probe.decide(draft)?.rule != RequestRunner.otherwise, "\(draft.json.text) \(place)")
            }
        }
    }
}

extension AppDefinition {
    /// Words that a finding about the app's store must contain.
    fileprivate var systems: Regex<Substring> {
        store == .ios ? /Apple devices|apple-app-site/ : /Android|assetlinks/
    }
}
