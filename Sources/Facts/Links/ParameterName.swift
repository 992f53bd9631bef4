import ByteText

/// The names of ``LinkParameter`` and ``ActionParameter`` in one perfect hash table. No two share their first eight bytes,
/// which determine the only candidate.
struct ParameterName {
    /// The meaning of a name.
    enum Meaning {
        case none
        case link(LinkParameter)
        case action(ActionParameter)
    }

    private struct Entry {
        var firstWord: UInt64 = 0
        var name: StaticString = ""
        var meaning = Meaning.none
    }

    private var entries = InlineArray<64, Entry>(repeating: Entry())

    private static let table = ParameterName()

    /// Found by trial. Maps each name to a distinct entry; otherwise creating the table traps.
    private static let multiplier: UInt64 = 0xFC2D_BE9F_236A_8B11

    private init() {
        var raw: UInt8 = 0
        while let parameter = LinkParameter(rawValue: raw) {
            add(parameter.name, .link(parameter))
            raw += 1
        }
        raw = 0
        while let parameter = ActionParameter(rawValue: raw) {
            add(parameter.name, .action(parameter))
            raw += 1
        }
    }

    private mutating func add(_ name: StaticString, _ meaning: Meaning) {
        let word = name.withUTF8Buffer { bytes in
            // Safe: the span is used only during the call.
            unsafe bytes.span.shortWord(at: 0, count: min(bytes.count, 8))
        }
        let place = Self.place(of: word)
        precondition(entries[place].name.utf8CodeUnitCount == 0, "two parameter names share an entry")
        entries[place] = Entry(firstWord: word, name: name, meaning: meaning)
    }

    @inline(__always)
    private static func place(of word: UInt64) -> Int { Int(truncatingIfNeeded: (word &* multiplier) >> 58) }

    /// The meaning of a name in an arena. Reads its first bytes together with adjacent ones, in one load, where the name alone
    /// may need several.
    static func meaning(of name: TextRange, in arena: borrowing ByteArena) -> Meaning {
        let word = arena.bytes.shortWord(at: name.start, count: min(Int(name.count), 8))
        let place = place(of: word)
        guard table.entries[place].firstWord == word,
            table.entries[place].name.utf8CodeUnitCount == Int(name.count)
        else { return .none }
        guard name.count > 8, !arena[name].equals(table.entries[place].name) else {
            return table.entries[place].meaning
        }
        return .none
    }

    /// The meaning of a name.
    static func meaning(of name: Span<UInt8>) -> Meaning {
        let place = place(of: name.shortWord(at: 0, count: min(name.count, 8)))
        return name.equals(table.entries[place].name) ? table.entries[place].meaning : .none
    }
}

extension LinkParameter {
    /// The parameter for a name, or `nil`.
    static func named(_ name: TextRange, in arena: borrowing ByteArena) -> LinkParameter? {
        guard case .link(let parameter) = ParameterName.meaning(of: name, in: arena) else { return nil }
        return parameter
    }
}

extension ActionParameter {
    /// The parameter for a name, or `nil`.
    static func named(_ name: TextRange, in arena: borrowing ByteArena) -> ActionParameter? {
        guard case .action(let parameter) = ParameterName.meaning(of: name, in: arena) else { return nil }
        return parameter
    }
}
