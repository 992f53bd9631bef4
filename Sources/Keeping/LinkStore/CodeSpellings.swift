import ByteText

/// All ways to write a key that differ in the case of its code: a walk through those that the store may have.
///
/// Keys are sorted by bytes, so the spellings of a code lie apart. Each seek goes to the smallest spelling that can still be
/// there, behind the key that was found last: what no link begins with is left out at once. That is about three seeks among
/// words and seven among 50,000 random codes, and no index is needed.
struct CodeSpellings {
    /// The most seeks of a search. Only codes that were chosen to be alike need more, and are not found then.
    static let mostSeeks = 512

    private var bytes = InlineArray<400, UInt8>(repeating: 0)
    private let count: Int
    /// Where the code begins; what is before it is compared exactly.
    private let codeStart: Int

    /// The spellings of a key, whose code is its last segment; `nil` for a text that is no key, or has no letters in its code.
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

    /// The spelling to look for next: at first the one in capitals, which sorts before all others.
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

    /// Goes on to the smallest spelling that is behind a key; false if there is none.
    mutating func advance(behind key: Span<UInt8>) -> Bool {
        var place = 0
        while place < count, place < key.count, isSpelling(key[place], at: place) { place += 1 }
        if place < count {
            // What begins as the key, and goes on where the key ends, is behind it.
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

    /// Takes the beginning of a key, and capitals after it.
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

    /// The smallest byte above another that a spelling may have at a place.
    private func smallest(above byte: UInt8, at index: Int) -> UInt8? {
        let own = bytes[index]
        guard index >= codeStart, own.isAlpha else { return own > byte ? own : nil }
        if own.capital > byte { return own.capital }
        return own.lowercased > byte ? own.lowercased : nil
    }
}

extension UInt8 {
    /// The capital of a letter; another byte is its own.
    fileprivate var capital: UInt8 { self &- 0x61 < 26 ? self & 0xDF : self }
}
