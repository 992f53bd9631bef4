import ByteText

/// Countries as indices of counts: by the two letters of the code, in either case.
enum Country {
    private static let letters = 26
    /// The number of codes; the index of clicks without a country.
    static let count = letters * letters

    /// The codes, by index.
    static let names: [String] = {
        let alphabet = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
        return alphabet.flatMap { first in alphabet.map { first + $0 } }
    }()

    /// The index of a code; ``count`` if there is none.
    static func index(of code: TextRange?, in arena: borrowing ByteArena) -> Int {
        guard let code, code.count == 2 else { return count }
        let (first, second) = (arena[code.start], arena[code.start + 1])
        guard first.isAlpha, second.isAlpha else { return count }
        return Int(first & 0x1F - 1) * letters + Int(second & 0x1F - 1)
    }
}
