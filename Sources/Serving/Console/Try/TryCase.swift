import ByteText

/// A decision in the format of `fingerpost test` cases.
struct TryCase {
    let request: JSONObject
    let decision: JSONValue

    /// A file with one case, for a name such as `sites/example.cases.yaml`. Values are JSON, a subset of YAML.
    var yaml: String {
        var lines = ["cases:", "  - name: \(Self.quoted(name))", "    request:"]
        lines += request.members.map { "      \($0.name): \($0.value.text)" }
        lines.append("    expect:")
        lines += expectation.map { "      \($0): \($1.text)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private var name: String {
        let rule = decision["rule"]?.string?.split(separator: "/").last.map(String.init)
        return rule ?? decision["error"]?["code"]?.string ?? "a case"
    }

    private var expectation: [(String, JSONValue)] {
        var expectation = [("decision", decision["decision"] ?? .null)]
        if let code = decision["error"]?["code"] { expectation.append(("error", code)) }
        for key in ["rule", "target", "page"] {
            if let value = decision[key], !value.isNull { expectation.append((key, value)) }
        }
        return expectation
    }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
