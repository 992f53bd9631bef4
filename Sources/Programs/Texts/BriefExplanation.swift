package import ByteText
import Links

/// A summary of an explanation: the decision and its rule, earlier undecided rules, and near misses. Codes, keys and
/// mail addresses are masked, as in ``ExplanationText``.
package struct BriefExplanation {
    private let explanation: JSONValue
    private let places: [String: String]
    private let width: Int

    /// The maximum number of near misses.
    private static let mostNear = 5

    /// - Parameters:
    ///   - places: The place of each rule: `rules/sites/example.yaml:12`.
    ///   - width: The width of the terminal in columns.
    package init(_ explanation: JSONValue, places: [String: String], width: Int) {
        (self.explanation, self.places, self.width) = (explanation, places, max(40, width))
    }

    package var lines: [[StyledText]] {
        let undecided = undecided
        let near = near
        return answer + beside + undecided + near + rest
    }

    // MARK: - Rules

    private var rules: [JSONValue] { explanation["rules"]?.array ?? [] }

    private func rules(_ result: String) -> [JSONValue] { rules.filter { $0["result"]?.string == result } }

    /// The rules before the deciding one, or all of them if none decided.
    private var earlier: ArraySlice<JSONValue> { rules.prefix { $0["result"]?.string != "decides" } }

    // MARK: - Decision

    private var answer: [[StyledText]] {
        let decision = explanation["decision"] ?? .null
        var fields = DecisionText.fields(of: decision).filter { $0.label != "undecided" }
        let first = ["decision", "error", "target", "rule", "because"]
        let head = first.compactMap { label in fields.first { $0.label == label } }
        fields.removeAll { first.contains($0.label) }
        let all = head + why + fields
        let column = (all.map(\.label.count).max() ?? 0) + 2
        return all.flatMap { label, value in
            hanging(
                label, value, column: column, DecisionText.style(of: label, decision), place: label == "rule")
        }
    }

    /// The condition of the deciding rule, and the values of its facts.
    private var why: [(label: String, value: String)] {
        guard let rule = rules("decides").first else { return [] }
        guard let condition = rule["condition"]?.string else { return [("when", "always")] }
        var values: [String] = []
        for test in rule["tests"]?.array ?? [] {
            for fact in Self.facts(of: test) where !values.contains(fact) { values.append(fact) }
        }
        return [("when", Self.onOneLine(condition)), ("values", values.joined(separator: ", "))]
            .filter { !$0.1.isEmpty }
    }

    // MARK: - Other rules

    /// Earlier rules that matched and contributed settings to the decision.
    private var beside: [[StyledText]] {
        section("Also matched, and contributed settings", rules("sets")) { rule in
            StyledText(Self.onOneLine(rule["because"]?.string ?? ""))
        }
    }

    private var undecided: [[StyledText]] {
        let open = earlier.filter { $0["result"]?.string == "undecided" || $0["result"]?.string == "fails" }
        return section("Undecided earlier rules: any of these would have decided", open) { rule in
            StyledText(Self.reason(undecided: rule), .warning)
        }
    }

    /// Why a rule is undecided, and the options that provide the missing facts.
    private static func reason(undecided rule: JSONValue) -> String {
        if rule["result"]?.string == "fails" {
            let error = (rule["tests"]?.array ?? []).compactMap { $0["error"]?.string }.last
            return "its condition fails: \(error ?? "")"
        }
        let facts = (rule["unknown"]?.array ?? []).compactMap(\.string)
        return facts.map { fact in
            "\(fact) is unknown" + (StatingOption.of(fact: fact).map { ": set it with \($0)" } ?? "")
        }.joined(separator: "; ")
    }

    private var near: [[StyledText]] {
        let all = earlier.filter { $0["nearly"]?.bool == true }
        let ranked = all.enumerated().sorted {
            (Self.nearness($0.element), $0.offset) > (Self.nearness($1.element), $1.offset)
        }
        let shown = ranked.prefix(Self.mostNear).sorted { $0.offset < $1.offset }.map(\.element)
        let title = "Near misses of earlier rules: one test failed"
        return section(title, shown) { rule in
            StyledText(Self.miss(rule["tests"]?.array?.last ?? .null))
        }
    }

    /// The likelihood that a near miss was expected to decide: the site's own rules first, then rules that miss only an
    /// unknown fact, then rules with the most matching tests. Rules for another platform or stage come last.
    private static func nearness(_ rule: JSONValue) -> Int {
        let tests = rule["tests"]?.array ?? []
        let facts = tests.last?["facts"]?.object?.members ?? []
        let isOwn = !(rule["rule"]?.string ?? "").hasPrefix("firebase/")
        let isOpen = facts.contains { $0.value.string == "\"unknown\"" }
        let isElsewhere = !isOpen && facts.contains { $0.name == "device.platform" || $0.name == "request.stage" }
        return (isOwn ? 1000 : 0) + (isOpen ? 200 : 0) - (isElsewhere ? 200 : 0) + min(tests.count, 99)
    }

    /// `app.state == "current" is false: app.state = "unknown" (--app-state)`.
    private static func miss(_ test: JSONValue) -> String {
        let source = onOneLine(test["test"]?.string ?? "")
        let isFact = (test["facts"]?.object?.members ?? []).contains { $0.name == source }
        let values = isFact ? "" : ": " + facts(of: test).joined(separator: ", ")
        let options = (test["facts"]?.object?.members ?? [])
            .filter { $0.value.string == "\"unknown\"" }.compactMap { StatingOption.of(fact: $0.name) }
        let hint = options.isEmpty ? "" : " (\(options.joined(separator: ", ")))"
        return "\(source) is \(test["verdict"]?.string ?? "")\(values)\(hint)"
    }

    private var rest: [[StyledText]] {
        guard !rules.isEmpty else { return [] }
        let count = counted(rules.count, "rule")
        return [[], [StyledText("\(count) of the site and of all sites; --all shows each with its tests", .soft)]]
    }

    // MARK: - Lines

    private func section(
        _ title: String, _ rules: [JSONValue], _ text: (JSONValue) -> StyledText
    ) -> [[StyledText]] {
        guard !rules.isEmpty else { return [] }
        var lines: [[StyledText]] = [[], [StyledText(title, .heading)]]
        for rule in rules {
            lines += named(rule["rule"]?.string ?? "")
            let piece = text(rule)
            lines += Self.wrapped(Masking.masked(piece.text), width - 4).map { [StyledText("    \($0)", piece.style)] }
        }
        return lines
    }

    /// A rule's name and place, on separate lines if they don't fit on one.
    private func named(_ name: String) -> [[StyledText]] {
        let title = StyledText("  \(name)")
        guard let place = places[name] else { return [[title]] }
        guard 4 + name.count + place.count > width else { return [[title, StyledText("  \(place)", .soft)]] }
        return [[title], [StyledText("    \(place)", .soft)]]
    }

    /// A label and its value, with a hanging indent.
    private func hanging(
        _ label: String, _ value: String, column: Int, _ style: StyledText.Style, place isRule: Bool
    ) -> [[StyledText]] {
        let padding = String(repeating: " ", count: column)
        var lines = Self.wrapped(Masking.masked(value), width - column).enumerated().map { index, line in
            [StyledText(index == 0 ? label + padding.dropFirst(label.count) : padding, .soft), StyledText(line, style)]
        }
        if isRule, let place = places[value] {
            let isOneLine = column + value.count + 2 + place.count <= width
            if isOneLine {
                lines[lines.count - 1].append(StyledText("  \(place)", .soft))
            } else {
                lines.append([StyledText(padding), StyledText(place, .soft)])
            }
        }
        return lines
    }

    /// Lines of at most the given width, wrapped at spaces. A longer word is not split, so that it can be copied.
    static func wrapped(_ text: String, _ width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.isEmpty ? [""] : lines
    }

    private static func facts(of test: JSONValue) -> [String] {
        (test["facts"]?.object?.members ?? []).map { "\($0.name) = \($0.value.string ?? "")" }
    }

    private static func onOneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// The options of `resolve` and `explain` that set a fact.
enum StatingOption {
    /// The option with its argument, or `nil` for facts determined by the link or the site.
    static func of(fact: String) -> String? {
        switch fact {
        case "request.country": "--country"
        case "request.region": "--region, or --geo with --ip"
        case "request.city": "--city, or --geo with --ip"
        case "request.asn": "--asn, or --geo with --ip"
        case "request.time": "--time"
        case "request.ip": "--ip"
        case "request.stage": "--stage"
        case "request.referer": "--header 'Referer: …'"
        case "request.headers": "--header"
        case "device.languages": "--language"
        case "device.platform", "device.form_factor", "device.in_app", "device.app_name": "--user-agent"
        case "device.os_version", "device.browser_version", "device.browser", "device.store": "--user-agent or --device"
        case "app.state": "--app-state"
        case "app.version": "--app-version"
        default: nil
        }
    }
}
