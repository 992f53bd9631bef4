/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). Not cryptographic: the
/// input can be computed from the output.
extension UInt64 {
    /// The increment of the generator's state: 2⁶⁴ divided by the golden ratio.
    public static let splitMixStep: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The finalizer: a bijection in which flipping any input bit changes half of the output bits on average.
    @inlinable
    public var splitMixed: UInt64 {
        var mixed = (self ^ (self >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Advances the generator state in `self` and returns its next number.
    @inlinable
    public mutating func nextSplitMix() -> UInt64 {
        self &+= UInt64.splitMixStep
        return splitMixed
    }

    /// The XOR of both halves of the full product, the mixing step of ``ByteHash32`` and ``ByteHash64``.
    @inlinable
    @inline(__always)
    func foldedProduct(_ factor: UInt64) -> UInt64 {
        let product = multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}
