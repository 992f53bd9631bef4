import ArgumentParser
import ByteText
import Configuration
import LinkCatalog
import Receipts
import Replay
import RuleDelivery
import Rules
import ServiceFiles
import Terminal
import Texts

/// Explaining a logged decision with the rules and links that were in force.
extension Explain {
    func explainDecision(_ id: String) throws {
        guard try !question.statesClick else {
            throw Failure("--decision has the click of the log: give no link and no facts")
        }
        let place = try store.place(rules: rules.rules)
        MaskKeyOption.install(try RulesOption.settings(rules.rules).file, beside: place)
        let receipt = try receipt(id)
        let former: FormerRules
        let version: FormerRules.Version
        do throws(FileFault) {
            former = try FormerRules(beside: place.directory)
            version = try former.version(receipt.ruleSet)
        } catch { throw Failure("\(id) was decided at \(Timestamp.text(receipt.time)): \(error)") }
        let explanation: DecisionReceipt.Explanation
        do { explanation = try receipt.explain(with: version.ruleSet, try place.pastLinks()?()) } catch {
            throw Failure("\(id): \(error)")
        }
        let period = former.period(of: receipt.ruleSet, at: receipt.time)
        if question.json {
            Output.write(Array((Self.json(receipt, period, explanation).text + "\n").utf8))
        } else {
            let places = version.loaded.locations.mapValues { "\($0.file):\($0.line)" }
            Output.lines([Self.head(receipt, period), []])
            Output.lines(
                all
                    ? StyledText.lines(ExplanationText.text(of: explanation.json))
                    : BriefExplanation(explanation.json, places: places, width: Terminal.current().width).lines)
            Output.lines([[]] + Self.verdict(explanation))
        }
        let isError = explanation.json["decision"]?["decision"]?.string == "error"
        if isError || !explanation.differences.isEmpty { throw ExitCode(1) }
    }

    /// The line of a decision in the logs.
    private func receipt(_ id: String) throws -> DecisionReceipt {
        Interruption.expect()
        let found: [DecisionReceipt]
        do throws(ReplayFault) {
            found = try LineSearch.lines(
                containing: id, in: try LogInput.expanding(logs), isInterrupted: { Interruption.isRequested }
            ) { line in DecisionReceipt(line).flatMap { $0.id == id ? $0 : nil } }
        } catch { throw Failure(error.description) }
        Interruption.endIfInterrupted()
        guard let receipt = found.first else {
            throw Failure("no decision \(id) in \(logs.joined(separator: ", "))")
        }
        return receipt
    }

    private static func head(_ receipt: DecisionReceipt, _ period: RuleSetPeriod?) -> [StyledText] {
        var text = "\(receipt.id): \(Timestamp.text(receipt.time)), by the rules \(receipt.ruleSet)"
        if let period {
            text += ", in force from \(Timestamp.text(period.from))"
            text += period.until.map { " until \(Timestamp.text($0))" } ?? ""
        }
        return [StyledText(text, .heading)]
    }

    /// Whether the decision is the logged one.
    private static func verdict(_ explanation: DecisionReceipt.Explanation) -> [[StyledText]] {
        var lines = explanation.differences.map { difference in
            "\(difference.member) was \(difference.logged), is \(difference.repeated)"
        }
        if let doubt = explanation.doubt { lines.append(doubt.sentence) }
        guard lines.isEmpty else { return lines.map { [StyledText($0, .warning)] } }
        return [[StyledText("The decision equals that in the log.", .soft)]]
    }

    private static func json(
        _ receipt: DecisionReceipt, _ period: RuleSetPeriod?, _ explanation: DecisionReceipt.Explanation
    ) -> JSONValue {
        func time(_ seconds: Int64?) -> JSONValue { seconds.map { .string(Timestamp.text($0)) } ?? .null }
        return [
            "decision_id": .string(receipt.id), "time": time(receipt.time), "ruleset": .string(receipt.ruleSet),
            "in_force": ["from": time(period?.from), "until": time(period?.until)],
            "differs": .array(
                explanation.differences.map { difference in
                    [
                        "member": .string(difference.member), "logged": .string(difference.logged),
                        "repeated": .string(difference.repeated),
                    ]
                }),
            "doubt": explanation.doubt.map { .string($0.sentence) } ?? .null,
            "logged": receipt.line, "explanation": explanation.json,
        ]
    }
}
