import ByteText
import Configuration
import Expressions
import Routing
import Testing

@testable import Rules

/// A fact, or an entry of a map, with rules that distinguish its values.
struct FactSubject: Sendable, CustomTestStringConvertible {
    var fact: FactName
    /// The key of the entry.
    var key: String?
    /// The conditions, of which the first that holds decides.
    var conditions: [String] = []

    var testDescription: String { key.map { "\(fact.name)[\"\($0)\"]" } ?? fact.name.description }

    /// Whether it is the same for all clicks on one site, or never visible to conditions.
    var isConstant: Bool {
        switch fact {
        case .siteName, .siteDebugPages, .siteEnforceStoreSemantics, .sitePassThrough, .siteIPadCheck, .sitePageHost,
            .siteCustomSchemeCodes, .siteAndroidFallbackPage:
            true
        case .requestHeaders: key == "fingerpost-device"
        default: false
        }
    }

    /// All facts that conditions can read. The rules for a new fact are derived from its type.
    static let all = FactName.allCases.flatMap(subjects)

    private static func subjects(of fact: FactName) -> [FactSubject] {
        let name = fact.name.description
        switch FactName.schema[fact.rawValue].type {
        case .symbols(let words): return [FactSubject(fact: fact, conditions: words.map { "\(name) == \"\($0)\"" })]
        case .bool: return [FactSubject(fact: fact, conditions: [name])]
        case .timestamp: return [FactSubject(fact: fact, conditions: ["\(name) < timestamp(\"2026-11-20T00:00:00Z\")"])]
        case .list: return [FactSubject(fact: fact, conditions: ["\"hi-IN\" in \(name)", "size(\(name)) == 1"])]
        case .map where fact == .requestHeaders:
            let others = ["x-a", "x-country", "host", "fingerpost-device"]
            return (NotedField.allCases.map(\.name.description) + others).map { entry(of: fact, $0) }
        case .map where fact == .linkPayloadQuery: return ["id", "none"].map { entry(of: fact, $0) }
        case .map: return ["apn", "link", "d", "none"].map { entry(of: fact, $0) }
        // The template of the last rule shows the whole value.
        case .text, .version, .int: return [FactSubject(fact: fact)]
        }
    }

    /// Covers the ways in which conditions read entries: comparison, presence, and string functions.
    private static func entry(of map: FactName, _ key: String) -> FactSubject {
        let value = "\(map.name)[\"\(key)\"]"
        let beginnings = ["\\\"", "?", "c", "e", "h", "l", "1", "2", "I", "d", "Mozilla/5.0 (L", "Mozilla/5.0 (i", "M"]
        return FactSubject(
            fact: map, key: key,
            conditions: ["\(value) == \"1\"", "\(value) == \"\""] + beginnings.map { "\(value).startsWith(\"\($0)\")" }
                + ["\"\(key)\" in \(map.name)"])
    }

    /// A site whose rules depend only on this fact.
    var ruleSet: RuleSet {
        var rules = conditions.enumerated().map { index, condition in
            Self.rule("r\(index)", when: condition, to: "https://www.example.com/\(index)")
        }
        if fact.isText { rules.append(Self.rule("shown", to: "https://www.example.com/?v={\(fact.name)}")) }
        rules.append(Self.rule("rest", to: "https://www.example.com/rest"))
        let site = Self.site + rules.joined(separator: ", ") + "]}"
        let loaded = RuleDirectory.load([RuleFile(path: "site.yaml", displayName: "", bytes: Array(site.utf8))])
        let errors = loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered)
        precondition(errors.isEmpty, "\(errors)")
        return RuleSet(loaded)
    }

    private static func rule(_ name: String, when condition: String? = nil, to target: String) -> String {
        let when = condition.map { "\"when\": \(JSONValue.string($0).text), " } ?? ""
        return #"{"name": "\#(name)", \#(when)"then": {"continue_redirect": {"to": "\#(target)"}}, "because": "x"}"#
    }

    private static let site = """
        {"site": "example", "hosts": ["example.page.link", "links.example.com/go"], "hosting": ["auth.example.com"],
         "handler": "https://example-app.firebaseapp.com/__/auth/action", "authorized_domains": ["www.example.com"],
         "apps": [{"android": {"package": "com.example.android", "minimum_version": "12", "install": true}},
                  {"ios": {"bundle": "com.example.ios", "app_store_id": "1234567"}},
                  {"ios": {"bundle": "com.example.ipad", "app_store_id": "7654321"}}],
         "links": {"WXYZ": "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android"},
         "rules": [
        """
}
