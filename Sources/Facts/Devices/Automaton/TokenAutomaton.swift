import ByteText

/// Finds all tokens of a table in one pass over an agent: an Aho-Corasick automaton with its failures worked in, so that
/// every byte costs one step, whatever the bytes are.
///
/// What can be known by having seen a token is added up without a branch: the steps would be cheap, but a branch at every
/// token of an agent would be mispredicted, and that is expensive. Only tokens whose place counts take the branch.
struct TokenAutomaton: Sendable {
    /// A token whose place or kind asks for a closer look.
    struct Hit: Sendable {
        var length: UInt8
        var place: DeviceToken.Place
        var meaning: DeviceToken.Meaning
        /// Whether the next hit belongs to the same state.
        var more: Bool
    }

    /// Rows of the transition table have 64 columns, so that a row is found by a shift.
    static let columnBits: UInt16 = 6

    /// The column of each byte: 0 for all that occur in no token, upper case like lower case.
    private let columns: [UInt8]
    /// The next state, for a state's row and a byte's column.
    private let transitions: [UInt16]
    /// Which of the sets of plain signs a state adds.
    private let signSets: [UInt8]
    /// The sets, the empty one first.
    private let sets: [SignSet]
    /// How many bytes of the agent a state has matched.
    private let depths: [UInt8]
    /// States from here on have hits.
    private let firstReporting: UInt16
    /// Where the hits of a reporting state start.
    private let hitStarts: [UInt32]
    private let hits: [Hit]
    /// How most agents begin.
    private let opening: KnownText
    /// What most agents say of their engine after the parentheses about the system.
    private let engines: [KnownText]

    init(_ tokens: [DeviceToken]) { self.init([tokens]) }

    /// Compiles the tokens of some lists, which takes about a millisecond for the built-in ones.
    init(_ lists: [[DeviceToken]]) {
        var builder = TokenAutomatonBuilder(lists)
        let built = builder.build()
        columns = built.columns
        transitions = built.transitions
        signSets = built.signSets
        sets = built.sets
        depths = built.depths
        firstReporting = built.firstReporting
        hitStarts = built.hitStarts
        hits = built.hits
        opening = built.known("Mozilla/5.0 (")
        engines = [
            built.known(") AppleWebKit/537.36 (KHTML, like Gecko) "),
            built.known(") AppleWebKit/605.1.15 (KHTML, like Gecko) "),
            built.known(") AppleWebKit/534.30 (KHTML, like Gecko) "),
            built.known(") AppleWebKit/533.1 (KHTML, like Gecko) "),
        ]
        checkTables()
    }

    /// What the steps without bounds checks rely on.
    private func checkTables() {
        let rowLength = 1 << Int(Self.columnBits)
        precondition(columns.count == 256 && columns.allSatisfy { Int($0) < rowLength })
        precondition(transitions.count == signSets.count * rowLength && !signSets.isEmpty)
        precondition(Int(Self.highest(of: transitions.span)) < signSets.count)
        precondition(signSets.allSatisfy { Int($0) < sets.count })
    }

    /// The highest of half a million numbers: a loop that the compiler turns into one over many at a time.
    private static func highest(of numbers: Span<UInt16>) -> UInt16 {
        var highest: UInt16 = 0
        for index in numbers.indices { highest = max(highest, numbers[index]) }
        return highest
    }

    /// Reads the agent once and returns what was seen.
    ///
    /// Two readers run interleaved, over pieces of the same length: a step waits for the memory that the step before it
    /// asked for, and two of them wait at the same time. A reader goes on into the next piece for as long as it is within
    /// something that began in its own, so nothing is lost where they meet. What most agents say in the same words is not
    /// read: what it shows is known, and the state in which it leaves a reader as well.
    func scan(_ agent: Span<UInt8>) -> Sightings {
        var sightings = Sightings()
        let steps = Steps(
            columns: columns.span, transitions: transitions.span, signSets: signSets.span, sets: sets.span)
        var reader = Reader()
        if opening.occurs(in: agent, at: 0) { reader.skip(opening, &sightings) }
        var end = (reader.index + agent.count) / 2
        var resumed = Reader(index: end)
        var other = resumed
        if let (start, text) = engine(in: agent, from: reader.index) {
            let engines = engines.span
            end = start
            resumed = Reader(index: start)
            resumed.skip(engines[text], &sightings)
            sightings.recordEngine(end: resumed.index)
            let middle = (resumed.index + agent.count - (start - reader.index)) / 2
            other = middle > resumed.index ? Reader(index: middle) : resumed
        }
        let middle = other.index
        while true {
            read(&reader, to: end, beside: &other, agent, steps, &sightings)
            finish(&reader, from: end, agent, steps, &sightings)
            if resumed.index >= middle { break }
            reader = resumed
            end = middle
            resumed.index = middle
        }
        while other.index < agent.count { step(&other, agent, steps, &sightings) }
        return sightings
    }

    /// Where the words about the engine start, which most browsers share, and which of their forms they have.
    @inline(__always)
    private func engine(in agent: Span<UInt8>, from start: Int) -> (start: Int, text: Int)? {
        guard let parenthesis = agent.firstIndex(of: UInt8(ascii: ")"), from: start) else { return nil }
        let engines = engines.span
        for text in engines.indices where engines[text].occurs(in: agent, at: parenthesis) {
            return (parenthesis, text)
        }
        return nil
    }

    /// Where a reader is, and in which state.
    private struct Reader {
        var state: UInt16 = 0
        var index = 0

        @inline(__always)
        mutating func skip(_ text: borrowing KnownText, _ sightings: inout Sightings) {
            state = text.state
            index += text.count
            sightings.add(text.signs)
        }
    }

    /// Moves a reader to an index, and another along with it until it comes to the end.
    @inline(__always)
    private func read(
        _ reader: inout Reader, to end: Int, beside other: inout Reader, _ agent: Span<UInt8>, _ steps: Steps,
        _ sightings: inout Sightings
    ) {
        let count = max(min(end - reader.index, agent.count - other.index), 0)
        let firstReporting = firstReporting
        let starts = (reader.index, other.index)
        var (first, second) = (reader.state, other.state)
        var plain = SignSet()
        var offset = 0
        while offset < count {
            // No call within, so that all of it stays in registers.
            repeat {
                // Safe: both indices are below the count of the agent, as the number of turns was chosen.
                let bytes = unsafe (agent[unchecked: starts.0 &+ offset], agent[unchecked: starts.1 &+ offset])
                first = steps.step(first, bytes.0, &plain)
                second = steps.step(second, bytes.1, &plain)
                offset &+= 1
            } while offset < count && max(first, second) < firstReporting
            if first >= firstReporting { report(first, at: starts.0 + offset - 1, agent, &sightings) }
            if second >= firstReporting { report(second, at: starts.1 + offset - 1, agent, &sightings) }
        }
        sightings.add(plain)
        reader = Reader(state: first, index: starts.0 + count)
        other = Reader(state: second, index: starts.1 + count)
        while reader.index < end { step(&reader, agent, steps, &sightings) }
    }

    /// Moves a reader beyond the end of its piece until it is in nothing that began there.
    @inline(__always)
    private func finish(
        _ reader: inout Reader, from end: Int, _ agent: Span<UInt8>, _ steps: Steps, _ sightings: inout Sightings
    ) {
        while reader.index < agent.count && Int(depths[Int(reader.state)]) > reader.index - end {
            step(&reader, agent, steps, &sightings)
        }
    }

    @inline(__always)
    private func step(_ reader: inout Reader, _ agent: Span<UInt8>, _ steps: Steps, _ sightings: inout Sightings) {
        var plain = SignSet()
        reader.state = steps.step(reader.state, agent[reader.index], &plain)
        sightings.add(plain)
        if reader.state >= firstReporting { report(reader.state, at: reader.index, agent, &sightings) }
        reader.index += 1
    }

    /// The tables that every byte goes through, without the checks that the way they are built makes needless.
    private struct Steps: ~Escapable {
        let columns: Span<UInt8>
        let transitions: Span<UInt16>
        let signSets: Span<UInt8>
        let sets: Span<SignSet>

        @_lifetime(copy columns, copy transitions, copy signSets, copy sets)
        init(
            columns: Span<UInt8>, transitions: Span<UInt16>, signSets: Span<UInt8>, sets: Span<SignSet>
        ) {
            self.columns = columns
            self.transitions = transitions
            self.signSets = signSets
            self.sets = sets
        }

        @inline(__always)
        func step(_ state: UInt16, _ byte: UInt8, _ plain: inout SignSet) -> UInt16 {
            // Safe: there are 256 columns, all below 64; every state has a row of 64 and the number of a set; and only
            // states and sets that exist are in the tables. The initialiser of the automaton checks all of it.
            let column = unsafe columns[unchecked: Int(byte)]
            let next = unsafe transitions[unchecked: Int(state) &<< Int(TokenAutomaton.columnBits) | Int(column)]
            unsafe plain.formUnion(sets[unchecked: Int(signSets[unchecked: Int(next)])])
            return next
        }
    }

    private func report(_ state: UInt16, at index: Int, _ agent: Span<UInt8>, _ sightings: inout Sightings) {
        let hits = hits.span
        var next = Int(hitStarts[Int(state - firstReporting)])
        while true {
            let hit = hits[next]
            if Self.isInPlace(hit, endingAt: index, agent) { Self.record(hit.meaning, end: index + 1, &sightings) }
            guard hit.more else { return }
            next += 1
        }
    }

    @inline(__always)
    private static func isInPlace(_ hit: Hit, endingAt index: Int, _ agent: Span<UInt8>) -> Bool {
        let start = index + 1 - Int(hit.length)
        switch hit.place {
        case .anywhere: return true
        case .wordStart: return startsWord(start, agent)
        case .wordEnd: return endsWord(index, agent)
        case .word: return startsWord(start, agent) && endsWord(index, agent)
        case .beforeDigit:
            guard index + 1 < agent.count, agent[index + 1].isDigit, startsWord(start, agent) else { return false }
            return start == 0 || agent[start - 1] != UInt8(ascii: "_")
        case .agentStart: return start == 0
        case .wholeAgent: return start == 0 && index + 1 == agent.count
        }
    }

    /// A token that starts with a mark is in place after anything.
    @inline(__always)
    private static func startsWord(_ start: Int, _ agent: Span<UInt8>) -> Bool {
        start == 0 || !agent[start - 1].isAlphanumeric || !agent[start].isAlphanumeric
    }

    @inline(__always)
    private static func endsWord(_ last: Int, _ agent: Span<UInt8>) -> Bool {
        last + 1 == agent.count || !agent[last + 1].isAlpha
    }

    @inline(__always)
    private static func record(_ meaning: DeviceToken.Meaning, end: Int, _ sightings: inout Sightings) {
        switch meaning {
        case .sign(let sign): sightings.record(sign, end: end)
        case .inApp(let app): sightings.record(app)
        case .browser(let browser): sightings.record(browser, end: end)
        case .bot(let kind): sightings.record(kind)
        case .genericBot(let kind): sightings.recordGeneric(kind)
        }
    }
}
