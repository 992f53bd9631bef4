import Association
import Client
import HTTP

/// The association files that bind apps to links, fetched as Apple's and Google's servers fetch them.
extension HostExamination {
    var associationFiles: [Finding] {
        if plan.lacksRules {
            return [.skipped("files, clicks", "the rules have errors, so the expected responses are unknown")]
        }
        guard let files = plan.files else { return pageFile }
        return [apple(files.apple), android(files.android), files.harmony.flatMap(harmony)].compactMap { $0 }
    }

    private func apple(_ expected: AppleAppSiteAssociation) -> Finding? {
        let most = AppleAppSiteAssociation.maximumBytes
        if let answer = seen.outcomes[.apple]?.answer, answer.head.status == 200, answer.body.count > most {
            return .error(
                "Apple file", "\(answer.body.count) bytes; Apple's systems read at most \(most)",
                remedy: "move some of its apps to other hosts")
        }
        return file(
            .apple, check: "Apple file", path: HostQuestion.applePath, expected: expected.json,
            unreadable: "not JSON with `applinks` in it"
        ) {
            text in
            guard let served = AppleAppSiteAssociation(parsing: text) else { return nil }
            let known = AppleAppSiteAssociation(parsing: String(decoding: expected.json, as: UTF8.self)) ?? expected
            return Self.differences(
                known.details.map { ($0.appID, $0.components) }, served.details.map { ($0.appID, $0.components) })
                + Self.listDifferences("webcredentials", expected.webCredentials, served.webCredentials)
                + Self.listDifferences("appclips", expected.appClips, served.appClips)
        }
    }

    private func android(_ expected: AssetLinks) -> Finding? {
        file(
            .android, check: "Android file", path: HostQuestion.androidPath, expected: expected.json,
            unreadable: "not a JSON list of statements"
        ) {
            text in
            guard let served = AssetLinks(parsing: text) else { return nil }
            let known = AssetLinks(parsing: String(decoding: expected.json, as: UTF8.self)) ?? expected
            let differences = Self.differences(
                known.statements.map { ($0.package, $0.components) },
                served.statements.map { ($0.package, $0.components) })
            return expected.statements.reduce(into: differences) { differences, statement in
                guard let other = served.statements.first(where: { $0.package == statement.package }) else { return }
                differences += Self.listDifferences(
                    "\(statement.package): fingerprints", statement.fingerprints, other.fingerprints)
                if statement.sharesCredentials != other.sharesCredentials {
                    differences.append("\(statement.package): get_login_creds")
                }
            }
        }
    }

    private func harmony(_ expected: AppLinking) -> Finding? {
        file(
            .harmony, check: "Harmony file", path: HostQuestion.harmonyPath, expected: expected.json,
            unreadable: "not JSON with `applinking` in it"
        ) { text in
            AppLinking(parsing: text).map { Self.listDifferences("apps", expected.apps, $0.apps) }
        }
    }

    /// The finding on a file; `nil` if it was not requested.
    ///
    /// - Parameters:
    ///   - unreadable: The fault of a file in another format.
    ///   - differences: The differences of a served file; `nil` if its format is another.
    private func file(
        _ question: HostQuestion, check: String, path: String, expected: [UInt8], unreadable: String,
        differences: (String) -> [String]?
    ) -> Finding? {
        guard let outcome = seen.outcomes[question] else { return nil }
        if let fault = transport(outcome, check, path) { return fault }
        let body = outcome.answer?.body ?? []
        if body == expected + [0x0A] { return .ok(check, "matches the rules, \(body.count) bytes") }
        guard let found = differences(String(decoding: body, as: UTF8.self)) else {
            return .error(check, unreadable, remedy: Self.serveIt(path))
        }
        return compared(check, found, path)
    }

    // MARK: - Transport

    /// A finding if systems can't read the file at all; otherwise `nil`.
    private func transport(_ outcome: ClientOutcome, _ check: String, _ path: String) -> Finding? {
        guard let answer = outcome.answer else {
            return .error(check, "\(outcome.fault?.description ?? "")", remedy: Self.serveIt(path))
        }
        let head = answer.head
        if (300..<400).contains(head.status) {
            let place = (head["location"] ?? "nowhere").shortened
            return .error(
                check, "redirects to \(place) (\(head.status)); systems do not follow redirects",
                remedy: "in the proxy, pass \(path) to Fingerpost before any redirect")
        }
        guard head.status == 200 else {
            return .error(check, "answers \(head.status)", remedy: Self.serveIt(path))
        }
        let type = head["content-type"] ?? "no content type"
        guard type.lowercased().prefix(while: { $0 != ";" && $0 != " " }) == "application/json" else {
            return .error(
                check, "the content type is \(type.shortened)",
                remedy: "have the proxy pass Fingerpost's application/json through")
        }
        return nil
    }

    private static func serveIt(_ path: String) -> String {
        "in the proxy, pass \(path) to Fingerpost's front unchanged, with the client's Host"
    }

    // MARK: - Content

    private func compared(_ check: String, _ differences: [String], _ path: String) -> Finding {
        guard let first = differences.first else {
            return .warning(
                check, "equivalent to the rules' file, but its bytes were changed on the way",
                remedy: "have proxies and CDNs pass \(path) through (no minifying, no rewriting)")
        }
        let more = differences.count == 1 ? "" : " and \(differences.count - 1) more"
        return .error(
            check, "differs from the rules: \(first)\(more)",
            remedy: "reload the daemon if the rules have changed (fingerpost control reload); "
                + "otherwise remove the file that the proxy serves instead")
    }

    /// The differences: missing apps, unknown apps, and apps with other paths.
    private static func differences(
        _ expected: [(id: String, components: [LinkComponent])], _ served: [(id: String, components: [LinkComponent])]
    ) -> [String] {
        var differences: [String] = []
        for app in expected {
            guard let other = served.first(where: { $0.id == app.id }) else {
                differences.append("\(app.id) is missing")
                continue
            }
            if other.components != app.components {
                differences.append(pathDifference(app.id, app.components, other.components))
            }
        }
        for app in served where !expected.contains(where: { $0.id == app.id }) {
            differences.append("\(app.id) is not an app of the site")
        }
        return differences
    }

    private static func pathDifference(
        _ id: String, _ expected: [LinkComponent], _ served: [LinkComponent]
    ) -> String {
        if let missing = expected.first(where: { !served.contains($0) }) {
            return "\(id) lacks the path \(missing.path?.text ?? "of any kind")"
        }
        if let extra = served.first(where: { !expected.contains($0) }) {
            return "\(id) also has the path \(extra.path?.text ?? "of any kind")"
        }
        return "\(id) has its paths in another order"
    }

    private static func listDifferences(_ what: String, _ expected: [String], _ served: [String]) -> [String] {
        let missing = expected.filter { !served.contains($0) }.map { "\(what): \($0) is missing" }
        return missing + served.filter { !expected.contains($0) }.map { "\(what): \($0) is not the site's" }
    }

    // MARK: - Conflicts

    /// Pages contain links as buttons, and systems open none of them if the page host's own file claims the app.
    private var pageFile: [Finding] {
        guard plan.roles.contains(where: { $0.role == .page }), let answer = seen.outcomes[.apple]?.answer,
            answer.head.status == 200,
            let file = AppleAppSiteAssociation(parsing: String(decoding: answer.body, as: UTF8.self)),
            let app = file.details.first
        else { return [] }
        return [
            .error(
                "Apple file", "a page host must not claim apps, but it claims \(app.appID)",
                remedy: "remove apple-app-site-association from \(plan.host): a tap there would stay in the browser")
        ]
    }

    /// Apps that claim the same links of the host. The rules can't decide which of them opens.
    var claims: [Finding] {
        guard let files = plan.files else { return [] }
        return Self.overlaps(
            files.apple.details.map { ($0.appID, $0.components) }, "Apple's systems open the app of their choice")
            + Self.overlaps(
                files.android.statements.map { ($0.package, $0.components) }, "Android asks which app to open")
    }

    private static func overlaps(
        _ apps: [(id: String, components: [LinkComponent])], _ consequence: String
    ) -> [Finding] {
        var findings: [Finding] = []
        for (index, app) in apps.enumerated() {
            for other in apps[(index + 1)...] {
                guard let path = commonPath(app.components, other.components) else { continue }
                findings.append(
                    .warning(
                        "claims",
                        "\(app.id) and \(other.id) both claim \(path): \(consequence) if both are installed",
                        remedy: "give each app a host or a path of its own (two sites, `hosts: [HOST/PATH]`)"))
            }
        }
        return findings
    }

    /// An example path that matches both lists of patterns; `nil` if none was found.
    private static func commonPath(_ one: [LinkComponent], _ other: [LinkComponent]) -> String? {
        let patterns = (one + other).filter { !$0.isExcluded }.compactMap { $0.path?.text }
        let paths = patterns.map { $0.replacing("*", with: "x").replacing("?", with: "x") }
        return paths.first { path in
            let link = LinkAddress("https://host\(path)")
            return one.open(link) && other.open(link)
        }
    }
}

extension HostQuestion {
    static let applePath = "/.well-known/apple-app-site-association"
    static let androidPath = "/.well-known/assetlinks.json"
    static let harmonyPath = "/.well-known/applinking.json"
}
