public import ByteText

/// Reads the values of nodes. A value of another type is reported and read as `nil` or as an empty list.
extension DiagnosticLog {
    /// The text of a node, or `nil` with an error for any other type. Numbers and booleans must be quoted to be text.
    public func text(_ node: ConfigurationNode) -> String? {
        switch node.content {
        case .text(let text): return text
        case .number(let text):
            error(
                .wrongType, node, "expected text, not the number \(text)", hint: "put it in quotes: \"\(text)\"")
        case .bool(let value):
            error(.wrongType, node, "expected text, not `\(value)`", hint: "put it in quotes: \"\(value)\"")
        case .null, .list, .mapping:
            error(.wrongType, node, "expected text, not \(node.kind)")
        }
        return nil
    }

    /// The text of a version in any form. Unquoted, YAML would turn `1.10` into 1.1.
    public func versionText(_ node: ConfigurationNode) -> String? {
        if case .number(let text) = node.content {
            let lost = text.contains(".") && text.hasSuffix("0") ? "; as a number it loses its trailing zero" : ""
            error(
                .wrongType, node, "a version must be text, not the number \(text)",
                hint: "put it in quotes: \"\(text)\"\(lost)")
            return nil
        }
        return text(node)
    }

    /// Digits separated by dots, such as `1.10`, or `nil` with an error for anything else.
    public func version(_ node: ConfigurationNode) -> String? {
        guard let text = versionText(node) else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            error(
                .invalidValue, node, "`\(text)` is not a version", expected: "numbers separated by dots: \"1.10\"")
            return nil
        }
        return text
    }

    /// A boolean, `true` or `false` as in YAML 1.2, or `nil` with an error for anything else.
    public func bool(_ node: ConfigurationNode) -> Bool? {
        if case .bool(let value) = node.content { return value }
        let yes: Set = ["yes", "on", "y", "no", "off", "n"]
        let hint = node.textValue.flatMap {
            yes.contains($0.lowercased()) ? "YAML 1.2 has only `true` and `false`" : nil
        }
        error(.wrongType, node, "expected `true` or `false`, not \(described(node))", hint: hint)
        return nil
    }

    /// An integer within a range, or `nil` with an error for anything else.
    public func integer(_ node: ConfigurationNode, in range: ClosedRange<Int>) -> Int? {
        guard case .number(let text) = node.content else {
            let quoted = node.textValue.flatMap(Int.init).map { "remove the quotes: \($0)" }
            error(.wrongType, node, "expected a number, not \(described(node))", hint: quoted)
            return nil
        }
        guard let value = Int(text), range.contains(value) else {
            error(
                .invalidValue, node, "\(text) is out of range",
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return value
    }

    /// The elements of a list, or an empty array with an error for any other type.
    public func list(_ node: ConfigurationNode) -> [ConfigurationNode] {
        if case .list(let elements) = node.content { return elements }
        let hint = node.textValue.map { "put it in brackets: [\($0)]" }
        error(.wrongType, node, "expected a list, not \(described(node))", hint: hint)
        return []
    }

    /// A word of a vocabulary, or `nil` with an error that lists the words. `what` is the vocabulary's name in messages.
    public func word<Word: RawRepresentable<String> & CaseIterable>(_ node: ConfigurationNode, _ what: String) -> Word?
    {
        guard let text = text(node) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        unknownWord(node, text, what, words)
        return nil
    }

    /// A word of a closed list, except those in `besides`.
    public func word<Value: Word & Equatable>(
        _ node: ConfigurationNode, _ what: String, besides: [Value] = []
    ) -> Value? {
        guard let text = text(node) else { return nil }
        let values = Value.allCases.filter { !besides.contains($0) }
        if let value = values.first(where: { $0.name.description == text }) { return value }
        unknownWord(node, text, what, values.map(\.name.description))
        return nil
    }

    /// Reports a text that is not one of the known words, with a suggestion if one of them is similar.
    public func unknownWord(_ node: ConfigurationNode, _ text: String, _ what: String, _ words: [String]) {
        error(
            .invalidValue, node, "unknown \(what) `\(text)`", expected: words.map { "`\($0)`" }.joined(separator: ", "),
            hint: suggestion(for: text, among: words))
    }

    /// A description of the node, with its text if it is text.
    private func described(_ node: ConfigurationNode) -> String {
        node.textValue.map { "the text `\($0)`" } ?? node.kind
    }
}
