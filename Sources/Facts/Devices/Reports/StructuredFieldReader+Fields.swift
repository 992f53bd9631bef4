import ByteText

/// Whole fields as used by client hints: an item, or a list of strings. Parameters are validated and ignored.
extension StructuredFieldReader {
    /// Parses a field as an item (section 4.2, for `item`); `nil` if it is not one.
    static func item(_ field: TextRange, _ arena: inout ByteArena) -> Item? {
        var reader = StructuredFieldReader(field)
        reader.skipSpaces(arena)
        guard let item = try? reader.parametrizedItem(&arena) else { return nil }
        reader.skipSpaces(arena)
        return reader.atEnd ? item : nil
    }

    /// Whether a field is a list that contains only strings (section 4.2, for `list`).
    ///
    /// The whole list is validated before its first member is used, because an error at its end makes it invalid.
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

    /// The next string of a list validated by ``isStringList(_:_:)``, or `nil` at the end.
    mutating func nextString(_ arena: inout ByteArena) -> TextRange? {
        skipSpaces(arena)
        guard !atEnd, case .string(let text)? = try? parametrizedItem(&arena) else { return nil }
        _ = try? nextMember(arena)
        return text
    }

    /// The next string of a list validated by ``isStringList(_:_:)`` and its parameter `v`: a brand and its
    /// version. `nil` at the end.
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
