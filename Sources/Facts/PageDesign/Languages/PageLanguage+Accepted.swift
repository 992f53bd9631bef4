import ByteText

extension PageLanguage {
    /// The maximum number of ranges read, more than any browser sends.
    private static let longestList = 32

    /// The best language for an `Accept-Language` field (RFC 9110, section 12.5.4): the supported one with the highest weight,
    /// or the first of several with equal weights.
    ///
    /// Ranges are matched by lookup (RFC 4647, section 3.4): `pt-BR` falls back to `pt`. Since all tags here consist of a
    /// language only, the first subtag is sufficient. A weight of zero excludes a language. One pass over the field; does
    /// not allocate.
    ///
    /// - Parameter other: The language for fields without a supported language, and for `*`.
    public static func accepted(by field: Span<UInt8>, otherwise other: PageLanguage) -> PageLanguage {
        var best = other
        var bestWeight = 0
        var start = 0
        for _ in 0..<longestList {
            let end = field.place(of: UInt8(ascii: ","), from: start)
            if let (language, weight) = range(field, start..<end, otherwise: other), weight > bestWeight {
                (best, bestWeight) = (language, weight)
            }
            guard end < field.count else { break }
            start = end + 1
        }
        return best
    }

    /// The language of an element and its weight in thousandths; `nil` for an unsupported language.
    private static func range(
        _ field: Span<UInt8>, _ element: Range<Int>, otherwise other: PageLanguage
    ) -> (PageLanguage, weight: Int)? {
        let start = field.skipBlanks(from: element.lowerBound, to: element.upperBound)
        let end = min(field.place(of: UInt8(ascii: ";"), from: start), element.upperBound)
        guard let language = language(field, start..<end, otherwise: other) else { return nil }
        guard end < element.upperBound else { return (language, 1000) }
        return weight(field, (end + 1)..<element.upperBound).map { (language, $0) }
    }

    private static func language(
        _ field: Span<UInt8>, _ range: Range<Int>, otherwise other: PageLanguage
    ) -> PageLanguage? {
        var count = 0
        var letters: UInt32 = 0
        for index in range {
            let byte = field[index].lowercased
            if byte == UInt8(ascii: "*"), count == 0 { return other }
            guard byte.isAlpha else {
                // The end of the subtag, where the next one or the weight may follow.
                guard byte == UInt8(ascii: "-") || byte == 0x20 || byte == 0x09 else { return nil }
                break
            }
            count += 1
            guard count <= 2 else { return nil }
            letters = letters << 8 | UInt32(byte)
        }
        return byLetters(letters)
    }

    private static func byLetters(_ letters: UInt32) -> PageLanguage? {
        switch letters {
        case 0x656E: .english
        case 0x6172: .arabic
        case 0x7A68: .chinese
        case 0x6672: .french
        case 0x6465: .german
        case 0x6869: .hindi
        // `in` was the code until 1989, and in Java's locales up to version 16.
        case 0x6964, 0x696E: .indonesian
        case 0x6A61: .japanese
        case 0x6661: .persian
        case 0x7074: .portuguese
        case 0x7275: .russian
        case 0x6573: .spanish
        default: nil
        }
    }

    /// Parses `q=0.5` as thousandths; `nil` if it is not a valid weight (RFC 9110, section 12.4.2).
    private static func weight(_ field: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var index = field.skipBlanks(from: range.lowerBound, to: range.upperBound)
        guard index + 2 < range.upperBound, field[index].lowercased == UInt8(ascii: "q"),
            field[index + 1] == UInt8(ascii: "=")
        else { return nil }
        index += 2
        guard field[index] == UInt8(ascii: "0") || field[index] == UInt8(ascii: "1") else { return nil }
        var weight = Int(field[index] - UInt8(ascii: "0")) * 1000
        index += 1
        guard index < range.upperBound, field[index] == UInt8(ascii: ".") else { return weight }
        var unit = 100
        index += 1
        while index < range.upperBound, field[index].isDigit, unit > 0 {
            weight += Int(field[index] - UInt8(ascii: "0")) * unit
            unit /= 10
            index += 1
        }
        return min(weight, 1000)
    }
}

extension Span<UInt8> {
    /// The first index of a byte from `start` on, or the end if there is none.
    fileprivate func place(of byte: UInt8, from start: Int) -> Int {
        var index = start
        while index < count, self[index] != byte { index += 1 }
        return index
    }

    fileprivate func skipBlanks(from start: Int, to end: Int) -> Int {
        var index = start
        while index < end, self[index] == 0x20 || self[index] == 0x09 { index += 1 }
        return index
    }
}
