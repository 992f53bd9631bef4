public import ByteText
import Expressions
import Links

extension RuleSet {
    /// Writes an explanation as JSON: the decision, and every rule in order with its tests and their masked values.
    public func write(
        _ explanation: (outcome: Outcome, rules: [RuleTrace]), id: JSONValue?, arena: borrowing ByteArena,
        to json: inout JSONWriter
    ) {
        json.beginObject()
        json.name("decision")
        write(explanation.outcome, id: id, arena: arena, to: &json)
        json.name("rules")
        json.beginArray()
        for trace in explanation.rules { write(trace, to: &json) }
        json.endArray()
        json.endObject()
    }

    private func write(_ trace: RuleTrace, to json: inout JSONWriter) {
        json.beginObject()
        json.member("rule", rules[trace.rule].id)
        json.member("result", trace.result.rawValue)
        if trace.result == .no {
            json.name("nearly")
            json.bool(trace.condition.isNearMiss)
        }
        json.name("condition")
        if let condition = rules[trace.rule].condition { json.string(condition) } else { json.null() }
        json.name("tests")
        json.beginArray()
        for step in trace.condition.steps { write(step, to: &json) }
        json.endArray()
        json.name("unknown")
        json.beginArray()
        for name in trace.condition.unknown { json.string(name) }
        for name in trace.lacking { json.string(name.name.description) }
        json.endArray()
        json.member("because", rules[trace.rule].because)
        json.name("source")
        if let source = rules[trace.rule].source { json.string(source) } else { json.null() }
        json.endObject()
    }

    private func write(_ step: ConditionTrace.Step, to json: inout JSONWriter) {
        json.beginObject()
        json.member("test", step.source)
        json.member("verdict", step.verdict.word)
        json.name("facts")
        json.beginObject()
        for fact in step.facts {
            json.name(fact.name)
            json.string(Masking.masked(fact.value))
        }
        json.endObject()
        json.name("error")
        if let error = step.error { json.string(Masking.masked(error)) } else { json.null() }
        json.endObject()
    }
}

extension Verdict {
    /// The verdict as spelled in explanations.
    var word: StaticString {
        switch self {
        case .yes: "true"
        case .no: "false"
        case .unknown: "unknown"
        case .error: "error"
        }
    }
}
