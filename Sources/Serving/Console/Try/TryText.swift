import ByteText
import Links
import Markup
import Outcomes
import Phones

/// The result of trying a link, as page values. Masks secrets that come from a stored link.
struct TryText {
    private let answer: TryBench.Answer
    private let form: TryForm
    private var decision: JSONValue { answer.explanation["decision"] ?? .null }

    init(_ answer: TryBench.Answer, _ form: TryForm) { (self.answer, self.form) = (answer, form) }

    func write(to values: inout PageValues) {
        values.set("answered", true)
        let sentence = DecisionSentence(decision)
        values["said"] = sentence.text
        sentence.write(to: &values)
        values.set("states_place", form.statesPlace)
        writeDecision(to: &values)
        writeRules(to: &values)
        writeJourneys(to: &values)
        if let matrix = answer.matrix { Self.write(matrix, to: &values) }
        let yaml = TryCase(request: answer.request, decision: decision).yaml
        values.set("case_lines", linesOf: Masking.masked(yaml))
    }

    // MARK: - The decision

    private func writeDecision(to values: inout PageValues) {
        let isError = decision["decision"]?.string == "error"
        var rows: [PageValues] = []
        func add(_ label: String, _ text: String?) {
            guard let text, !text.isEmpty else { return }
            var row = PageValues()
            row["label"] = label
            row["value"] = Masking.masked(text)
            rows.append(row)
        }
        add("decision", decision["decision"]?.string)
        add("because", isError ? decision["error"]?["message"]?.string : decision["reason"]?.string)
        add("error", decision["error"]?["code"]?.string)
        add("rule", decision["rule"]?.string)
        add("target", decision["target"]?.string)
        if decision["location"] != decision["target"] { add("location", decision["location"]?.string) }
        add("page", decision["page"]?.string)
        add("status", decision["status"]?.number?.text)
        add("app", decision["app"]?["id"]?.string.map { "\($0), \(decision["app"]?["state"]?.string ?? "unknown")" })
        add("fallback", decision["fallback"]?["target"]?.string)
        add("undecided", decision["undecided"]?.array?.compactMap(\.string).joined(separator: ", "))
        add("warnings", decision["warnings"]?.array?.compactMap(\.string).joined(separator: ", "))
        values.set("facts", rows: rows)
    }

    // MARK: - The rules

    private func writeRules(to values: inout PageValues) {
        let rules = answer.explanation["rules"]?.array ?? []
        values.set("has_rules", !rules.isEmpty)
        values.set("runs", rows: Self.runs(of: rules))
    }

    /// The rules in order, with runs of rules that did not match folded.
    private static func runs(of rules: [JSONValue]) -> [PageValues] {
        var runs: [(isFolded: Bool, rules: [JSONValue])] = []
        for rule in rules {
            let result = rule["result"]?.string
            let isFolded = (result == "no" && rule["nearly"]?.bool != true) || result == "late"
            if runs.last?.isFolded != isFolded { runs.append((isFolded, [])) }
            runs[runs.count - 1].rules.append(rule)
        }
        return runs.map { isFolded, rules in
            var run = PageValues()
            let isLate = rules.contains { $0["result"]?.string == "late" }
            run["folded"] =
                isFolded ? counted(rules.count, "rule") + (isLate ? " after it" : " that do not match") : nil
            run.set("rules", rows: rules.map(row))
            return run
        }
    }

    private static func row(_ rule: JSONValue) -> PageValues {
        let result = rule["result"]?.string ?? ""
        let isNear = rule["nearly"]?.bool == true
        var row = PageValues()
        row["rule"] = rule["rule"]?.string
        row["result"] = isNear ? "nearly" : result
        row["style"] =
            switch result {
            case "decides", "sets": "good"
            case "undecided", "fails": "warn"
            default: isNear ? "warn" : "soft"
            }
        row.set("open", ["decides", "undecided", "fails"].contains(result))
        row["condition"] = oneLine(rule["condition"]?.string ?? "always")
        row["because"] = rule["because"]?.string
        row["source"] = rule["source"]?.string
        let unknown = (rule["unknown"]?.array ?? []).compactMap(\.string)
        row["unknown"] = unknown.joined(separator: ", ")
        let tests = rule["tests"]?.array ?? []
        row.set("has_tests", !tests.isEmpty)
        row.set("tests", rows: tests.map(test))
        return row
    }

    private static func test(_ test: JSONValue) -> PageValues {
        var row = PageValues()
        row["test"] = oneLine(test["test"]?.string ?? "")
        row["verdict"] = test["verdict"]?.string
        row["error"] = test["error"]?.string
        let facts = (test["facts"]?.object?.members ?? []).map { "\($0.name) = \($0.value.string ?? "")" }
        row["values"] = facts.joined(separator: ", ")
        return row
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // MARK: - Where the person ends

    private func writeJourneys(to values: inout PageValues) {
        guard let (situation, cell) = answer.cell else { return }
        values.set("has_journeys", true)
        values["where"] = "\(situation.device), \(situation.place); the app \(cell.condition.phrase)"
        values["documented"] = Masking.masked(cell.documented.ending.description)
        values["verdict"] = cell.verdict.sentence
        values["verdict_style"] = cell.verdict == .asDocumented ? "good" : "warn"
        values["deviation"] = cell.verdict.deviation?.sentence
        values.set("is_unasked", cell.journeys.allSatisfy(\.asked.isEmpty))
        values.set("many", cell.journeys.count > 1)
        values.set("journeys", rows: cell.journeys.enumerated().map { Self.row($1, number: $0 + 1) })
    }

    private static func row(_ journey: Journey, number: Int) -> PageValues {
        var row = PageValues()
        row["number"] = String(number)
        row["ending"] = Masking.masked(journey.ending.sentence)
        row["detours"] = journey.detours.map(\.description).joined(separator: ", ")
        row.set(
            "steps",
            rows: journey.steps.map { step in
                var row = PageValues()
                row["address"] = Masking.masked(step.address)
                row.set(
                    "facts",
                    rows: step.facts.map { fact in
                        var row = PageValues()
                        row["sentence"] = fact.sentence
                        row["evidence"] = fact.grade.title
                        return row
                    })
                return row
            })
        return row
    }

    // MARK: - Every phone

    private static func write(_ matrix: OutcomeMatrix, to values: inout PageValues) {
        values.set("has_matrix", true)
        values["site"] = matrix.site
        values["matrix_sum"] = sum(of: matrix)
        let conditions = matrix.conditions
        values.set(
            "columns",
            rows: conditions.map { condition in
                var row = PageValues()
                row["title"] = condition.title
                return row
            })
        values.set(
            "matrix",
            rows: matrix.rows.map { row in
                var values = PageValues()
                values["device"] = row.situation.device
                values["place"] = row.situation.place
                values.set("cells", rows: conditions.map { self.cell(row[$0]) })
                return values
            })
    }

    /// The outcomes in figures: `60 phones, 3 outcomes not as documented, 1 dead end`.
    private static func sum(of matrix: OutcomeMatrix) -> String {
        let verdicts = matrix.rows.flatMap(\.cells).map(\.verdict)
        let deviations = verdicts.count { if case .deviates = $0 { true } else { false } }
        let deadEnds = verdicts.count { if case .deadEnd = $0 { true } else { false } }
        var parts = [counted(matrix.rows.count, "situation")]
        if deviations > 0 { parts.append("\(counted(deviations, "outcome")) not as documented") }
        parts.append(deadEnds > 0 ? counted(deadEnds, "dead end") : "no dead ends")
        return parts.joined(separator: ", ")
    }

    private static func cell(_ cell: Cell?) -> PageValues {
        var row = PageValues()
        row["text"] = cell?.summary
        row["style"] =
            switch cell?.verdict {
            case .deadEnd: "bad"
            case .deviates, .possibly: "warn"
            case .asDocumented, nil: "plain"
            }
        row["why"] = cell?.verdict.deviation?.sentence
        return row
    }
}
