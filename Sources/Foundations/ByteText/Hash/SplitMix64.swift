/// The steps of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). Not
/// cryptographic: from a result its input can be computed.
extension UInt64 {
    /// What the generator adds to its state for each number: 2⁶⁴ divided by the golden ratio.
    public static let splitMixStep: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The finisher: a number of its own for each number, in which any bit that differs changes half of all bits.
    @inlinable
    public var splitMixed: UInt64 {
        var mixed = (self ^ (self >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The next number of the generator whose state this is.
    @inlinable
    public mutating func nextSplitMix() -> UInt64 {
        self &+= UInt64.splitMixStep
        return splitMixed
    }

    /// Both halves of a product as one: what ``ByteHash32`` and ``ByteHash64`` mix eight bytes in with.
    @inlinable
    @inline(__always)
    func foldedProduct(_ factor: UInt64) -> UInt64 {
        let product = multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}
