import ByteText

/// A user agent together with what was seen in it: the base of all judgements.
struct AgentReading {
    let agent: TextRange
    private(set) var sightings = Sightings()

    /// Reads an agent of the arena.
    @inline(__always)
    init(_ agent: TextRange, by automaton: TokenAutomaton, in arena: borrowing ByteArena) {
        self.agent = agent
        automaton.scan(arena[agent], into: &sightings)
    }

    @inline(__always)
    func has(_ sign: Sign) -> Bool { sightings.has(sign) }

    /// Whether any sign of a set was seen: one look where many rare signs are asked for.
    @inline(__always)
    func hasAny(of signs: SignSet) -> Bool { sightings.signs.intersects(signs) }

    /// The byte of the agent at an offset from its start, or nil past its end.
    @inline(__always)
    func byte(_ offset: Int, _ arena: borrowing ByteArena) -> UInt8? {
        offset >= 0 && offset < Int(agent.count) ? arena[agent.start + offset] : nil
    }

    /// The number that starts at an offset, and the offset of the byte after it. More than four digits are not part of a
    /// version.
    func number(at offset: Int, _ arena: borrowing ByteArena) -> (value: Int, end: Int)? {
        let bytes = arena[agent]
        var end = offset
        var value = 0
        while end < bytes.count, bytes[end].isDigit {
            value = value &* 10 &+ Int(bytes[end] &- 0x30)
            end &+= 1
            if end &- offset > 9 { return nil }
        }
        return end > offset ? (value, end) : nil
    }
}
