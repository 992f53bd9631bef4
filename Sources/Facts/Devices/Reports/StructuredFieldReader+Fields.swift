import ByteText

/// Whole fields, as client hints use them: an item, or a list of strings. Parameters are checked and dropped.
extension StructuredFieldReader {
    /// The item that a field is (section 4.2, for `item`), or nil where it is none.
    static func item(_ field: TextRange, _ arena: inout ByteArena) -> Item? {
        var reader = StructuredFieldReader(field)
        reader.skipSpaces(arena)
        guard let item = try? reader.parametrizedItem(&arena) else { return nil }
        reader.skipSpaces(arena)
        return reader.atEnd ? item : nil
    }

    /// Whether a field is a list of strings and of nothing else (section 4.2, for `list`).
    ///
    /// A list has to be looked through before its first member counts: with a fault at its end it counts as absent.
    static func isStringList(_ field: TextRange, _ arena: inout ByteArena) -> Bool {
        let mark = arena.count
        defer { arena.truncate(to: mark) }
        var reader = StructuredFieldReader(field)
        reader.skipSpaces(arena)
        do throws(DeviceProfileFault) {
            if reader.atEnd { return true }
            repeat {
                guard case .string = try reader.parametrizedItem(&arena) else { return false }
            } while try reader.nextMember(arena)
            return true
        } catch {
            return false
        }
    }

    /// The next string of a list that ``isStringList(_:_:)`` has accepted, or nil after its last.
    mutating func nextString(_ arena: inout ByteArena) -> TextRange? {
        skipSpaces(arena)
        guard !atEnd, case .string(let text)? = try? parametrizedItem(&arena) else { return nil }
        _ = try? nextMember(arena)
        return text
    }

    /// The next string of a list that ``isStringList(_:_:)`` has accepted, with its parameter `v`: a brand and its
    /// version. Nil after the last.
    mutating func nextBrand(_ arena: inout ByteArena) -> (name: TextRange, version: TextRange?)? {
        skipSpaces(arena)
        var version: TextRange?
        guard !atEnd, case .string(let name)? = try? parametrizedItem(&arena, version: &version) else { return nil }
        _ = try? nextMember(arena)
        return (name, version)
    }

    private mutating func parametrizedItem(_ arena: inout ByteArena) throws(DeviceProfileFault) -> Item {
        var version: TextRange?
        return try parametrizedItem(&arena, version: &version)
    }

    private mutating func parametrizedItem(
        _ arena: inout ByteArena, version: inout TextRange?
    ) throws(DeviceProfileFault) -> Item {
        let item = try bareItem(&arena)
        while consume(UInt8(ascii: ";"), arena) {
            skipSpaces(arena)
            let name = try key(arena)
            guard consume(UInt8(ascii: "="), arena) else { continue }
            let value = try bareItem(&arena)
            if case .string(let text) = value, arena[name].equals("v") { version = text }
        }
        return item
    }
}
