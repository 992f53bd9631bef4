import Clicks
import Client
import HTTP

/// Clicks with responses known from the rules. A difference means that an intermediary changed or dropped something.
extension HostExamination {
    var clicks: [Finding] {
        guard let click = plan.click else { return [] }
        if let android = seen.outcomes[.androidClick] {
            let finding = finding(click, "click, Android", android, click.android)
            guard finding.level == .ok, let desktop = seen.outcomes[.desktopClick] else { return [finding] }
            return [finding, self.finding(click, "click, Windows", desktop, click.desktop)]
        }
        return []
    }

    private func finding(
        _ click: HostPlan.Click, _ check: String, _ outcome: ClientOutcome, _ expected: FrontAnswer
    ) -> Finding {
        guard let answer = outcome.answer else {
            return .error(
                check, "\(click.target.shortened): \(outcome.fault?.description ?? "")",
                remedy: "check the logs of the proxy and of Fingerpost")
        }
        let asked = click.target.shortened
        guard answer.matches(expected) else { return difference(click, check, answer, expected) }
        if let cached = cachingFault(check, answer, expected) { return cached }
        let location = expected.fields["location"].map { " to \($0.shortened)" } ?? ""
        return .ok(check, "\(asked): \(expected.status)\(location), as expected")
    }

    /// Identifies the intermediary's fault as far as the response reveals it.
    private func difference(
        _ click: HostPlan.Click, _ check: String, _ answer: ClientAnswer, _ expected: FrontAnswer
    ) -> Finding {
        func error(_ message: String, _ remedy: String) -> Finding { .error(check, message, remedy: remedy) }
        let status = answer.head.status
        if [502, 503, 504].contains(status) {
            return error(
                "answers \(status): the proxy can't reach Fingerpost",
                "start Fingerpost, and compare the proxy's upstream address with listen.front")
        }
        if answer.matches(click.elsewhere), answer.body.elementsEqual(click.elsewhere.body.utf8) {
            return error(
                "Fingerpost does not receive the requested host: it answers as for an unknown one",
                "pass Host through in the proxy (nginx: proxy_set_header Host $host), and reload the daemon if the site is new"
            )
        }
        if answer.matches(click.anonymous), click.anonymous != expected {
            return error(
                "User-Agent does not reach Fingerpost: the response is that for an unknown client",
                "pass User-Agent through in the proxy, and do not let caches merge clients")
        }
        let isOurs =
            answer.head["x-content-type-options"] == "nosniff" && answer.head["referrer-policy"] == "no-referrer"
        let server = answer.head["server"].map { " (Server: \($0.shortened))" } ?? ""
        return error(
            "\(click.target.shortened) answers \(answer.head.summary), not \(expected.summary)",
            isOurs
                ? "reload the daemon if the rules have changed; a rule about country, time or addresses may decide "
                    + "differently here (fingerpost explain)"
                : "another server answers\(server): point the name, or the proxy's paths, to Fingerpost")
    }

    /// Reports responses that a shared cache may serve to other phones.
    private func cachingFault(_ check: String, _ answer: ClientAnswer, _ expected: FrontAnswer) -> Finding? {
        let control = answer.head["cache-control"]
        if let age = answer.head["age"].flatMap({ Int($0) }), age > 0, expected.fields["cache-control"] == "no-store" {
            return .error(
                check, "a cache answered (Age: \(age)), but the response must not be cached",
                remedy: "have the CDN respect Cache-Control: no-store: other phones get this one's response")
        }
        // Tokens of deferred links are not cached, whatever the rules specify.
        if control != expected.fields["cache-control"], !answer.carriesToken {
            return .error(
                check, "Cache-Control is \(control ?? "missing"), not \(expected.fields["cache-control"] ?? "absent")",
                remedy: "have proxies pass Cache-Control through: caches would store responses that differ per phone")
        }
        if answer.head["referrer-policy"] != expected.fields["referrer-policy"] {
            return .warning(
                check, "Referrer-Policy is \(answer.head["referrer-policy"] ?? "missing"), not no-referrer",
                remedy: "have proxies pass Referrer-Policy through: links with codes show up in other sites' logs")
        }
        return nil
    }

    // MARK: - Forged fields

    /// Headers that clients send about themselves must not be trusted.
    var forgeries: [Finding] {
        guard let click = plan.click, let plain = seen.outcomes[.androidClick]?.answer, plain.matches(click.android)
        else {
            return []
        }
        var findings: [Finding] = []
        if let answer = seen.outcomes[.forgedDevice]?.answer, !click.android.leadsAs(click.desktop) {
            findings.append(
                answer.matches(click.android)
                    ? .ok("forged device", "not trusted") : Self.trusted("Fingerpost-Device", "forged device"))
        }
        findings += forgedHosts(click)
        if let answer = seen.outcomes[.forgedClient]?.answer { findings.append(forgedClient(answer)) }
        return findings
    }

    private func forgedHosts(_ click: HostPlan.Click) -> [Finding] {
        let fields = [(HostQuestion.forgedHost, "X-Forwarded-Host"), (.forgedForwarded, "Forwarded")]
        let trusted = fields.filter { question, _ in
            seen.outcomes[question]?.answer.map { !$0.matches(click.android) } ?? false
        }
        return trusted.isEmpty
            ? [.ok("forged host", "not trusted")] : trusted.map { Self.trusted($0.1, "forged host") }
    }

    private func forgedClient(_ answer: ClientAnswer) -> Finding {
        let check = "forged client"
        if seen.forgedClient == .trusted { return Self.trusted("X-Forwarded-For", check) }
        if answer.head.values(of: "x-request-id").contains(Forgery.requestID) {
            return Self.trusted("X-Request-Id", check)
        }
        switch seen.forgedClient {
        case .trusted: return Self.trusted("X-Forwarded-For", check)
        case .rejected: return .ok(check, "not trusted")
        case .unavailable(let reason):
            return .skipped(check, "only the decision log shows whose address is trusted; \(reason)")
        }
    }

    private static func trusted(_ field: String, _ check: String) -> Finding {
        .error(
            check, "\(field) from clients is trusted",
            remedy: "have the proxy set or clear it (see Tests/Proxies for each proxy), and list no other peers in "
                + "trusted_peers")
    }
}

extension ClientAnswer {
    /// Whether status and target match the rules. Page URLs are sealed again for each click, so only their prefix
    /// counts.
    func matches(_ expected: FrontAnswer) -> Bool {
        guard head.status == expected.status else { return false }
        let (served, known) = (head["location"], expected.fields["location"])
        if served == known { return true }
        guard let served, let known else { return false }
        if let page = known.firstRange(of: "/_fp/") { return served.hasPrefix(known[..<page.upperBound]) }
        return carriesToken && served.hasInsertion(into: known)
    }

    /// Whether the redirect carries a token of deferred links to Google Play.
    var carriesToken: Bool { head["location"]?.contains(FrontHandler.tokenField.description) ?? false }
}

extension String {
    /// Whether the text consists of another one and a single insertion.
    fileprivate func hasInsertion(into other: String) -> Bool {
        let (own, known) = (Array(utf8), Array(other.utf8))
        guard own.count > known.count else { return false }
        let start = zip(own, known).prefix { $0 == $1 }.count
        return own.suffix(known.count - start).elementsEqual(known[start...])
    }
}

extension FrontAnswer {
    /// Whether it leads to the same place as another response.
    func leadsAs(_ other: FrontAnswer) -> Bool {
        status == other.status && fields["location"] == other.fields["location"]
    }

    /// For example `302 to https://…`.
    var summary: String { "\(status)" + (fields["location"].map { " to \($0.shortened)" } ?? "") }
}

extension ResponseHead {
    /// For example `302 to https://…`.
    fileprivate var summary: String { "\(status)" + (self["location"].map { " to \($0.shortened)" } ?? "") }
}
