public import ByteText
import Links

extension RuleSet {
    /// Writes an outcome of this rule set as JSON, with the contract's keys in the contract's order, including nulls.
    /// Equal outcomes have equal bytes wherever they are written.
    public func write(
        _ outcome: Outcome, id: JSONValue?, arena: borrowing ByteArena, to json: inout JSONWriter
    ) {
        let decision = outcome.decision
        json.beginObject()
        json.name("id")
        json.value(id ?? .null)
        json.member("decision", decision.kind.rawValue)
        json.member("location", decision.location, in: arena)
        json.member("target", decision.target, in: arena)
        json.member("payload", decision.payload, in: arena)
        json.name("page")
        if let page = decision.page { json.string(page.rawValue) } else { json.null() }
        writeMeta(decision.meta, arena: arena, to: &json)
        json.member("status", Int(decision.status))
        writeApp(decision.app, arena: arena, to: &json)
        writeFallback(decision.fallback, arena: arena, to: &json)
        writeRule(decision, to: &json)
        json.name("undecided")
        json.beginArray()
        outcome.undecided.forEach(in: arena) { json.string(rules[$0].id) }
        json.endArray()
        json.name("warnings")
        json.beginArray()
        decision.warnings.forEachName { json.string($0) }
        json.endArray()
        json.member("ruleset", hash)
        writeError(decision, to: &json)
        json.endObject()
    }

    private func writeMeta(_ meta: Decision.SocialMeta?, arena: borrowing ByteArena, to json: inout JSONWriter) {
        json.name("meta")
        guard let meta else { return json.null() }
        json.beginObject()
        json.member("title", meta.title, in: arena)
        json.member("description", meta.description, in: arena)
        json.member("image", meta.image, in: arena)
        json.endObject()
    }

    private func writeApp(_ app: Decision.App?, arena: borrowing ByteArena, to json: inout JSONWriter) {
        json.name("app")
        guard let app else { return json.null() }
        json.beginObject()
        json.member("platform", app.platform)
        json.member("id", app.id, in: arena)
        json.member("minimum_version", app.minimumVersion, in: arena)
        json.member("state", app.state)
        json.endObject()
    }

    private func writeFallback(
        _ fallback: Decision.Fallback?, arena: borrowing ByteArena, to json: inout JSONWriter
    ) {
        json.name("fallback")
        guard let fallback else { return json.null() }
        json.beginObject()
        json.member("decision", fallback.kind.rawValue)
        json.member("target", fallback.target, in: arena)
        json.endObject()
    }

    private func writeRule(_ decision: Decision, to json: inout JSONWriter) {
        json.name("rule")
        guard let rule = decision.rule else {
            json.null()
            return json.member("reason", message(of: decision) ?? "")
        }
        json.string(rules[rule].id)
        json.member("reason", rules[rule].because)
    }

    private func writeError(_ decision: Decision, to json: inout JSONWriter) {
        json.name("error")
        guard let error = decision.error else { return json.null() }
        json.beginObject()
        switch error {
        case .fault(let fault): json.member("code", fault.code.name)
        case .rule(let rule): json.member("code", errorCode(ofRule: rule))
        }
        json.member("message", message(of: decision) ?? "")
        json.member("status", Int(decision.status))
        json.endObject()
    }

    private func errorCode(ofRule rule: Int) -> String {
        guard case .error(let code, _, _) = rules[rule].action.outcome else { return "" }
        return code
    }
}
