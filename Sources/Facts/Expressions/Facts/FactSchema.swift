/// The facts available to conditions: their names, types and indices.
///
/// Built once at startup. Compiled conditions refer to facts by index, not by name. Thread-safe to read.
public struct FactSchema: Sendable {
    /// A fact declaration.
    public struct Declaration: Sendable {
        /// The dotted name, such as `link.payload`.
        public var name: String
        /// The type of the value.
        public var type: FactType
        /// Whether a click may be known not to have the fact, which `has()` tests. An absent text reads as empty, an absent
        /// number as 0, an absent bool as false, like an unset field of a message.
        public var isOptional: Bool
        /// Whether the fact may be unknown for a click. A test of it is then unknown, and so is `has()`.
        public var mayBeUnknown: Bool
    }

    /// All declared facts, by index.
    public private(set) var declarations: [Declaration] = []
    private var indices: [String: Int] = [:]

    /// Creates an empty schema.
    public init() {}

    /// The number of facts. Their indices start at 0.
    public var count: Int { declarations.count }

    /// Declares a fact and returns its index. Indices are assigned in the order of declaration.
    ///
    /// The name must be unique and consist of identifiers; an enumeration must have 1 to 64 distinct words.
    @discardableResult
    public mutating func declare(
        _ name: String, _ type: FactType, optional isOptional: Bool = false, mayBeUnknown: Bool = false
    ) -> UInt16 {
        precondition(indices[name] == nil, "the fact \(name) is declared twice")
        precondition(declarations.count < Int(UInt16.max), "too many facts")
        if case .symbols(let words) = type {
            precondition(
                (1...64).contains(words.count) && Set(words).count == words.count, "invalid word list: \(name)")
        }
        let index = declarations.count
        declarations.append(
            Declaration(name: name, type: type, isOptional: isOptional, mayBeUnknown: mayBeUnknown))
        indices[name] = index
        return UInt16(index)
    }

    /// The declaration for an index.
    public subscript(index: UInt16) -> Declaration { declarations[Int(index)] }

    /// The index for a name.
    public func index(of name: String) -> UInt16? { indices[name].map(UInt16.init) }

    /// The names of the facts in a group, for messages.
    func names(in group: String) -> [String] {
        declarations.map(\.name).filter { $0.hasPrefix("\(group).") }
    }
}
