import ByteText
import Routing

/// All that a decision follows from, so that requests with equal keys are decided alike.
struct DecisionKey {
    let link: LinkIdentity
    /// What of the device has few values.
    let traits: UInt64
    /// What else is compared, in a form in which no two inputs are alike: pieces of which the length comes first. Empty where
    /// no rule asks for more.
    let rest: TextRange
    let hash: UInt64

    init(_ link: LinkIdentity, _ traits: UInt64, _ rest: TextRange, in arena: borrowing ByteArena) {
        (self.link, self.traits, self.rest) = (link, traits, rest)
        let mixed = (link.hash ^ traits).splitMixed
        hash = rest.isEmpty ? mixed : KeyedHash.of(arena[rest], key: mixed)
    }

    /// How many bytes are compared beside the traits.
    var count: UInt32 { link.text.count &+ rest.count }
}
