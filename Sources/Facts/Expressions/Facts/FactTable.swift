public import ByteText
public import Threads

/// The facts of one click, by index.
///
/// Each worker owns one table per schema and resets it before each click. Warm tables never allocate. The owner
/// must set facts to values of their declared types. Facts that are not set are unknown.
@safe public struct FactTable: ~Copyable {
    /// The schema that defines the indices.
    public let schema: FactSchema
    /// One slot per fact of the schema. Manually allocated, because an array would check for uniqueness at each of the many facts
    /// of a click.
    @usableFromInline let facts: UnsafeMutableBufferPointer<FactValue>
    /// List items, and alternating keys and values of maps.
    @usableFromInline var items: [TextRange] = []
    /// A limit for conditions without dedicated instructions, which fail if they exceed it. `nil` for clicks, each of which has a
    /// fixed limit.
    public var limit: WorkLimit?

    /// Creates a table with all facts unknown. Allocates a slot per fact of the schema.
    public init(_ schema: FactSchema) {
        self.schema = schema
        unsafe facts = .allocate(capacity: schema.count)
        // Safe: the memory was just allocated for this number of facts.
        unsafe facts.initialize(repeating: .unknown)
        items.reserveCapacity(128)
    }

    // Safe: the memory is freed only here, and facts are trivial.
    deinit { unsafe facts.deallocate() }

    /// Sets all facts to unknown and keeps the memory.
    @inlinable
    public mutating func reset() {
        // Safe: all slots were initialized in `init`.
        unsafe facts.update(repeating: .unknown)
        removeItems()
    }

    /// Removes the items of all lists and maps. Use only if all facts are set again.
    @inlinable
    public mutating func removeItems() { items.removeAll(keepingCapacity: true) }

    /// The fact at an index. The value must have the declared type, which debug builds check.
    @inlinable
    public subscript(index: UInt16) -> FactValue {
        get {
            precondition(unsafe Int(index) < facts.count, "the fact is not in the schema")
            // Safe: the index is within the slots, all of which are initialized.
            return unsafe facts[Int(index)]
        }
        set {
            assert(isOfDeclaredType(newValue, index), "the value does not have the declared type")
            precondition(unsafe Int(index) < facts.count, "the fact is not in the schema")
            // Safe: the index is within the slots, all of which are initialized.
            unsafe facts[Int(index)] = newValue
        }
    }

    /// The number of stored items, used as the mark where a list or map starts.
    @inlinable public var itemCount: Int { items.count }

    /// Appends an item to a list under construction.
    @inlinable
    public mutating func append(_ item: TextRange) {
        items.append(item)
    }

    /// Appends an entry to a map under construction. For duplicate keys the first entry counts.
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
    func isOfDeclaredType(_ fact: FactValue, _ index: UInt16) -> Bool {
        switch (fact, schema[index].type) {
        case (.unknown, _), (.absent, _), (.bool, .bool), (.int, .int), (.text, .text), (.text, .version): true
        case (.timestamp, .timestamp), (.list, .list), (.map, .map), (.partialMap, .map): true
        case (.symbol(let place), .symbols(let words)): Int(place) < words.count
        default: false
        }
    }
}

// Safe: the memory has one owner, the noncopyable table, and moves between threads only with it.
extension FactTable: @unchecked Sendable {}
