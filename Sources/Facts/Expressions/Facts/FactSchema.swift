/// The facts that conditions can speak about: names, types, and the index of each.
///
/// Built once at start; names are gone when conditions run, where a fact is an index. Reading a schema is safe on any
/// thread.
public struct FactSchema: Sendable {
    /// One declared fact.
    public struct Declaration: Sendable {
        /// The dotted name: `link.payload`.
        public var name: String
        /// What kind of value it has.
        public var type: FactType
        /// A click is known to have it or known not to have it; `has()` asks. Absent text reads as empty, an absent
        /// number as 0, an absent bool as false, like an unset field of a message.
        public var isOptional: Bool
        /// A click may leave open what it is. A test of it is then unknown, and so is `has()`.
        public var mayBeUnknown: Bool
    }

    /// All declared facts, by index.
    public private(set) var declarations: [Declaration] = []
    private var indices: [String: Int] = [:]

    /// A schema without facts.
    public init() {}

    /// How many facts there are; their indices go from 0.
    public var count: Int { declarations.count }

    /// Declares a fact and returns its index: the next number, in the order of declaration.
    ///
    /// The name must be new and made of identifiers; a closed list has 1 to 64 different words.
    @discardableResult
    public mutating func declare(
        _ name: String, _ type: FactType, optional isOptional: Bool = false, mayBeUnknown: Bool = false
    ) -> UInt16 {
        precondition(indices[name] == nil, "the fact \(name) is declared twice")
        precondition(declarations.count < Int(UInt16.max), "too many facts")
        if case .symbols(let words) = type {
            precondition(
                (1...64).contains(words.count) && Set(words).count == words.count, "a bad list of words: \(name)")
        }
        let index = declarations.count
        declarations.append(
            Declaration(name: name, type: type, isOptional: isOptional, mayBeUnknown: mayBeUnknown))
        indices[name] = index
        return UInt16(index)
    }

    /// The declaration of a fact by its index.
    public subscript(index: UInt16) -> Declaration { declarations[Int(index)] }

    /// The index of a fact by its name.
    public func index(of name: String) -> UInt16? { indices[name].map(UInt16.init) }

    /// The facts of a group, for messages.
    func names(in group: String) -> [String] {
        declarations.map(\.name).filter { $0.hasPrefix("\(group).") }
    }
}
