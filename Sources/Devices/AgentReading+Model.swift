import ByteText

extension AgentReading {
    /// The name of an Android device: what stands between the version and `Build/` or the closing parenthesis, a locale
    /// between them left out. Offsets count from the start of the agent.
    func model(_ arena: borrowing ByteArena) -> Range<Int> {
        guard let version = sightings.end(of: .strongAndroidVersion) ?? sightings.end(of: .androidVersion) else {
            return 0..<0
        }
        var field = nextField(from: version, arena)
        if isLocale(field, arena) { field = nextField(from: field.upperBound, arena) }
        return field
    }

    /// The text after the next semicolon, up to the one after it, a closing parenthesis or ` Build`.
    private func nextField(from offset: Int, _ arena: borrowing ByteArena) -> Range<Int> {
        var start = offset
        while let next = byte(start, arena), next != UInt8(ascii: ";") {
            if next == UInt8(ascii: ")") || next == UInt8(ascii: "(") { return start..<start }
            start += 1
        }
        start += 1
        while byte(start, arena) == 0x20 { start += 1 }
        var end = start
        while let next = byte(end, arena), next != UInt8(ascii: ";"), next != UInt8(ascii: ")") {
            if next == UInt8(ascii: "/") { break }
            end += 1
        }
        return start..<max(start, end)
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

    /// Whether the model starts a word with the diagonal of a television in inches, as in `43LEX-8258` or `HQ50U660`.
    func namesDiagonal(_ model: Range<Int>, lettersBefore: Int, _ arena: borrowing ByteArena) -> Bool {
        var offset = model.lowerBound
        var letters = 0
        while offset < model.upperBound {
            guard let byte = byte(offset, arena) else { return false }
            if byte.isDigit {
                guard let number = number(at: offset, arena) else { return false }
                let after = self.byte(number.end, arena) ?? 0
                let ends = after.isAlpha || after == UInt8(ascii: "-") || after == UInt8(ascii: "_")
                if letters <= lettersBefore, number.end - offset == 2, ends, Self.isDiagonal(number.value) {
                    return true
                }
                offset = number.end
                letters = Int.max
                continue
            }
            letters = byte.isAlpha ? (letters == Int.max ? letters : letters + 1) : 0
            offset += 1
        }
        return false
    }

    private static func isDiagonal(_ inches: Int) -> Bool {
        switch inches {
        case 19, 20, 22, 24, 28, 32, 39, 40, 42, 43, 48, 49, 50, 55, 58, 60, 65, 70, 75, 85: true
        default: false
        }
    }
}
