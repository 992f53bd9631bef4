import ByteText

/// Finds all tokens of a table in one pass over an agent: an Aho-Corasick automaton with its failures worked in, so that
/// every byte costs one step, whatever the bytes are.
struct TokenAutomaton: Sendable {
    /// What a state reports.
    struct Hit: Sendable {
        var length: UInt8
        var place: DeviceToken.Place
        var kind: DeviceToken.Meaning.Kind
        var value: UInt8
        /// Whether the next hit belongs to the same state.
        var more: Bool
    }

    /// Columns of the transition table: a power of two, so that finding a row is a shift.
    private static let columnBits = 6

    /// The column of each byte: 0 for all that occur in no token, upper case like lower case.
    private let columns: [UInt8]
    /// The next state for a state's row and a byte's column.
    private let transitions: [UInt16]
    /// States from here on report hits.
    private let firstReporting: UInt16
    /// Where the hits of a reporting state start.
    private let hitStarts: [UInt16]
    private let hits: [Hit]

    /// How many states there are.
    var stateCount: Int { transitions.count >> Self.columnBits }

    init(_ tokens: [DeviceToken]) {
        var builder = TokenAutomatonBuilder(columnBits: Self.columnBits)
        for token in tokens { builder.insert(token) }
        let built = builder.build()
        columns = built.columns
        transitions = built.transitions
        firstReporting = built.firstReporting
        hitStarts = built.hitStarts
        hits = built.hits
    }

    /// Reads the agent once and tells what was seen.
    func scan(_ agent: Span<UInt8>) -> Sightings {
        var sightings = Sightings()
        let columns = columns.span
        let transitions = transitions.span
        var state: UInt16 = 0
        for index in agent.indices {
            let column = Int(columns[Int(agent[index])])
            state = transitions[Int(state) << Self.columnBits | column]
            if state >= firstReporting { report(state, at: index, agent, &sightings) }
        }
        return sightings
    }

    private func report(_ state: UInt16, at index: Int, _ agent: Span<UInt8>, _ sightings: inout Sightings) {
        var next = Int(hitStarts[Int(state - firstReporting)])
        while true {
            let hit = hits[next]
            if Self.isInPlace(hit, endingAt: index, agent) { Self.record(hit, end: index + 1, &sightings) }
            guard hit.more else { return }
            next += 1
        }
    }

    private static func isInPlace(_ hit: Hit, endingAt index: Int, _ agent: Span<UInt8>) -> Bool {
        let start = index + 1 - Int(hit.length)
        // A token that starts with a mark is in place after anything.
        let startsWord = start == 0 || !agent[start - 1].isAlphanumeric || !agent[start].isAlphanumeric
        let startsVersion = startsWord && (start == 0 || agent[start - 1] != UInt8(ascii: "_"))
        let endsWord = index + 1 == agent.count || !agent[index + 1].isAlpha
        switch hit.place {
        case .anywhere: return true
        case .wordStart: return startsWord
        case .wordEnd: return endsWord
        case .word: return startsWord && endsWord
        case .beforeDigit: return startsVersion && index + 1 < agent.count && agent[index + 1].isDigit
        case .agentStart: return start == 0
        case .wholeAgent: return start == 0 && index + 1 == agent.count
        }
    }

    private static func record(_ hit: Hit, end: Int, _ sightings: inout Sightings) {
        switch hit.kind {
        case .sign: if let sign = Sign(rawValue: hit.value) { sightings.record(sign, end: end) }
        case .inApp: if let app = InApp(rawValue: hit.value) { sightings.record(app) }
        case .bot: if let kind = BotKind(rawValue: hit.value) { sightings.record(kind) }
        case .genericBot: if let kind = BotKind(rawValue: hit.value) { sightings.recordGeneric(kind) }
        }
    }
}
