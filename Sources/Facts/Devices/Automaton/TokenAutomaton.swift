import ByteText

/// Finds all tokens of a table in one pass over an agent: an Aho-Corasick automaton with precomputed failure transitions, so
/// that every byte costs one step, whatever the input.
///
/// Most states report nothing, and a reader passes them without a branch. A state reports the signs of the tokens that end
/// there; only tokens with a required position are examined individually.
struct TokenAutomaton: Sendable {
    /// A token whose position or kind needs further examination.
    struct Hit: Sendable {
        var length: UInt8
        var place: DeviceToken.Place
        var meaning: DeviceToken.Meaning
        /// Whether the next hit belongs to the same state.
        var more: Bool
    }

    /// The maximum length of a piece that is read by a single reader.
    private static let shortPiece = 48
    /// Rows of the transition table have 64 columns, so a row's offset is a shift.
    static let columnBits: UInt16 = 6

    /// The column of each byte: 0 for bytes that occur in no token; upper and lower case share columns.
    private let columns: [UInt8]
    /// The next state, by row (state) and column (byte).
    private let transitions: [UInt16]
    /// The first state that reports something. States are ordered accordingly.
    private let firstSighting: UInt16
    /// The index of the sign set added by each reporting state.
    private let signSets: [UInt8]
    /// The sign sets, starting with the empty set.
    private let sets: [SignSet]
    /// The number of bytes matched by each state.
    private let depths: [UInt8]
    /// The first state that has hits, which are all at the end.
    private let firstReporting: UInt16
    /// The index of the first hit of each state with hits.
    private let hitStarts: [UInt32]
    private let hits: [Hit]
    private let known: KnownTexts
    /// The sightings of each opening.
    private var openings: [Sightings] = []

    init(_ tokens: [DeviceToken]) { self.init(TokenAutomatonBuilder(tokens)) }

    /// Compiles tokens, which takes about a millisecond for the built-in ones.
    init(_ builder: TokenAutomatonBuilder) {
        var builder = builder
        let built = builder.build()
        columns = built.columns
        transitions = built.transitions
        firstSighting = built.firstSighting
        signSets = built.signSets
        sets = built.sets
        depths = built.depths
        firstReporting = built.firstReporting
        hitStarts = built.hitStarts
        hits = built.hits
        known = KnownTexts(built)
        checkTables()
        openings = KnownTexts.openings.map { shown(byOpening: Array($0.utf8)) }
    }

    private func shown(byOpening text: [UInt8]) -> Sightings {
        var sightings = Sightings()
        var reader = Reader()
        // A token may require a version after it.
        let agent = text + [UInt8(ascii: "1")]
        let bytes = agent.span
        while reader.index < text.count { step(&reader, bytes, &sightings) }
        return sightings
    }

    /// The number of texts that are skipped, for tests.
    var knownCount: Int { known.knownCount }
    /// Whether versions of iPhones and Macs are skipped, for tests.
    var appleVersionsAreSkipped: Bool { known.appleVersionsAreSkipped }

    /// Verifies the preconditions of the steps without bounds checks.
    private func checkTables() {
        let rowLength = 1 << Int(Self.columnBits)
        precondition(columns.count == 256 && columns.allSatisfy { Int($0) < rowLength })
        precondition(transitions.count == depths.count * rowLength && !depths.isEmpty)
        precondition(Int(Self.highest(of: transitions.span)) < depths.count)
    }

    /// The maximum of half a million numbers, in a loop that the compiler vectorizes.
    private static func highest(of numbers: Span<UInt16>) -> UInt16 {
        var highest: UInt16 = 0
        for index in numbers.indices { highest = max(highest, numbers[index]) }
        return highest
    }

    /// Scans an agent in one pass and returns the sightings.
    func scan(_ agent: Span<UInt8>) -> Sightings {
        var sightings = Sightings()
        scan(agent, into: &sightings)
        return sightings
    }

    /// Scans an agent in one pass into empty sightings.
    ///
    /// Skips texts that most agents share: their signs, and the state of a reader after them, are precomputed.
    func scan(_ agent: Span<UInt8>, into sightings: inout Sightings) {
        let texts = known.texts.span
        var reader = Reader()
        if let opening = known.opening(of: agent) {
            sightings = openings.span[opening]
            reader = Reader(state: texts[opening].state, index: texts[opening].count)
            if let system = known.frozenSystem(behind: opening, in: agent) {
                return readRest(reader, behind: texts[system], agent, &sightings)
            }
            if let (start, engine) = known.appleEngine(behind: opening, in: agent) {
                return readRest(Reader(index: start), behind: texts[engine], agent, &sightings)
            }
        }
        if reader.index == 0, !agent.startsIgnoringCase(with: "mozilla/") { return readNamed(agent, &sightings) }
        readSystem(&reader, agent, &sightings)
        let parenthesis = reader.index - 1
        guard let engine = known.engine(in: agent, at: parenthesis) else {
            return readOther(reader, agent, &sightings)
        }
        finish(&reader, from: parenthesis, agent, &sightings)
        readRest(Reader(index: parenthesis), behind: texts[engine], agent, &sightings)
    }

    /// Skips the engine description and reads the rest.
    private func readRest(
        _ start: Reader, behind engine: KnownText, _ agent: Span<UInt8>, _ sightings: inout Sightings
    ) {
        var reader = start
        skip(&reader, engine, agent, &sightings)
        sightings.recordEngine(end: reader.index)
        guard let (product, ending) = known.rest(of: agent, from: reader.index) else {
            return readProducts(from: reader, agent, &sightings)
        }
        let texts = known.texts.span
        skip(&reader, texts[product], agent, &sightings)
        reader.index = agent.count &- texts[ending].count
        skip(&reader, texts[ending], agent, &sightings)
    }

    /// Reads an agent that begins with the name of a program, as those of apps do: `Example/1.0 (iPhone; iOS 18.5)`.
    ///
    /// The system is described in the first brackets, or by Apple's HTTP client. If it is a phone's, all else is read as products.
    private func readNamed(_ agent: Span<UInt8>, _ sightings: inout Sightings) {
        guard let start = agent.startOfSystem() else { return read(from: Reader(), to: agent.count, agent, &sightings) }
        var system = Reader(index: start)
        readSystem(&system, agent, &sightings)
        guard sightings.namesPhoneOfApp else {
            read(from: Reader(), to: start, agent, &sightings)
            return read(from: system, to: agent.count, agent, &sightings)
        }
        var products = Sightings()
        read(from: Reader(), to: start, agent, &products)
        read(from: Reader(index: system.index), to: agent.count, agent, &products)
        // Apps name the device that they are for: `Example-iPad/1.0 CFNetwork/…`.
        sightings.add(products: products, from: start, allowing: Sign.ipad | .iphone | .ipod | .ios | .mac | .intel)
    }

    /// Reads the rest of an agent whose first brackets do not end with a known engine description.
    private func readOther(_ start: Reader, _ agent: Span<UInt8>, _ sightings: inout Sightings) {
        guard sightings.namesPhone, let end = agent.endOfSystem(from: start.index - 1) else {
            return read(from: start, to: agent.count, agent, &sightings)
        }
        read(from: start, to: end, agent, &sightings)
        readProducts(from: Reader(index: end), agent, &sightings)
    }

    /// Reads the products behind the engine, which name the app, and on phones nothing else.
    private func readProducts(from start: Reader, _ agent: Span<UInt8>, _ sightings: inout Sightings) {
        guard sightings.namesPhone else { return read(from: start, to: agent.count, agent, &sightings) }
        var products = Sightings()
        read(from: start, to: agent.count, agent, &products)
        sightings.add(products: products, from: start.index)
    }

    /// Passes the meaning and length of each token in its place to a closure, in the order of their ends. For tables without signs.
    @inline(__always)
    func forEachToken(in agent: Span<UInt8>, _ body: (DeviceToken.Meaning, Int) -> Void) {
        var state: UInt16 = 0
        for index in agent.indices {
            state = Self.next(state, agent[index], columns.span, transitions.span)
            guard state >= firstReporting else { continue }
            var next = Int(hitStarts[Int(state - firstReporting)])
            while true {
                let hit = hits[next]
                if Self.isInPlace(hit, endingAt: index, agent) { body(hit.meaning, Int(hit.length)) }
                guard hit.more else { break }
                next += 1
            }
        }
    }

    /// The position and state of a reader.
    private struct Reader {
        var state: UInt16 = 0
        var index = 0
    }

    /// Moves a reader past a text at its position.
    @inline(__always)
    private func skip(
        _ reader: inout Reader, _ text: KnownText, _ agent: Span<UInt8>, _ sightings: inout Sightings
    ) {
        sightings.add(text.signs)
        for place in text.reports {
            let seen = known.reports[place]
            report(seen.state, at: reader.index + Int(seen.count) - 1, agent, &sightings)
        }
        reader = Reader(state: text.state, index: reader.index + text.count)
    }

    /// Reads a piece of the agent, and the end of any token that extends beyond it.
    private func read(from start: Reader, to end: Int, _ agent: Span<UInt8>, _ sightings: inout Sightings) {
        var reader = start
        if end - reader.index > Self.shortPiece { readHalves(&reader, to: end, agent, &sightings) }
        while reader.index < end {
            skipSilent(&reader, to: end, agent)
            addSightings(reader, agent, &sightings)
        }
        finish(&reader, from: end, agent, &sightings)
    }

    /// Moves a reader past the next closing parenthesis, or to the end.
    @inline(__always)
    private func readSystem(_ reader: inout Reader, _ agent: Span<UInt8>, _ sightings: inout Sightings) {
        while reader.index < agent.count {
            skipSilent(&reader, to: agent.count, agent, stop: UInt8(ascii: ")"))
            addSightings(reader, agent, &sightings)
            if agent[reader.index - 1] == UInt8(ascii: ")") { return }
        }
    }

    /// Reads a piece with two readers interleaved over its halves. Each step depends on a memory access of the step before, so
    /// two readers overlap their latencies. An odd byte is left.
    private func readHalves(_ reader: inout Reader, to end: Int, _ agent: Span<UInt8>, _ sightings: inout Sightings) {
        var first = reader
        let half = (end - first.index) / 2
        let middle = first.index + half
        reader = Reader(index: middle)
        var offset = 0
        while offset < half {
            skipSilent(&first, &reader, &offset, half, agent)
            addSightings(first, agent, &sightings)
            addSightings(reader, agent, &sightings)
        }
        finish(&first, from: middle, agent, &sightings)
    }

    /// Moves a reader to its next reporting state, to an index, or past the stop byte.
    @inline(__always)
    private func skipSilent(_ reader: inout Reader, to end: Int, _ agent: Span<UInt8>, stop: UInt8? = nil) {
        let (columns, transitions) = (columns.span, transitions.span)
        precondition(reader.index >= 0 && end <= agent.count)
        let firstSighting = Int(firstSighting)
        var (state, index) = (Int(reader.state), reader.index)
        var byte: UInt8
        repeat {
            // Safe: the index is below the end, and the end is not above the agent's count. There are 256 columns, all
            // below 64, and every state has a row of 64 states.
            byte = unsafe agent[unchecked: index]
            let column = unsafe Int(columns[unchecked: Int(byte)])
            state = unsafe Int(transitions[unchecked: (state &<< Int(Self.columnBits)) &+ column])
            index &+= 1
        } while index < end && state < firstSighting && byte != stop
        reader = Reader(state: UInt16(truncatingIfNeeded: state), index: index)
    }

    /// Moves two readers in lockstep until either is in a reporting state, or the count is reached.
    @inline(__always)
    private func skipSilent(
        _ first: inout Reader, _ second: inout Reader, _ offset: inout Int, _ count: Int, _ agent: Span<UInt8>
    ) {
        let (columns, transitions) = (columns.span, transitions.span)
        var (one, other) = (first.state, second.state)
        var (oneIndex, otherIndex) = (first.index, second.index)
        precondition(max(oneIndex, otherIndex) + count - offset <= agent.count && min(oneIndex, otherIndex) >= 0)
        repeat {
            // Safe: both indices stay below the agent's count for all iterations.
            let bytes = unsafe (agent[unchecked: oneIndex], agent[unchecked: otherIndex])
            one = Self.next(one, bytes.0, columns, transitions)
            other = Self.next(other, bytes.1, columns, transitions)
            oneIndex &+= 1
            otherIndex &+= 1
            offset &+= 1
        } while offset < count && max(one, other) < firstSighting
        first = Reader(state: one, index: oneIndex)
        second = Reader(state: other, index: otherIndex)
    }

    /// Moves a reader beyond the end of its piece until it matches no prefix that began there, so that no token across
    /// the boundary is missed.
    @inline(__always)
    private func finish(
        _ reader: inout Reader, from end: Int, _ agent: Span<UInt8>, _ sightings: inout Sightings
    ) {
        while reader.index < agent.count && Int(depths[Int(reader.state)]) > reader.index - end {
            step(&reader, agent, &sightings)
        }
    }

    @inline(__always)
    private func step(_ reader: inout Reader, _ agent: Span<UInt8>, _ sightings: inout Sightings) {
        reader.state = Self.next(reader.state, agent[reader.index], columns.span, transitions.span)
        reader.index += 1
        addSightings(reader, agent, &sightings)
    }

    @inline(__always)
    private static func next(
        _ state: UInt16, _ byte: UInt8, _ columns: Span<UInt8>, _ transitions: Span<UInt16>
    ) -> UInt16 {
        // Safe: there are 256 columns, all below 64, and every state has a row of 64 states, as the initializer checks.
        let column = unsafe columns[unchecked: Int(byte)]
        return unsafe transitions[unchecked: Int(state) &<< Int(columnBits) | Int(column)]
    }

    /// Adds the sightings of a reader's state, if any.
    @inline(__always)
    private func addSightings(_ reader: Reader, _ agent: Span<UInt8>, _ sightings: inout Sightings) {
        guard reader.state >= firstSighting else { return }
        sightings.add(sets[Int(signSets[Int(reader.state - firstSighting)])])
        if reader.state >= firstReporting { report(reader.state, at: reader.index - 1, agent, &sightings) }
    }

    private func report(_ state: UInt16, at index: Int, _ agent: Span<UInt8>, _ sightings: inout Sightings) {
        let hits = hits.span
        var next = Int(hitStarts[Int(state - firstReporting)])
        while true {
            let hit = hits[next]
            if hit.place == .certain {
                sightings.recordCertain(hit.meaning, end: index + 1)
            } else if Self.isInPlace(hit, endingAt: index, agent) {
                sightings.record(hit.meaning, end: index + 1)
            }
            guard hit.more else { return }
            next += 1
        }
    }

    @inline(__always)
    private static func isInPlace(_ hit: Hit, endingAt index: Int, _ agent: Span<UInt8>) -> Bool {
        let start = index + 1 - Int(hit.length)
        switch hit.place {
        case .anywhere, .certain: return true
        case .wordStart: return startsWord(start, agent) || isGlued(hit, start, agent)
        case .wordEnd: return endsWord(index, agent)
        case .word: return startsWord(start, agent) && endsWord(index, agent)
        case .beforeDigit:
            guard index + 1 < agent.count, agent[index + 1].isDigit, startsWord(start, agent) else { return false }
            return start == 0 || agent[start - 1] != UInt8(ascii: "_")
        case .agentStart: return start == 0
        case .wholeAgent: return start == 0 && index + 1 == agent.count
        }
    }

    /// A token that starts with punctuation may follow anything.
    @inline(__always)
    private static func startsWord(_ start: Int, _ agent: Span<UInt8>) -> Bool {
        start == 0 || !agent[start - 1].isAlphanumeric || !agent[start].isAlphanumeric
    }

    /// Whether an app's name directly follows a version, as in `Safari/537.36Snapchat/13.5`.
    private static func isGlued(_ hit: Hit, _ start: Int, _ agent: Span<UInt8>) -> Bool {
        guard case .inApp = hit.meaning, agent[start].isAlpha, agent[start - 1].isDigit else { return false }
        return start > 1 && (agent[start - 2].isDigit || agent[start - 2] == UInt8(ascii: "."))
    }

    @inline(__always)
    private static func endsWord(_ last: Int, _ agent: Span<UInt8>) -> Bool {
        last + 1 == agent.count || !agent[last + 1].isAlpha
    }
}
