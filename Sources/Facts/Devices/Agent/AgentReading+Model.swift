import ByteText

extension AgentReading {
    /// The model name of an Android device: the text between the version and `Build/` or the closing parenthesis, without the
    /// locale. Offsets are relative to the start of the agent.
    func model(_ arena: borrowing ByteArena) -> Range<Int> {
        let bytes = arena[agent]
        let start = modelStart(bytes)
        return start..<bytes.firstMark((UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "/")), from: start)
    }

    /// The start of the model name, or the agent's count if there is none.
    @inline(__always)
    private func modelStart(_ bytes: Span<UInt8>) -> Int {
        guard let version = sightings.end(of: .strongAndroidVersion) ?? sightings.end(of: .androidVersion) else {
            return bytes.count
        }
        let start = Self.nextField(from: version, bytes)
        guard let end = Self.endOfLocale(at: start, bytes) else { return start }
        return Self.nextField(from: end, bytes)
    }

    /// The start of the text after the next semicolon, or the count if a parenthesis comes first. Versions and locales
    /// are short, so it searches byte by byte.
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

    /// The end of a locale such as `en` or `en-us` that fills the whole field, or `nil`.
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

    /// The screen diagonals of televisions in inches.
    static let diagonals = [24, 32, 39, 40, 42, 43, 48, 49, 50, 55, 58, 60, 65, 70, 75, 85]

    /// Whether the model begins with a television's diagonal in inches, as in `43LEX-8258`.
    func modelStartsWithDiagonal(_ arena: borrowing ByteArena) -> Bool {
        guard has(.leadingDigit) else { return false }
        let bytes = arena[agent]
        let start = modelStart(bytes)
        guard start < bytes.count, bytes[start].isDigit else { return false }
        return isDiagonal(at: start, arena)
    }

    /// Whether a word of the model contains a television's diagonal after at most three letters, as in `HQ50U660`.
    func namesDiagonal(_ model: Range<Int>, _ arena: borrowing ByteArena) -> Bool {
        var letters = 0
        var offset = model.lowerBound
        while offset < model.upperBound, let byte = byte(offset, arena) {
            if byte.isDigit {
                if letters <= 3, isDiagonal(at: offset, arena) {
                    if letters != 1 || isOfTelevisions(offset, arena) { return true }
                }
                // The rest of this word is a series number.
                letters = 4
            } else {
                letters = byte.isAlpha ? min(letters + 1, 4) : 0
            }
            offset += 1
        }
        return false
    }

    /// A single letter before two digits is also common for tablets. It counts only for certain letters, or if a letter and
    /// two more digits follow, as in `P55U51`.
    private func isOfTelevisions(_ offset: Int, _ arena: borrowing ByteArena) -> Bool {
        guard let letter = byte(offset - 1, arena)?.lowercased else { return true }
        if letter == UInt8(ascii: "h") || letter == UInt8(ascii: "u") || letter == UInt8(ascii: "l") { return true }
        guard let after = byte(offset + 2, arena), after.isAlpha else { return false }
        return number(at: offset + 3, arena).map { $0.end == offset + 5 } ?? false
    }

    /// Whether a later word of the model is a television panel's name, as in `Example Shell LC390TU1A`: letters, the diagonal
    /// in tenths of an inch, and more. White-label firmware uses such device names.
    func namesPanel(_ model: Range<Int>, _ arena: borrowing ByteArena) -> Bool {
        var (letters, isFirstWord) = (0, true)
        var offset = model.lowerBound
        while offset < model.upperBound, let byte = byte(offset, arena) {
            if byte.isDigit {
                guard let number = number(at: offset, arena) else { return false }
                if !isFirstWord, isPanel(number, letters, offset, arena) { return true }
                (letters, offset) = (0, number.end)
                continue
            }
            isFirstWord = isFirstWord && byte != 0x20 && byte != UInt8(ascii: "_")
            letters = byte.isAlpha ? letters + 1 : 0
            offset += 1
        }
        return false
    }

    private func isPanel(
        _ number: (value: Int, end: Int), _ letters: Int, _ offset: Int, _ arena: borrowing ByteArena
    ) -> Bool {
        // 32-inch panels measure exactly 31.5 inches; a fourth digit is the generation.
        let tenths = number.end == offset + 4 ? number.value / 10 : number.value
        guard 3...4 ~= number.end - offset, tenths == 315 || (tenths % 10 == 0 && Self.diagonals.contains(tenths / 10))
        else { return false }
        guard let first = byte(number.end, arena), first.isAlpha, byte(number.end + 1, arena)?.isAlphanumeric == true,
            let letter = byte(offset - 1, arena)?.lowercased
        else { return false }
        let isPanelLetter = letter == UInt8(ascii: "v") || letter == UInt8(ascii: "t") || letter == UInt8(ascii: "d")
        return 2...3 ~= letters || (letters == 1 && isPanelLetter)
    }

    /// Whether the model's series number contains a tablet's diagonal in tenths of an inch, from seven inches up:
    /// `BQ-7001G`, `Plane_8548S`. A letter follows it; the numbers in phone models have no suffix.
    func namesTabletSeries(_ model: Range<Int>, _ arena: borrowing ByteArena) -> Bool {
        for offset in model {
            let mark = byte(offset, arena)
            guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "_"),
                let series = number(at: offset + 1, arena), series.end == offset + 5,
                7000...8999 ~= series.value || 1000...1099 ~= series.value
            else { continue }
            guard let after = byte(series.end, arena) else { continue }
            if after.isAlpha { return true }
            if after == UInt8(ascii: "_"), let next = byte(series.end + 1, arena), next.isDigit { return true }
        }
        return false
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
