/// A node of the syntax tree. Nodes lie in one array and name each other by index: an expression is a flat value, cheap
/// to copy and to walk.
struct Node: Sendable {
    typealias ID = Int

    var form: Form
    var range: SourceRange

    /// What is rare and large lies in a box, so that the others are small and need none.
    enum Form: Sendable {
        // Made by the parser.
        case constant(CELValue)
        /// A name; a leading full stop is kept in it and means that no loop variable is meant.
        case name(String)
        case select(ID, field: String)
        /// The macro `has(operand.field)`.
        case has(ID, field: String)
        case index(ID, ID)
        indirect case call(target: ID?, function: String, arguments: [ID])
        case unary(UnaryOperator, ID)
        case binary(BinaryOperator, ID, ID)
        /// `a && b && c` is one node with three operands.
        case logic(LogicOperator, [ID])
        case conditional(ID, ID, ID)
        case list([ID])
        case map([MapEntry])
        indirect case comprehension(Comprehension)

        // Made by the resolver from names and calls.
        /// A fact or a binding, by its index.
        case input(Int)
        case hasInput(Int)
        /// A variable of a comprehension, by its place on the stack of variables.
        case local(Int)
        case function(Function, isMember: Bool, [ID])
        /// A call of something that does not exist; an error once it runs.
        indirect case unresolved(CELError)
        /// `matches` with a constant pattern, by its index in the list of patterns.
        case matchesPattern(ID, Int)
    }

    struct MapEntry: Sendable {
        var key: ID
        var value: ID
    }
}

enum UnaryOperator: String, Sendable {
    case not = "!"
    case negate = "-"
}

enum BinaryOperator: String, Sendable {
    case add = "+", subtract = "-", multiply = "*", divide = "/", remainder = "%"
    case equal = "==", notEqual = "!=", less = "<", lessEqual = "<=", greater = ">", greaterEqual = ">="
    case `in`
}

enum LogicOperator: String, Sendable {
    case and = "&&"
    case or = "||"

    /// The operand's value that decides the whole.
    var deciding: Bool { self == .or }
}

/// A macro that goes over the elements of a list or map (language definition, "Macros"; the two-variable ones are the
/// comprehensions extension).
struct Comprehension: Sendable {
    enum Kind: String, Sendable {
        case all, exists
        case existsOne = "exists_one"
        case map, filter, transformList, transformMap, transformMapEntry
    }

    var kind: Kind
    var range: Node.ID
    /// One name, or two: index or key, and value.
    var variables: [String]
    /// Only elements for which this holds are kept.
    var filter: Node.ID?
    var body: Node.ID
    /// The place of the first variable, given by the resolver.
    var slot = 0
}

/// A parsed expression.
struct SyntaxTree: Sendable {
    var nodes: [Node] = []
    var root: Node.ID = 0
    /// Nodes in parentheses: `(a.b).c` selects c of `a.b`, whatever else `a.b.c` may mean.
    var parenthesized: Set<Node.ID> = []

    subscript(id: Node.ID) -> Node {
        get { nodes[id] }
        set { nodes[id] = newValue }
    }

    mutating func add(_ form: Node.Form, _ range: SourceRange) -> Node.ID {
        nodes.append(Node(form: form, range: range))
        return nodes.count - 1
    }

    /// The nodes right below one, in the order of the text.
    func children(of id: Node.ID) -> [Node.ID] {
        var children: [Node.ID] = []
        forEachChild(of: id) { children.append($0) }
        return children
    }

    /// Hands out the nodes right below one, in the order of the text.
    func forEachChild(of id: Node.ID, _ visit: (Node.ID) -> Void) {
        switch nodes[id].form {
        case .constant, .name, .input, .hasInput, .local, .unresolved: break
        case .select(let operand, _), .has(let operand, _), .unary(_, let operand), .matchesPattern(let operand, _):
            visit(operand)
        case .index(let left, let right), .binary(_, let left, let right):
            visit(left)
            visit(right)
        case .call(let target, _, let arguments):
            if let target { visit(target) }
            arguments.forEach(visit)
        case .logic(_, let operands), .list(let operands), .function(_, _, let operands): operands.forEach(visit)
        case .conditional(let condition, let yes, let no): [condition, yes, no].forEach(visit)
        case .map(let entries):
            for entry in entries {
                visit(entry.key)
                visit(entry.value)
            }
        case .comprehension(let loop):
            visit(loop.range)
            if let filter = loop.filter { visit(filter) }
            visit(loop.body)
        }
    }
}
