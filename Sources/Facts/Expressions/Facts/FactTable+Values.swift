public import ByteText

/// An external input of an expression.
enum Input: Sendable {
    case value(CELValue)
    /// Known to be absent; reads as the given default.
    case absent(readsAs: CELValue)
    /// A map of which only these entries are known.
    case partial(CELMap)
    case unknown
}

extension FactTable {
    /// A fact as a CEL value. Allocates: for tests without a dedicated instruction, and for explanations.
    borrowing func input(_ index: Int, _ arena: borrowing ByteArena) -> Input {
        switch self[UInt16(index)] {
        case .unknown: .unknown
        case .absent: .absent(readsAs: FactTable.emptyValue(of: schema.declarations[index].type))
        case .bool(let bool): .value(.bool(bool))
        case .int(let int): .value(.int(int))
        case .text(let range): .value(.string(arena.string(range)))
        case .symbol(let place): .value(.string(word(place, of: index)))
        // A time outside of the range of timestamps counts as unknown.
        case .timestamp(let seconds): CELTimestamp(seconds: seconds).map { .value(.timestamp($0)) } ?? .unknown
        case .list(let slice): .value(.list(list(slice, arena)))
        case .map(let slice): .value(.map(map(slice, arena)))
        case .partialMap(let slice): .partial(map(slice, arena))
        }
    }

    /// The value of an absent fact, which is the default of its type.
    static func emptyValue(of type: FactType) -> CELValue {
        switch type {
        case .bool: .bool(false)
        case .int: .int(0)
        case .text, .version, .symbols: .string("")
        case .timestamp: CELTimestamp(seconds: 0).map(CELValue.timestamp) ?? .null
        case .list: .list([])
        case .map: .map(CELMap())
        }
    }

    private borrowing func word(_ place: UInt8, of index: Int) -> String {
        guard case .symbols(let words) = schema.declarations[index].type, Int(place) < words.count else { return "" }
        return words[Int(place)]
    }

    private borrowing func list(_ slice: FactSlice, _ arena: borrowing ByteArena) -> [CELValue] {
        var values: [CELValue] = []
        for index in 0..<Int(slice.count) { values.append(.string(arena.string(item(slice, index)))) }
        return values
    }

    private borrowing func map(_ slice: FactSlice, _ arena: borrowing ByteArena) -> CELMap {
        var map = CELMap()
        for index in 0..<Int(slice.count) {
            let (key, value) = entry(slice, index)
            // For duplicate keys the first value counts, as in the dedicated instructions.
            try? map.insert(.string(arena.string(key)), .string(arena.string(value)))
        }
        return map
    }
}

extension FactTable {
    /// A fact in source notation, for explanations: `"ios"`, `unknown`, `absent`. The unknown part of a map is shown as
    /// an ellipsis. Allocates.
    public borrowing func describe(_ index: UInt16, _ arena: borrowing ByteArena) -> String {
        switch input(Int(index), arena) {
        case .value(let value): value.literal
        case .absent: "absent"
        case .partial(let map): Self.describe(partial: map)
        case .unknown: "unknown"
        }
    }

    private static func describe(partial map: CELMap) -> String {
        CELValue.map(map).literal.dropLast() + (map.count == 0 ? "…}" : ", …}")
    }
}
