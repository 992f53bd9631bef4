import ByteText

/// Draws that come out the same for the same seed.
struct Draw {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number from 0, each with the same chance.
    mutating func number(below bound: Int) -> Int {
        Int(state.nextSplitMix() % UInt64(bound))
    }

    /// Of so many things one, the first ones more often: by the cube of an even draw.
    mutating func popular(of count: Int) -> Int {
        let draw = number(below: 1 << 20)
        return Int(UInt64(draw) * UInt64(draw) * UInt64(draw) >> 40) * count >> 20
    }

    /// One of some things, each with the same chance.
    mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

    /// Letters and digits, as codes have them.
    mutating func letters(_ count: Int) -> String {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return String((0..<count).map { _ in alphabet[number(below: alphabet.count)] })
    }
}
