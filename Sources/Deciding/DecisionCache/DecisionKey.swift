import ByteText
import Routing

/// All inputs of a decision: requests with equal keys have equal decisions.
struct DecisionKey {
    let link: LinkIdentity
    /// The device properties that have few values.
    let traits: UInt64
    /// The other inputs, in an unambiguous form: each piece is preceded by its length. Empty if no rule reads more.
    let rest: TextRange
    let hash: UInt64

    init(_ link: LinkIdentity, _ traits: UInt64, _ rest: TextRange, in arena: borrowing ByteArena) {
        (self.link, self.traits, self.rest) = (link, traits, rest)
        let mixed = (link.hash ^ traits).splitMixed
        hash = rest.isEmpty ? mixed : KeyedHash.of(arena[rest], key: mixed)
    }

    /// The number of bytes compared in addition to the traits.
    var count: UInt32 { link.text.count &+ rest.count }
}
