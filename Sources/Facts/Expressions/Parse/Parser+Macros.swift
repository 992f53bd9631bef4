/// Macros, which look like calls but take names and unevaluated expressions (language definition, "Macros").
extension Parser {
    /// Creates a call, or expands it if it is a macro.
    mutating func call(
        target: Node.ID?, _ name: String, _ arguments: [Node.ID], _ range: SourceRange
    ) throws(SyntaxFault) -> Node.ID {
        if target == nil, name == "has", arguments.count == 1 { return try has(arguments[0], range) }
        if let target, let loop = try comprehension(over: target, name, arguments) {
            return try node(.comprehension(loop), range)
        }
        return try node(.call(target: target, function: name, arguments: arguments), range)
    }

    private mutating func has(_ argument: Node.ID, _ range: SourceRange) throws(SyntaxFault) -> Node.ID {
        guard case .select(let operand, let field) = tree[argument].form else {
            throw SyntaxFault(
                range: tree[argument].range, message: "has() needs a field", expected: "has(name.field)")
        }
        return try node(.has(operand, field: field), range)
    }

    /// The macro for a method call, by name and argument count; `nil` for an ordinary call.
    private func comprehension(
        over target: Node.ID, _ name: String, _ arguments: [Node.ID]
    ) throws(SyntaxFault) -> Comprehension? {
        let kind = Comprehension.Kind(rawValue: name == "existsOne" ? "exists_one" : name)
        guard let kind else { return nil }
        let variableCount: Int
        let hasFilter: Bool
        switch (kind, arguments.count) {
        case (.all, 2), (.exists, 2), (.existsOne, 2), (.filter, 2), (.map, 2): (variableCount, hasFilter) = (1, false)
        case (.map, 3): (variableCount, hasFilter) = (1, true)
        case (.all, 3), (.exists, 3), (.existsOne, 3): (variableCount, hasFilter) = (2, false)
        case (.transformList, 3), (.transformMap, 3), (.transformMapEntry, 3): (variableCount, hasFilter) = (2, false)
        case (.transformList, 4), (.transformMap, 4), (.transformMapEntry, 4): (variableCount, hasFilter) = (2, true)
        default: return nil
        }
        let variables = try arguments.prefix(variableCount).map { argument throws(SyntaxFault) in try variable(argument)
        }
        if variableCount == 2, variables[0] == variables[1] {
            throw SyntaxFault(
                range: tree[arguments[1]].range, message: "both variables have the name `\(variables[0])`")
        }
        return Comprehension(
            kind: kind, range: target, variables: variables, filter: hasFilter ? arguments[variableCount] : nil,
            body: arguments[arguments.count - 1])
    }

    private func variable(_ argument: Node.ID) throws(SyntaxFault) -> String {
        guard case .name(let name) = tree[argument].form, !name.hasPrefix(".") else {
            throw SyntaxFault(
                range: tree[argument].range, message: "a macro variable must be a simple name", expected: "a name")
        }
        return name
    }
}
