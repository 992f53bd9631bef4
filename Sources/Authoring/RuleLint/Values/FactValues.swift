import ByteText
import Expressions
import Routing

/// The values that facts can have for clicks of some sites, compared with the words in conditions.
struct FactValues {
    enum Comparison { case equals, starts, ends }

    /// A word that is never the fact's value, whether the condition requires or excludes it.
    struct Fault: Hashable {
        /// The word as written in the condition, for the caret.
        var word: String
        var message: String
        var hint: String
    }

    /// The sites whose clicks a rule is tried for.
    let sites: [SiteDefinition]
    /// Whether the rule is tried for all sites, including one provided by a request.
    let isOfAllSites: Bool
    /// The values of `device.app_name`: listed apps, and those of device corrections.
    let appNames: [String]

    func faults(of test: FactTest) -> [Fault] {
        guard let fact = test.facts.first.flatMap(FactName.init) else { return [] }
        switch test {
        case .isOneOf(_, let words): return words.compactMap { fault($0, .equals, fact) }
        case .startsWith(_, let piece): return [fault(piece, .starts, fact)].compactMap { $0 }
        case .endsWith(_, let piece): return [fault(piece, .ends, fact)].compactMap { $0 }
        case .hasKey(_, let key), .valueIs(_, let key, _):
            return [fact == .requestHeaders ? fieldFault(key) : nil].compactMap { $0 }
        case .hasItem(_, let item): return [fact == .deviceLanguages ? languageFault(item) : nil].compactMap { $0 }
        case .bucket(_, let salt, let outcomes, let limit):
            return [bucketFault(salt, outcomes, limit)].compactMap { $0 }
        case .number(let number, let outcomes, let limit):
            return [numberFault(number, outcomes, limit)].compactMap { $0 }
        case .other(let source, _): return Self.fieldNames(in: source).compactMap(fieldFault)
        case .isTrue, .has, .contains, .matches, .version, .time, .inBlock: return []
        }
    }

    private func fault(_ word: String, _ comparison: Comparison, _ fact: FactName) -> Fault? {
        guard !word.isEmpty else { return nil }
        switch fact {
        case .linkHost: return hostFault(word, comparison)
        case .linkPath, .linkPayloadPath:
            guard comparison != .ends, !word.hasPrefix("/") else { return nil }
            return Fault(word: word, message: "a path begins with a slash; `\(word)` does not", hint: "`/\(word)`")
        case .linkCode: return codeFault(word, comparison)
        case .requestCountry: return countryFault(word, comparison)
        case .requestIP: return comparison == .equals ? addressFault(word) : nil
        case .appID: return comparison == .equals ? appFault(word) : nil
        case .deviceAppName:
            guard comparison == .equals, !appNames.contains(word) else { return nil }
            return Fault(
                word: word, message: "no device correction names an app `\(word)`",
                hint: suggestion(for: word, among: appNames)
                    ?? "add it to the file of `devices` in fingerpost.yaml, or to `devices.in_app` of a site")
        case .siteName: return comparison == .equals ? siteFault(word) : nil
        case .sitePageHost: return comparison == .equals ? pageHostFault(word) : nil
        case .linkPayloadHost: return comparison == .equals ? payloadHostFault(word) : nil
        case .linkPayload: return comparison == .ends ? nil : payloadFault(word, comparison)
        default: return nil
        }
    }

    // MARK: - Links

    private func hostFault(_ word: String, _ comparison: Comparison) -> Fault? {
        let hosts = SiteHosts(sites)
        guard !sites.isEmpty, !hosts.isEmpty, !hosts.canBe(word, comparison) else { return nil }
        let what =
            switch comparison {
            case .equals: "the host `\(word)`"
            case .starts: "a host that begins with `\(word)`"
            case .ends: "a host that ends with `\(word)`"
            }
        let lower = word.lowercased()
        let hint =
            lower != word && hosts.canBe(lower, comparison)
            ? "hosts are lowercase: `\(lower)`"
            : suggestion(for: word, among: hosts.names) ?? "the hosts are \(Self.list(hosts.names))"
        return Fault(word: word, message: "no link of \(whose) has \(what)", hint: hint)
    }

    private func codeFault(_ word: String, _ comparison: Comparison) -> Fault? {
        if word.contains("/") {
            let code = word.split(separator: "/").last.map(String.init)
            return Fault(
                word: word, message: "the code of a short link contains no slash; `\(word)` does",
                hint: code.map { "`\($0)`" } ?? "the whole path is `link.path`")
        }
        // Rules may be prepared for future links, so only a near match of an existing code is reported as a typo.
        let codes = sites.flatMap { $0.links.map(\.code) }
        guard comparison == .equals, !codes.contains(word), let hint = suggestion(for: word, among: codes) else {
            return nil
        }
        return Fault(word: word, message: "\(whose) has no short link `\(word)`", hint: hint)
    }

    private func payloadFault(_ word: String, _ comparison: Comparison) -> Fault? {
        guard !sites.isEmpty, !sites.contains(where: { PayloadAddresses($0).canBe(word, comparison) }) else {
            return nil
        }
        let isAddress = word.contains("://")
        return Fault(
            word: word,
            message: isAddress
                ? "\(whose) allows no link to lead to `\(word)`" : "payloads begin with `https://`; `\(word)` does not",
            hint: isAddress
                ? "`authorized_domains` and `url_patterns` define where links may lead" : "write the whole address")
    }

    private func payloadHostFault(_ host: String) -> Fault? {
        func mayLead(to host: String) -> Bool {
            sites.contains { site in
                ["https", "http"].contains { PayloadAddresses(site).canBe("\($0)://\(host)/", .starts) }
            }
        }
        guard !sites.isEmpty, host != host.lowercased() || !mayLead(to: host) else { return nil }
        let lower = host.lowercased()
        return Fault(
            word: host, message: "\(whose) allows no link to lead to the host `\(host)`",
            hint: lower != host && mayLead(to: lower)
                ? "hosts are lowercase: `\(lower)`"
                : "`authorized_domains` and `url_patterns` define where links may lead")
    }

    // MARK: - Requests

    private func countryFault(_ word: String, _ comparison: Comparison) -> Fault? {
        let upper = word.uppercased()
        let fits = { (code: String) in
            switch comparison {
            case .equals: CountryCode.isKnown(code)
            case .starts: CountryCode.isKnown(code) || CountryCode.isBeginning(code)
            case .ends: code.utf8.count == 1 || CountryCode.isKnown(code)
            }
        }
        guard !fits(word) else { return nil }
        let hint =
            if word.utf8.count == 2, let other = CountryCode.meant(by: word) {
                "did you mean `\(other)`?"
            } else if fits(upper) {
                "`\(upper)`"
            } else if upper == "EU" {
                "name its countries: `request.country in [\"AT\", \"BE\", …]`"
            } else {
                "India is `IN`, Germany is `DE`"
            }
        return Fault(
            word: word, message: "`\(word)` is not a country code: two uppercase letters (ISO 3166-1)", hint: hint)
    }

    private func addressFault(_ word: String) -> Fault? {
        guard IPAddress(condition: word) == nil else { return nil }
        return Fault(
            word: word, message: "`\(word)` is not an IP address",
            hint: CIDR(word) == nil
                ? "addresses are written like `203.0.113.9`" : "`cidr(\"\(word)\").containsIP(request.ip)`")
    }

    private func fieldFault(_ name: String) -> Fault? {
        if name == "fingerpost-device" {
            return Fault(
                word: name, message: "conditions can't read the header `\(name)`: it sets `device.*` and `app.*`",
                hint: "test a fact such as `device.platform`")
        }
        let lower = name.lowercased()
        guard lower != name else { return nil }
        return Fault(
            word: name, message: "header names are lowercase; `\(name)` is not", hint: "`\(lower)`")
    }

    /// The names of headers in a test that is not a plain comparison.
    private static func fieldNames(in source: String) -> [String] {
        var names: [String] = []
        var rest = source[...]
        while let start = rest.firstRange(of: "request.headers[")?.upperBound {
            rest = rest[start...]
            guard let quote = rest.first, quote == "\"" || quote == "'" else { continue }
            names.append(String(rest.dropFirst().prefix { $0 != quote }))
        }
        return names
    }

    private func languageFault(_ tag: String) -> Fault? {
        guard !tag.utf8.contains(where: { !$0.isAlphanumeric && $0 != UInt8(ascii: "-") }) else {
            return Fault(
                word: tag, message: "`\(tag)` is not a language tag: letters, digits and `-` (RFC 5646)",
                hint: tag.contains("_")
                    ? "`\(LanguageTag.meant(by: tag.replacing("_", with: "-")))`"
                    : "tags are written like `de` and `de-DE`")
        }
        let meant = LanguageTag.meant(by: tag)
        // Some clients send the region in lowercase.
        let isLanguage = meant.prefix { $0 != "-" } == tag.prefix { $0 != "-" }
        guard !isLanguage || meant.lowercased() != tag.lowercased() else { return nil }
        return Fault(
            word: tag, message: "browsers send no language tag `\(tag)`", hint: "did you mean `\(meant)`?")
    }

    private func numberFault(_ number: FactNumber, _ outcomes: UInt8, _ limit: Int64) -> Fault? {
        // The outcomes at both ends of the range, and equality if the limit is within it.
        var found = Set([number.range.lowerBound, number.range.upperBound].map { Self.outcome($0, limit) })
        if number.range.contains(limit) { found.insert(2) }
        let answers = Set(found.map { outcomes & $0 != 0 })
        guard answers.count == 1, let answer = answers.first else { return nil }
        let most = number.range.upperBound
        return Fault(
            word: number.source,
            message: "`\(number.source)` is a number from \(number.range.lowerBound)"
                + (most == .max ? "" : " to \(most)") + ": a comparison with \(limit) is always \(answer)",
            hint: "compare it with another number")
    }

    private static func outcome(_ value: Int64, _ limit: Int64) -> UInt8 {
        value < limit ? 1 : value == limit ? 2 : 4
    }

    private func bucketFault(_ salt: String, _ outcomes: UInt8, _ limit: Int64) -> Fault? {
        let answers = Set((Int64(0)..<100).map { outcomes & ($0 < limit ? 1 : $0 == limit ? 2 : 4) != 0 })
        guard answers.count == 1, let answer = answers.first else { return nil }
        return Fault(
            word: salt,
            message: "a bucket is a number from 0 to 99: this comparison is always \(answer)",
            hint: "`< 10` selects a tenth of the clicks")
    }

    // MARK: - Sites and their apps

    private func appFault(_ id: String) -> Fault? {
        let ids = sites.flatMap { $0.apps.map(\.id) }
        guard !sites.isEmpty, !ids.contains(id) else { return nil }
        return Fault(
            word: id,
            message: isOfAllSites ? "no site registers the app `\(id)`" : "\(whose) doesn't register the app `\(id)`",
            hint: suggestion(for: id, among: ids)
                ?? (ids.isEmpty ? "list it under the site's `apps`" : "the apps are \(Self.list(ids))"))
    }

    private func siteFault(_ name: String) -> Fault? {
        let names = sites.map(\.name)
        guard isOfAllSites, !sites.isEmpty, !names.contains(name) else { return nil }
        return Fault(
            word: name, message: "unknown site `\(name)`",
            hint: suggestion(for: name, among: names) ?? "the sites are \(Self.list(names))")
    }

    private func pageHostFault(_ host: String) -> Fault? {
        let hosts = sites.compactMap(\.pageHost)
        guard !sites.isEmpty, !hosts.contains(host) else { return nil }
        return Fault(
            word: host, message: "the pages of \(whose) are not on `\(host)`",
            hint: suggestion(for: host, among: hosts)
                ?? (hosts.isEmpty
                    ? "`page_host` names the host of a site's pages" : "the page hosts are \(Self.list(hosts))"))
    }

    private var whose: String {
        isOfAllSites || sites.count != 1 ? "any site" : "the site `\(sites[0].name)`"
    }

    private static func list(_ names: [String]) -> String {
        var seen: Set<String> = []
        let distinct = names.filter { seen.insert($0).inserted }
        return distinct.prefix(5).map { "`\($0)`" }.joined(separator: ", ") + (distinct.count > 5 ? ", …" : "")
    }
}
