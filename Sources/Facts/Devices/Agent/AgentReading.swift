import ByteText

/// A user agent and the signs found in it, the input of all classification.
struct AgentReading {
    let agent: TextRange
    private(set) var sightings = Sightings()

    /// Scans an agent in the arena.
    @inline(__always)
    init(_ agent: TextRange, by automaton: TokenAutomaton, in arena: borrowing ByteArena) {
        self.agent = agent
        automaton.scan(arena[agent], into: &sightings)
    }

    @inline(__always)
    func has(_ sign: Sign) -> Bool { sightings.has(sign) }

    /// Whether any sign of a set was seen. One test instead of many for rare signs.
    @inline(__always)
    func hasAny(of signs: SignSet) -> Bool { sightings.signs.intersects(signs) }

    /// The byte at an offset of the agent, or `nil` after its end.
    @inline(__always)
    func byte(_ offset: Int, _ arena: borrowing ByteArena) -> UInt8? {
        offset >= 0 && offset < Int(agent.count) ? arena[agent.start + offset] : nil
    }

    /// The number at an offset, and the offset after it. Numbers of more than four digits are not part of a
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
