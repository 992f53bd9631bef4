import ByteText

/// Pseudorandom draws, determined by the seed.
struct Draw {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A uniformly distributed number from 0 to `bound` - 1.
    mutating func number(below bound: Int) -> Int {
        Int(state.nextSplitMix() % UInt64(bound))
    }

    /// An index skewed towards low values: the cube of a uniform draw.
    mutating func popular(of count: Int) -> Int {
        let draw = UInt64(number(below: 1 << 20))
        // Shifts bind tighter than products.
        return (Int((draw * draw * draw) >> 40) * count) >> 20
    }

    /// A uniformly drawn element.
    mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

    /// Letters and digits, as in codes.
    mutating func letters(_ count: Int) -> String {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return String((0..<count).map { _ in alphabet[number(below: alphabet.count)] })
    }
}
