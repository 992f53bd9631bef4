import ByteText

/// The article about the HTTP API, generated from the document that the daemon serves.
struct HTTPArticle {
    /// The content of `/openapi.json`.
    var document: JSONValue

    /// The text of the article.
    var text: String {
        var lines = [Self.introduction, "## Operations", ""]
        for path in members(document["paths"]) {
            for operation in members(path.value) {
                lines += section(of: operation.value, "\(operation.name.uppercased()) \(path.name)")
            }
        }
        lines += ["## Values", ""]
        for schema in members(document["components"]?["schemas"]) {
            lines += section(of: schema.value, named: schema.name)
        }
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let introduction = """
        # HTTP API

        Every operation of the admin side with its parameters, responses and values.

        ## Overview

        The daemon serves this page's source at `/openapi.json` (OpenAPI 3.1). Operations that need a token accept it as
        `Authorization: Bearer …` (<doc:TokensAndConsole>). Errors are JSON in Google's form (`Error`): `error.code`, `error.status` and
        `error.message`, a text for people.

        The edge side has `POST /v1/decide`, with requests as for `fingerpost resolve --batch` and responses as from
        `fingerpost resolve --json`, `POST /v1/compose`, likewise for `fingerpost compose` (<doc:FirebaseMails>), and `/edge/…` for
        proxies (<doc:TLSAndProxies>). The front and the listener for apps have `POST /v1/resolve` (<doc:DeferredLinks>), and return
        JSON for a link to apps (<doc:InTheApp>).

        """

    private func members(_ value: JSONValue?) -> [JSONObject.Member] { value?.object?.members ?? [] }

    private func section(of operation: JSONValue, _ title: String) -> [String] {
        var lines = ["### \(title)", "", operation["summary"]?.string ?? "", ""]
        let schemes = operation["security"]?.array?.flatMap { members($0).map(\.name) } ?? []
        let needs = schemes.isEmpty ? "no token" : schemes.map { "a \($0)" }.joined(separator: " or ")
        lines += ["Needs \(needs)." + body(operation["requestBody"]), ""]
        let parameters = operation["parameters"]?.array ?? []
        if !parameters.isEmpty {
            lines += ["| parameter | in | type | meaning |", "|---|---|---|---|"]
            lines += parameters.map { parameter in
                let words = parameter["description"]?.string ?? ""
                let isRequired = parameter["required"] == .bool(true) ? " Required." : ""
                return row([
                    code(parameter["name"]?.string), parameter["in"]?.string ?? "", type(parameter["schema"]),
                    words + isRequired,
                ])
            }
            lines.append("")
        }
        return lines + responses(of: operation)
    }

    /// A row per response. Errors that mean no more than their status are combined in one line.
    private func responses(of operation: JSONValue) -> [String] {
        var lines = ["| status | response | body |", "|---|---|---|"]
        var errors: [String] = []
        for response in members(operation["responses"]) {
            let words = response.value["description"]?.string ?? ""
            let body = content(response.value)
            if body == "Error", !words.hasSuffix(".") {
                errors.append(response.name)
            } else {
                lines.append(row([response.name, words, body]))
            }
        }
        if !errors.isEmpty { lines += ["", "Errors: \(errors.joined(separator: ", "))."] }
        return lines + [""]
    }

    private func body(_ value: JSONValue?) -> String {
        guard let value else { return "" }
        let kinds = members(value["content"]).map { $0.name == "application/json" ? "" : " as `\($0.name)`" }
        return " The body is \(content(value))\(kinds.first ?? "")."
    }

    private func content(_ value: JSONValue) -> String {
        members(value["content"]).first.map { type($0.value["schema"]) } ?? ""
    }

    private func section(of schema: JSONValue, named name: String) -> [String] {
        var lines = ["### \(name)", ""]
        if let words = schema["description"]?.string { lines += [words, ""] }
        let fields = members(schema["properties"])
        guard !fields.isEmpty else { return lines + ["A \(type(schema)).", ""] }
        let required = Set(schema["required"]?.array?.compactMap(\.string) ?? [])
        lines += ["| field | type | |", "|---|---|---|"]
        for field in fields {
            let words = field.value["description"]?.string ?? ""
            lines.append(
                row([code(field.name), type(field.value), required.contains(field.name) ? "always. \(words)" : words]))
        }
        return lines + [""]
    }

    /// The description of a type: `string or null, at most 4000 characters`.
    private func type(_ schema: JSONValue?) -> String {
        guard let schema else { return "" }
        if let name = schema["$ref"]?.string?.split(separator: "/").last { return String(name) }
        if let choices = schema["oneOf"]?.array ?? schema["anyOf"]?.array {
            return choices.map { type($0) }.joined(separator: " or ")
        }
        if let values = schema["enum"]?.array {
            return values.map { code($0.string ?? $0.text) }.joined(separator: ", ")
        }
        var names = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? "anything"]
        if let index = names.firstIndex(of: "array") { names[index] = "list of \(type(schema["items"]))" }
        if let format = schema["format"]?.string { names[0] += " (\(format))" }
        return names.joined(separator: " or ")
    }

    private func code(_ text: String?) -> String { text.map { "`\($0)`" } ?? "" }

    private func row(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
}
