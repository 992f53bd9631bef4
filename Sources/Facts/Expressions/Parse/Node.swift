/// A node of the syntax tree. Nodes are stored in one array and refer to each other by index, so an expression is a flat value
/// that is cheap to copy and to traverse.
struct Node: Sendable {
    typealias ID = Int

    var form: Form
    var range: SourceRange

    /// Rare, large cases are indirect to keep the other ones small.
    enum Form: Sendable {
        // Created by the parser.
        case constant(CELValue)
        /// A name. A leading full stop is included and means that macro variables are not considered.
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

        // Created by the resolver from names and calls.
        /// A fact or a variable, by index.
        case input(Int)
        case hasInput(Int)
        /// A variable of a comprehension, by its slot on the variable stack.
        case local(Int)
        case function(Function, isMember: Bool, [ID])
        /// A call of an unknown function, which is an error at run time.
        indirect case unresolved(CELError)
        /// `matches` with a constant pattern, by its index in the pattern list.
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

    /// The operand value that decides the result.
    var deciding: Bool { self == .or }
}

/// A macro that iterates over a list or map (language definition, "Macros"; those with two variables are from the
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
    /// The condition for elements to be kept.
    var filter: Node.ID?
    var body: Node.ID
    /// The slot of the first variable, assigned by the resolver.
    var slot = 0
}

/// A parsed expression.
struct SyntaxTree: Sendable {
    var nodes: [Node] = []
    var root: Node.ID = 0
    /// Parenthesized nodes: `(a.b).c` selects field c of `a.b`, even if `a.b.c` is a name.
    var parenthesized: Set<Node.ID> = []

    subscript(id: Node.ID) -> Node {
        get { nodes[id] }
        set { nodes[id] = newValue }
    }

    mutating func add(_ form: Node.Form, _ range: SourceRange) -> Node.ID {
        nodes.append(Node(form: form, range: range))
        return nodes.count - 1
    }

    /// The children of a node, in source order.
    func children(of id: Node.ID) -> [Node.ID] {
        var children: [Node.ID] = []
        forEachChild(of: id) { children.append($0) }
        return children
    }

    /// Calls `visit` with each child of a node, in source order.
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
