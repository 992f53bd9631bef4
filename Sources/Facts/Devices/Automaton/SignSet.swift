/// A set of signs, in two words.
struct SignSet: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    @inline(__always)
    func contains(_ sign: Sign) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(sign.rawValue)
        return (sign.rawValue < 64 ? low : high) & bit != 0
    }

    @inline(__always)
    func intersects(_ other: SignSet) -> Bool { low & other.low | high & other.high != 0 }

    @inline(__always)
    mutating func insert(_ sign: Sign) {
        let bit: UInt64 = 1 &<< UInt64(sign.rawValue)
        if sign.rawValue < 64 { low |= bit } else { high |= bit }
    }

    @inline(__always)
    mutating func formUnion(_ other: SignSet) {
        low |= other.low
        high |= other.high
    }

    /// A set with one sign more. Sets are written as sums of signs, `Sign.mac | .windows`, of which the compiler makes
    /// constants.
    @inline(__always)
    static func | (set: SignSet, sign: Sign) -> SignSet {
        var sum = set
        sum.insert(sign)
        return sum
    }
}

extension Sign {
    /// The set of two signs.
    @inline(__always)
    static func | (one: Sign, other: Sign) -> SignSet { SignSet() | one | other }
}
