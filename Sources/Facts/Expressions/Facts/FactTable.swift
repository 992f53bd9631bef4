public import ByteText
public import Threads

/// The facts of one click, by index.
///
/// A worker owns one table per schema and resets it before each click; a warm table never allocates. Its owner
/// sets facts to values of their declared types; a fact that is not set is unknown.
@safe public struct FactTable: ~Copyable {
    /// What the indices mean.
    public let schema: FactSchema
    /// A place for each fact of the schema. Memory of the table's own: an array would be asked at each of the many facts of
    /// a click whether it is shared.
    @usableFromInline let facts: UnsafeMutableBufferPointer<Fact>
    /// Items of lists; keys and values of maps in turn.
    @usableFromInline var items: [TextRange] = []
    /// How much work conditions over the facts may do that have no instructions of their own; nil for clicks, each of which has a
    /// bound. Beyond it such conditions are errors.
    public var limit: WorkLimit?

    /// A table with every fact unknown. Allocates a slot for each fact of the schema.
    public init(_ schema: FactSchema) {
        self.schema = schema
        unsafe facts = .allocate(capacity: schema.count)
        // Safe: the memory was just allocated for as many facts.
        unsafe facts.initialize(repeating: .unknown)
        items.reserveCapacity(128)
    }

    // Safe: nothing else frees the memory, and facts are trivial.
    deinit { unsafe facts.deallocate() }

    /// Makes all facts unknown and keeps the memory.
    @inlinable
    public mutating func reset() {
        // Safe: all places were initialised when the table was made.
        unsafe facts.update(repeating: .unknown)
        removeItems()
    }

    /// Forgets the items of lists and maps, for facts that are all set again.
    @inlinable
    public mutating func removeItems() { items.removeAll(keepingCapacity: true) }

    /// A fact by its index. That a value is of the declared type is the caller's duty, checked in debug builds.
    @inlinable
    public subscript(index: UInt16) -> Fact {
        get {
            precondition(unsafe Int(index) < facts.count, "a fact outside the schema")
            // Safe: the index lies within the places, all of which are initialised.
            return unsafe facts[Int(index)]
        }
        set {
            assert(isOfDeclaredType(newValue, index), "a fact of another type than declared")
            precondition(unsafe Int(index) < facts.count, "a fact outside the schema")
            // Safe: the index lies within the places, all of which are initialised.
            unsafe facts[Int(index)] = newValue
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

    /// The items appended since `mark`, as a list.
    @inlinable
    public func items(from mark: Int) -> FactSlice { FactSlice(offset: mark, count: items.count - mark) }

    /// The entries appended since `mark`, as a map.
    @inlinable
    public func entries(from mark: Int) -> FactSlice { FactSlice(offset: mark, count: (items.count - mark) / 2) }

    /// Makes a fact the list of the items appended since `mark`.
    @inlinable
    public mutating func setList(_ index: UInt16, from mark: Int) { self[index] = .list(items(from: mark)) }

    /// Makes a fact the map of the entries appended since `mark`.
    @inlinable
    public mutating func setMap(_ index: UInt16, from mark: Int) { self[index] = .map(entries(from: mark)) }

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

// Safe: the memory has one owner, the table, which cannot be copied, so they move together.
extension FactTable: @unchecked Sendable {}
