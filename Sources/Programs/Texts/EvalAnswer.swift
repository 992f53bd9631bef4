import ByteText
package import Expressions
import Links
package import Routing
package import Rules

/// The result of an expression, as printed by `eval`. Codes, keys and mail addresses are masked.
package enum EvalAnswer {
    case value(CELValue)
    /// The value of an expression without facts, printed with its type.
    case typed(CELValue)
    case unknown([FactName])
    case failed(String)

    package init(_ answer: FactResolver.Answer) {
        switch answer {
        case .value(let value): self = .value(value)
        case .unknown(let facts): self = .unknown(facts)
        case .failed(let error): self = .failed(error.message)
        case .refused(let fault): self = .failed("the link is refused: \(fault.message)")
        }
    }

    /// The result as text: a CEL literal, a typed value, or the missing facts.
    package var text: String {
        switch self {
        case .value(let value): Masking.masked(value.literal)
        case .typed(let value): Self.written { value.write(to: &$0) }
        case .unknown(let facts):
            "unknown: needs \(facts.map(Self.asked).joined(separator: ", "))"
        case .failed(let message): message
        }
    }

    /// The result in the format of a batch line, without its `id`.
    package var json: String {
        Masking.masked(
            Self.written { json in
                json.beginObject()
                switch self {
                case .value(let value), .typed(let value):
                    json.name("value")
                    value.write(to: &json)
                case .unknown(let facts):
                    json.name("unknown")
                    json.beginArray()
                    for fact in facts { json.string(fact.name) }
                    json.endArray()
                case .failed(let message): json.member("error", message)
                }
                json.endObject()
            })
    }

    /// A fact and the option that sets it.
    private static func asked(_ fact: FactName) -> String {
        "\(fact.name) (\(StatingOption.of(fact: fact.name.description) ?? "--link"))"
    }

    private static func written(_ write: (inout JSONWriter) -> Void) -> String {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { json in write(&json) }
        return String(decoding: output, as: UTF8.self)
    }
}

extension FactExpression.Fault {
    /// The diagnostics in one line.
    package var message: String { diagnostics.map { "\($0.line):\($0.column): \($0.message)" }.joined(separator: "; ") }
}

extension [Diagnostic] {
    /// The diagnostics, each with its line of the expression and a caret, in the format of `check`.
    package func shown(in source: String) -> String {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        return map { diagnostic in
            var text = "\(diagnostic.line):\(diagnostic.column): \(diagnostic.severity.rawValue): \(diagnostic.message)"
            if diagnostic.line <= lines.count {
                let caret = String(repeating: " ", count: diagnostic.column - 1) + "^"
                text += "\n    \(lines[diagnostic.line - 1])\n    \(caret)"
            }
            if let expected = diagnostic.expected { text += "\n    expected: \(expected)" }
            if let hint = diagnostic.hint { text += "\n    hint: \(hint)" }
            return text
        }.joined(separator: "\n")
    }
}
