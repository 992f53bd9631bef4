public import ByteText

/// The facts of one click, by index.
///
/// A worker owns one table per schema and resets it before each click; a warm table never allocates. Its owner
/// sets facts to values of their declared types; a fact that is not set is unknown.
public struct FactTable: ~Copyable, Sendable {
    /// What the indices mean.
    public let schema: FactSchema
    @usableFromInline var facts: [Fact]
    /// Items of lists; keys and values of maps in turn.
    @usableFromInline var items: [TextRange] = []

    /// A table with every fact unknown. Allocates a slot for each fact of the schema.
    public init(_ schema: FactSchema) {
        self.schema = schema
        facts = Array(repeating: .unknown, count: schema.count)
        items.reserveCapacity(128)
    }

    /// Makes all facts unknown and keeps the memory.
    @inlinable
    public mutating func reset() {
        for index in facts.indices { facts[index] = .unknown }
        items.removeAll(keepingCapacity: true)
    }

    /// A fact by its index. That a value is of the declared type is the caller's duty, checked in debug builds.
    @inlinable
    public subscript(index: UInt16) -> Fact {
        get { facts[Int(index)] }
        set {
            assert(isOfDeclaredType(newValue, index), "a fact of another type than declared")
            facts[Int(index)] = newValue
        }
    }

    /// How many items are stored; the mark from which a list or map is made.
    @inlinable public var itemCount: Int { items.count }

    /// Appends an item of a list that is being built.
    @inlinable
    public mutating func append(_ item: TextRange) {
        items.append(item)
    }

    /// Appends an entry of a map that is being built. Of two entries with the same key the first counts.
    @inlinable
    public mutating func append(key: TextRange, value: TextRange) {
        items.append(key)
        items.append(value)
    }

    /// Makes a fact the list of the items appended since `mark`.
    @inlinable
    public mutating func setList(_ index: UInt16, from mark: Int) {
        facts[Int(index)] = .list(FactSlice(offset: mark, count: items.count - mark))
    }

    /// Makes a fact the map of the entries appended since `mark`.
    @inlinable
    public mutating func setMap(_ index: UInt16, from mark: Int) {
        facts[Int(index)] = .map(FactSlice(offset: mark, count: (items.count - mark) / 2))
    }

    /// Makes a fact a map of which the entries appended since `mark` are known, and whether there are others is not.
    @inlinable
    public mutating func setPartialMap(_ index: UInt16, from mark: Int) {
        facts[Int(index)] = .partialMap(FactSlice(offset: mark, count: (items.count - mark) / 2))
    }

    /// An item of a list.
    @inlinable
    public func item(_ slice: FactSlice, _ index: Int) -> TextRange {
        items[Int(slice.offset) + index]
    }

    /// An entry of a map.
    @inlinable
    public func entry(_ slice: FactSlice, _ index: Int) -> (key: TextRange, value: TextRange) {
        let place = Int(slice.offset) + 2 * index
        return (items[place], items[place + 1])
    }

    @usableFromInline
    func isOfDeclaredType(_ fact: Fact, _ index: UInt16) -> Bool {
        switch (fact, schema[index].type) {
        case (.unknown, _), (.absent, _), (.bool, .bool), (.int, .int), (.text, .text), (.text, .version): true
        case (.timestamp, .timestamp), (.list, .list), (.map, .map), (.partialMap, .map): true
        case (.symbol(let place), .symbols(let words)): Int(place) < words.count
        default: false
        }
    }
}
