/// A set of signs as a 128-bit mask.
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

    @inline(__always)
    func intersection(_ other: SignSet) -> SignSet { SignSet(low: low & other.low, high: high & other.high) }

    /// The set with one more sign. Sets are written as `Sign.mac | .windows`, which the compiler folds to
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
