import ByteText

extension AgentReading {
    /// The name of an Android device: what is between the version and `Build/` or the closing parenthesis, a locale
    /// between them left out. Offsets count from the start of the agent.
    func model(_ arena: borrowing ByteArena) -> Range<Int> {
        let bytes = arena[agent]
        let start = modelStart(bytes)
        return start..<bytes.firstMark((UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "/")), from: start)
    }

    /// Where the name starts; the count of the agent where it has none.
    @inline(__always)
    private func modelStart(_ bytes: Span<UInt8>) -> Int {
        guard let version = sightings.end(of: .strongAndroidVersion) ?? sightings.end(of: .androidVersion) else {
            return bytes.count
        }
        let start = Self.nextField(from: version, bytes)
        guard let end = Self.endOfLocale(at: start, bytes) else { return start }
        return Self.nextField(from: end, bytes)
    }

    /// Where the text after the next semicolon starts; the count where a parenthesis comes first. Versions and languages
    /// are short, so it looks at byte after byte.
    private static func nextField(from offset: Int, _ bytes: Span<UInt8>) -> Int {
        var start = offset
        while start < bytes.count, bytes[start] != UInt8(ascii: ";") {
            if bytes[start] == UInt8(ascii: ")") || bytes[start] == UInt8(ascii: "(") { return bytes.count }
            start &+= 1
        }
        start &+= 1
        while start < bytes.count, bytes[start] == 0x20 { start &+= 1 }
        return min(start, bytes.count)
    }

    /// The end of a language such as `en` or `en-us` that is the whole field, or nil.
    @inline(__always)
    private static func endOfLocale(at start: Int, _ bytes: Span<UInt8>) -> Int? {
        guard bytes.count &- start > 2, bytes[start &+ 1].isAlpha, bytes[start].isAlpha else { return nil }
        if endsField(bytes[start &+ 2]) { return start &+ 2 }
        guard bytes[start &+ 2] == UInt8(ascii: "-") || bytes[start &+ 2] == UInt8(ascii: "_") else { return nil }
        guard bytes.count &- start > 5, bytes[start &+ 3].isAlpha, bytes[start &+ 4].isAlpha else { return nil }
        return endsField(bytes[start &+ 5]) ? start &+ 5 : nil
    }

    @inline(__always)
    private static func endsField(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "/")
    }

    /// The diagonals of televisions in inches.
    static let diagonals = [24, 32, 39, 40, 42, 43, 48, 49, 50, 55, 58, 60, 65, 70, 75, 85]

    /// Whether the model starts with the diagonal of a television in inches, as in `43LEX-8258`.
    func modelStartsWithDiagonal(_ arena: borrowing ByteArena) -> Bool {
        guard has(.leadingDigit) else { return false }
        let bytes = arena[agent]
        let start = modelStart(bytes)
        guard start < bytes.count, bytes[start].isDigit else { return false }
        return isDiagonal(at: start, arena)
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
        return Self.diagonals.contains(number.value)
    }
}
