import ByteText

/// Resolves names: variables of macros, inputs, types, functions.
///
/// A dotted name is resolved by its longest known prefix (language definition, "Name resolution"); the rest selects fields.
/// A macro variable shadows everything with its name. Unknown names are reported and become run-time errors, so that an
/// unchecked expression can still evaluate around them.
struct Resolver {
    private let scope: InputScope
    private var tree: SyntaxTree
    private var variables: [String] = []
    private var diagnostics: DiagnosticList

    /// Resolves the names in a tree, and adds errors to the diagnostics.
    static func resolve(
        _ tree: SyntaxTree, in scope: InputScope, _ diagnostics: inout DiagnosticList
    ) -> SyntaxTree {
        var resolver = Resolver(scope: scope, tree: tree, diagnostics: diagnostics)
        resolver.resolve(tree.root)
        diagnostics = resolver.diagnostics
        return resolver.tree
    }

    private init(scope: InputScope, tree: SyntaxTree, diagnostics: DiagnosticList) {
        self.scope = scope
        self.tree = tree
        self.diagnostics = diagnostics
    }

    private mutating func resolve(_ id: Node.ID) {
        switch tree[id].form {
        case .name, .select: resolveName(id, adding: nil)
        case .has(let operand, let field): resolveHas(id, operand, field)
        case .call(let target, let name, let arguments): resolveCall(id, target, name, arguments)
        case .comprehension(let loop): resolveComprehension(id, loop)
        default: for child in tree.children(of: id) { resolve(child) }
        }
    }

    // MARK: - Names

    /// The names of types that values can have. Excludes `dyn`, which only the checker uses, for unknown types.
    private static let types: Set<String> = [
        "bool", "int", "uint", "double", "string", "bytes", "list", "map", "null_type", "type",
        "google.protobuf.Timestamp", "google.protobuf.Duration", "net.IP", "net.CIDR",
    ]

    /// Resolves a chain of names and fields. `field` is an additional last part in `has()`.
    private mutating func resolveName(_ id: Node.ID, adding field: String?) {
        guard let name = dottedName(id) else {
            if case .select(let operand, _) = tree[id].form { resolve(operand) }
            return
        }
        var node = id
        var part: String? = name
        while true {
            if let form = meaning(of: part ?? "") {
                tree[node].form = form
                return
            }
            guard case .select(let operand, _) = tree[node].form else { break }
            node = operand
            part = dottedName(node)
        }
        report(field.map { "\(name).\($0)" } ?? name, id)
    }

    /// `a.b.c` if the node consists only of names and full stops, and `a` is not a macro variable.
    private func dottedName(_ id: Node.ID) -> String? {
        switch tree[id].form {
        case .name(let name): return name
        case .select(let operand, let field):
            guard !tree.parenthesized.contains(operand), let root = dottedRoot(operand), !isVariable(root) else {
                return nil
            }
            return dottedName(operand).map { "\($0).\(field)" }
        default: return nil
        }
    }

    private func dottedRoot(_ id: Node.ID) -> String? {
        switch tree[id].form {
        case .name(let name): name
        case .select(let operand, _): dottedRoot(operand)
        default: nil
        }
    }

    private func isVariable(_ name: String) -> Bool { variables.contains(name) }

    private func meaning(of name: String) -> Node.Form? {
        if let place = variables.lastIndex(of: name) { return .local(place) }
        let global = name.utf8.first == UInt8(ascii: ".") ? String(name.dropFirst()) : name
        if let index = scope.index(of: global) { return .input(index) }
        return Resolver.types.contains(global) ? .constant(.type(global)) : nil
    }

    private mutating func report(_ name: String, _ id: Node.ID) {
        let members = scope.members(of: name)
        if members.isEmpty {
            let names = scope.names + variables
            let hint = ForeignWords.hint(for: name) ?? suggestion(forDotted: name, among: names) ?? Self.quoting(name)
            diagnostics.error(tree[id].range, "unknown \(scope.word) `\(name)`", hint: hint)
        } else {
            diagnostics.error(
                tree[id].range, "`\(name)` is a group of \(scope.word)s",
                expected: "one of \(members.map { "`\($0)`" }.joined(separator: ", "))")
        }
        tree[id].form = .unresolved(CELError(.noSuchName, "unknown \(scope.word) `\(name)`"))
    }

    /// An unknown identifier with no close match was probably meant as a string.
    private static func quoting(_ name: String) -> String? {
        name.contains(".") ? nil : "put text in quotes: \"\(name)\""
    }

    private mutating func resolveHas(_ id: Node.ID, _ operand: Node.ID, _ field: String) {
        if let name = dottedName(operand), !isVariable(name), case .input(let index) = meaning(of: "\(name).\(field)") {
            tree[id].form = .hasInput(index)
            return
        }
        switch tree[operand].form {
        case .name, .select: resolveName(operand, adding: field)
        default: resolve(operand)
        }
    }

    // MARK: - Calls

    private mutating func resolveCall(_ id: Node.ID, _ target: Node.ID?, _ name: String, _ arguments: [Node.ID]) {
        var isMember = target != nil
        var operands = (target.map { [$0] } ?? []) + arguments
        var function = Function(rawValue: name.hasPrefix(".") ? String(name.dropFirst()) : name)
        if let target, let space = dottedName(target), !isVariable(space), scope.index(of: space) == nil,
            let named = Function(rawValue: "\(space).\(name)")
        {
            function = named
            isMember = false
            operands = arguments
        }
        for operand in operands { resolve(operand) }
        guard let function else {
            let names = Function.allCases.map(\.rawValue)
            diagnostics.error(
                tree[id].range, "unknown function `\(name)`", hint: suggestion(for: name, among: names))
            tree[id].form = .unresolved(CELError(.noSuchOverload, "unknown function `\(name)`"))
            return
        }
        guard !Signature.candidates(function, isMember: isMember, count: operands.count).isEmpty else {
            let known = (Signature.all[function] ?? []).map(\.description)
            diagnostics.error(
                tree[id].range, "`\(name)` can't be called like this", expected: known.joined(separator: " or "))
            tree[id].form = .unresolved(CELError(.noSuchOverload, "`\(name)` can't be called like this"))
            return
        }
        tree[id].form = .function(function, isMember: isMember, operands)
    }

    private mutating func resolveComprehension(_ id: Node.ID, _ loop: Comprehension) {
        resolve(loop.range)
        var loop = loop
        loop.slot = variables.count
        variables += loop.variables
        if let filter = loop.filter { resolve(filter) }
        resolve(loop.body)
        variables.removeLast(loop.variables.count)
        tree[id].form = .comprehension(loop)
    }
}

extension Signature: CustomStringConvertible {
    /// `string.startsWith(string)`.
    var description: String {
        let arguments = (isMember ? parameters.dropFirst() : parameters[...]).map(\.description)
        return "\(isMember ? "\(parameters[0])." : "")\(function.rawValue)(\(arguments.joined(separator: ", ")))"
    }
}
