/// CEL equality and order (language definition, "Equality" and "Ordering").
extension CELValue {
    /// Whether two values are equal. Never fails: values of different types are not equal, except for numbers, which are
    /// compared by numeric value.
    public func equals(_ other: CELValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.bytes(let left), .bytes(let right)): left == right
        case (.list(let left), .list(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.equals($1) }
        case (.map(let left), .map(let right)):
            left.count == right.count && left.entries.allSatisfy { right[$0.key]?.equals($0.value) ?? false }
        case (.timestamp(let left), .timestamp(let right)): left == right
        case (.duration(let left), .duration(let right)): left == right
        case (.ip(let left), .ip(let right)): left == right
        case (.cidr(let left), .cidr(let right)): left == right
        case (.version(let left), .version(let right)): left.compare(right) == .equal
        case (.type(let left), .type(let right)): left == right
        default: numericOrder(other) == .equal
        }
    }

    /// Compares two values. Throws if their types are not ordered.
    ///
    /// `unordered` results only from NaN, for which every comparison is false.
    func order(_ other: CELValue) throws(CELError) -> Order {
        switch (self, other) {
        case (.bool(let left), .bool(let right)): return Order(left ? 1 : 0, right ? 1 : 0)
        case (.string(let left), .string(let right)): return Order(lexicographic: left.utf8, right.utf8)
        case (.bytes(let left), .bytes(let right)): return Order(lexicographic: left, right)
        case (.timestamp(let left), .timestamp(let right)): return Order(left, right)
        case (.duration(let left), .duration(let right)): return Order(left, right)
        case (.version(let left), .version(let right)): return Order(left.compare(right))
        default:
            guard let order = numericOrder(other) else {
                throw CELError(.noSuchOverload, "\(type) and \(other.type) can't be ordered")
            }
            return order
        }
    }

    /// The order of two numbers; `nil` if either value is not a number.
    private func numericOrder(_ other: CELValue) -> Order? {
        switch (self, other) {
        case (.int(let left), .int(let right)): Order(left, right)
        case (.uint(let left), .uint(let right)): Order(left, right)
        case (.double(let left), .double(let right)): Order(left, right)
        case (.int(let left), .uint(let right)): left < 0 ? .less : Order(UInt64(left), right)
        case (.uint(let left), .int(let right)): right < 0 ? .greater : Order(left, UInt64(right))
        case (.int(let left), .double(let right)): Order(Double(left), right)
        case (.double(let left), .int(let right)): Order(left, Double(right))
        case (.uint(let left), .double(let right)): Order(Double(left), right)
        case (.double(let left), .uint(let right)): Order(left, Double(right))
        default: nil
        }
    }
}

/// The result of a comparison.
enum Order {
    case less, equal, greater, unordered

    init<Value: Comparable>(_ left: Value, _ right: Value) {
        self = left < right ? .less : left > right ? .greater : left == right ? .equal : .unordered
    }

    init<Left: Sequence<UInt8>, Right: Sequence<UInt8>>(lexicographic left: Left, _ right: Right) {
        self = left.lexicographicallyPrecedes(right) ? .less : right.lexicographicallyPrecedes(left) ? .greater : .equal
    }

    init(_ order: VersionOrder) {
        switch order {
        case .less: self = .less
        case .equal: self = .equal
        case .greater: self = .greater
        }
    }
}
