import ByteText

/// An enumeration of the spellings of a key that differ in the case of its code, limited to those that may exist in the
/// store.
///
/// Keys are sorted by bytes, so the spellings of a code are not adjacent. Each seek goes to the smallest possible
/// spelling after the last key found, which skips prefixes that no link has. This takes about three seeks among words
/// and seven among 50,000 random codes, and needs no index.
struct CodeSpellings {
    /// The maximum number of seeks in a search. Only deliberately similar codes need more, and are not found then.
    static let mostSeeks = 512

    private var bytes = InlineArray<400, UInt8>(repeating: 0)
    private let count: Int
    /// The start of the code; the bytes before it are compared exactly.
    private let codeStart: Int

    /// The spellings of a key, whose code is its last segment; `nil` if the text is not a key, or its code has no
    /// letters.
    init?(of key: Span<UInt8>) {
        guard key.count > 0, key.count <= LinkKey.maximumCount else { return nil }
        var start = key.count
        while start > 0, key[start - 1] != UInt8(ascii: "/") { start -= 1 }
        (count, codeStart) = (key.count, start)
        var hasLetter = false
        for index in 0..<key.count {
            bytes[index] = index < start ? key[index] : key[index].capital
            if index >= start, key[index].isAlpha { hasLetter = true }
        }
        guard hasLetter, start > 0 else { return nil }
    }

    /// The next spelling to seek: at first the uppercase one, which sorts before all others.
    var next: Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get { bytes.span.extracting(0..<count) }
    }

    /// Whether a key is one of the spellings.
    func contains(_ key: Span<UInt8>) -> Bool {
        guard key.count == count else { return false }
        for index in 0..<count where !isSpelling(key[index], at: index) { return false }
        return true
    }

    /// Advances to the smallest spelling after a key; `false` if there is none.
    mutating func advance(behind key: Span<UInt8>) -> Bool {
        var place = 0
        while place < count, place < key.count, isSpelling(key[place], at: place) { place += 1 }
        if place < count {
            // Spellings that extend the key sort after it.
            guard place < key.count else {
                copy(key, upTo: place)
                return true
            }
            if let byte = smallest(above: key[place], at: place) {
                copy(key, upTo: place)
                bytes[place] = byte
                return true
            }
        }
        while place > codeStart {
            place -= 1
            guard let byte = smallest(above: key[place], at: place) else { continue }
            copy(key, upTo: place)
            bytes[place] = byte
            return true
        }
        return false
    }

    /// Copies the beginning of a key, followed by uppercase letters.
    private mutating func copy(_ key: Span<UInt8>, upTo end: Int) {
        for index in 0..<count {
            if index < end {
                bytes[index] = key[index]
            } else if index >= codeStart {
                bytes[index] = bytes[index].capital
            }
        }
    }

    private func isSpelling(_ byte: UInt8, at index: Int) -> Bool {
        byte == bytes[index] || index >= codeStart && byte.capital == bytes[index].capital
    }

    /// The smallest byte above another that a spelling may have at a position.
    private func smallest(above byte: UInt8, at index: Int) -> UInt8? {
        let own = bytes[index]
        guard index >= codeStart, own.isAlpha else { return own > byte ? own : nil }
        if own.capital > byte { return own.capital }
        return own.lowercased > byte ? own.lowercased : nil
    }
}

extension UInt8 {
    /// The uppercase form of a letter; other bytes are unchanged.
    fileprivate var capital: UInt8 { self &- 0x61 < 26 ? self & 0xDF : self }
}
