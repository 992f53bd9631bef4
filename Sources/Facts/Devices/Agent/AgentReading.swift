import ByteText

/// A user agent together with what was seen in it: the base of all judgements.
struct AgentReading {
    let agent: TextRange
    let sightings: Sightings

    func has(_ sign: Sign) -> Bool { sightings.has(sign) }

    /// The byte of the agent at an offset from its start, or nil past its end.
    func byte(_ offset: Int, _ arena: borrowing ByteArena) -> UInt8? {
        offset >= 0 && offset < Int(agent.count) ? arena[agent.start + offset] : nil
    }

    /// The number that starts at an offset, and the offset of the byte after it. More than four digits are not part of a
    /// version.
    func number(at offset: Int, _ arena: borrowing ByteArena) -> (value: Int, end: Int)? {
        var end = offset
        var value = 0
        while let digit = byte(end, arena), digit.isDigit {
            value = value * 10 + Int(digit - 0x30)
            end += 1
            if end - offset > 9 { return nil }
        }
        return end > offset ? (value, end) : nil
    }
}
