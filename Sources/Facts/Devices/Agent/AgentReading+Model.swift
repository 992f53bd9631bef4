import ByteText

extension AgentReading {
    /// The name of an Android device: what is between the version and `Build/` or the closing parenthesis, a locale
    /// between them left out. Offsets count from the start of the agent.
    func model(_ arena: borrowing ByteArena) -> Range<Int> {
        guard let version = sightings.end(of: .strongAndroidVersion) ?? sightings.end(of: .androidVersion) else {
            return 0..<0
        }
        var field = nextField(from: version, arena)
        if isLocale(field, arena) { field = nextField(from: field.upperBound, arena) }
        return field
    }

    /// The text after the next semicolon, up to the one after it, a closing parenthesis or a slash.
    private func nextField(from offset: Int, _ arena: borrowing ByteArena) -> Range<Int> {
        let bytes = arena[agent]
        var start = bytes.firstMark((UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "(")), from: offset)
        guard start < bytes.count, bytes[start] == UInt8(ascii: ";") else { return start..<start }
        start += 1
        while start < bytes.count, bytes[start] == 0x20 { start += 1 }
        return start..<bytes.firstMark((UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "/")), from: start)
    }

    /// Whether a field is a language such as `en` or `en-us`.
    private func isLocale(_ field: Range<Int>, _ arena: borrowing ByteArena) -> Bool {
        guard field.count == 2 || field.count == 5 else { return false }
        for (position, offset) in field.enumerated() {
            guard let byte = byte(offset, arena) else { return false }
            let fits = position == 2 ? byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") : byte.isAlpha
            guard fits else { return false }
        }
        return true
    }

    /// Whether the model starts with the diagonal of a television in inches, as in `43LEX-8258`.
    func startsWithDiagonal(_ model: Range<Int>, _ arena: borrowing ByteArena) -> Bool {
        guard let digit = byte(model.lowerBound, arena), digit.isDigit else { return false }
        return isDiagonal(at: model.lowerBound, arena)
    }

    /// Whether a word of the model has the diagonal of a television after at most three letters, as in `HQ50U660`.
    func namesDiagonal(_ model: Range<Int>, _ arena: borrowing ByteArena) -> Bool {
        var letters = 0
        var offset = model.lowerBound
        while offset < model.upperBound, let byte = byte(offset, arena) {
            if byte.isDigit {
                if letters <= 3, acceptsDiagonal(letters, before: offset, arena), isDiagonal(at: offset, arena) {
                    return true
                }
                // The rest of this word is the number of a series.
                letters = 4
            } else {
                letters = byte.isAlpha ? min(letters + 1, 4) : 0
            }
            offset += 1
        }
        return false
    }

    /// One letter before two digits is how tablets are called too, but for these.
    private func acceptsDiagonal(_ letters: Int, before offset: Int, _ arena: borrowing ByteArena) -> Bool {
        guard letters == 1, let letter = byte(offset - 1, arena)?.lowercased else { return true }
        return letter == UInt8(ascii: "h") || letter == UInt8(ascii: "u") || letter == UInt8(ascii: "l")
    }

    private func isDiagonal(at offset: Int, _ arena: borrowing ByteArena) -> Bool {
        guard let number = number(at: offset, arena), number.end == offset + 2 else { return false }
        guard let after = byte(number.end, arena), after.isAlpha || after == UInt8(ascii: "-") else { return false }
        // Gigabytes and generations are not inches.
        let next = byte(number.end + 1, arena)?.lowercased
        if next == UInt8(ascii: "b") && after.lowercased == UInt8(ascii: "g") { return false }
        switch number.value {
        case 24, 32, 39, 40, 42, 43, 48, 49, 50, 55, 58, 60, 65, 70, 75, 85: return true
        default: return false
        }
    }
}
