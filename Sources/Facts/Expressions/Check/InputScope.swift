/// The external names available to an expression: the facts of a schema, or variables with bindings.
struct InputScope: Sendable {
    /// `fact` or `variable`, for messages.
    let word: String
    private(set) var names: [String] = []
    private(set) var types: [CELType] = []
    /// The fact declaration for each name, or `nil` for a variable.
    private(set) var declarations: [FactSchema.Declaration?] = []
    private var indices: [String: Int] = [:]
    private let schema: FactSchema?

    init(_ schema: FactSchema) {
        word = "fact"
        self.schema = schema
        for declaration in schema.declarations { add(declaration.name, declaration.type.celType, declaration) }
    }

    init(variables: [(name: String, type: CELType)]) {
        word = "variable"
        schema = nil
        for variable in variables { add(variable.name, variable.type, nil) }
    }

    private mutating func add(_ name: String, _ type: CELType, _ declaration: FactSchema.Declaration?) {
        indices[name] = names.count
        names.append(name)
        types.append(type)
        declarations.append(declaration)
    }

    func index(of name: String) -> Int? { indices[name] }

    /// The facts in a group, for a name that is only the first part of theirs.
    func members(of group: String) -> [String] { schema?.names(in: group) ?? [] }
}
