import ByteText

/// What most agents say in the same words: how they begin, of the system and the engine, before a browser's version, and at
/// the end.
///
/// A text is among them only if skipping it shows what reading it would have shown; that depends on the tokens. Agents with
/// a text that is not are read byte by byte.
struct KnownTexts: Sendable {
    /// All of them, one kind after the other, so that a number names one.
    private(set) var texts: [KnownText] = []
    private(set) var reports: [KnownText.Report] = []
    private var pieces: [KnownText.Piece] = []
    /// Whether a version shows nothing between the words for Apple's systems and those about the engine.
    private var (iPhoneIsApart, macIsApart) = (false, false)

    static let openings = [
        "Mozilla/5.0 (", "Mozilla/5.0 (Linux; Android ", "Mozilla/5.0 (iPhone; CPU iPhone OS ",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X ", "Mozilla/5.0 (Windows NT ",
    ]
    /// What Chromium says of the system, whatever its version and the device are, since it reduces its agents ("User-Agent
    /// Reduction"), and the opening before it.
    static let frozenSystems = [
        (opening: 0, text: "X11; Linux x86_64"), (opening: 1, text: "10; K"), (opening: 3, text: "10_15_7"),
        (opening: 4, text: "10.0; Win64; x64"),
    ]
    /// The first two with the last words about the system, which on iPhones are always the same: on the device, and in
    /// Chromium where it passes for one.
    static let engines = [
        " like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ",
        " like Mac OS X) AppleWebKit/537.36 (KHTML, like Gecko) ", ") AppleWebKit/537.36 (KHTML, like Gecko) ",
        ") AppleWebKit/605.1.15 (KHTML, like Gecko) ", ") AppleWebKit/534.30 (KHTML, like Gecko) ",
        ") AppleWebKit/533.1 (KHTML, like Gecko) ",
    ]
    /// What stands between the engine and the first version.
    static let products = ["Chrome/", "Version/", "GSA/"]
    /// What agents end with behind that version.
    static let endings = [
        " Mobile Safari/537.36", " Safari/537.36", " Mobile/15E148 Safari/604.1", " Safari/605.1.15",
    ]

    private static let firstFrozen = openings.count
    private static let firstEngine = firstFrozen + frozenSystems.count
    private static let firstProduct = firstEngine + engines.count
    private static let firstEnding = firstProduct + products.count
    static let count = firstEnding + endings.count

    init(_ tables: borrowing TokenAutomatonBuilder.Result) {
        for text in Self.openings { append(text, tables) }
        for (opening, text) in Self.frozenSystems {
            append(text + Self.engines[2], tables, from: Int(texts[opening].state))
        }
        for text in Self.engines { append(text, tables) }
        let behindEngine = Int(texts[Self.firstEngine].state)
        let isOneState = texts[Self.firstFrozen..<Self.firstProduct].allSatisfy { $0.state == behindEngine }
        for product in Self.products {
            let state = tables.way(along: product, from: behindEngine).state
            var isKnown = isOneState
            for ending in Self.endings where isKnown {
                isKnown = tables.versionShowsNothing(of: "0123456789.", behind: state, before: ending)
            }
            append(product, tables, from: behindEngine, isKnown: isKnown)
        }
        for text in Self.endings { append(text, tables, isEnding: true) }
        iPhoneIsApart = isApart(opening: 2, engine: 0, tables) && isApart(opening: 2, engine: 1, tables)
        macIsApart = isApart(opening: 3, engine: 3, tables)
    }

    /// Whether a version that begins with a digit shows nothing between an opening and the words about an engine.
    private func isApart(opening: Int, engine: Int, _ tables: borrowing TokenAutomatonBuilder.Result) -> Bool {
        for digit in "0123456789" {
            let first = tables.way(along: String(digit), from: Int(texts[opening].state))
            guard first.showsNothing,
                tables.versionShowsNothing(of: "0123456789_", behind: first.state, before: Self.engines[engine])
            else { return false }
        }
        return true
    }

    private mutating func append(
        _ text: String, _ tables: borrowing TokenAutomatonBuilder.Result, from state: Int = 0, isEnding: Bool = false,
        isKnown: Bool = true
    ) {
        let bytes = Array(text.utf8)
        let way = tables.way(along: text, from: state)
        let (firstPiece, firstReport) = (pieces.count, reports.count)
        if isKnown { pieces += KnownText.pieces(of: bytes, isEnding: isEnding) }
        reports += way.reports
        let own = pieces[firstPiece...]
        let reach = (own.first?.start ?? 0)..<(own.last.map { $0.start + 16 } ?? Int(UInt32.max))
        texts.append(
            KnownText(
                count: bytes.count, pieces: firstPiece..<pieces.count, reach: reach,
                reports: firstReport..<reports.count, signs: way.signs, state: UInt16(way.state)))
    }

    /// How many of the texts are known, for tests.
    var knownCount: Int { texts.count { !$0.pieces.isEmpty } }
    /// Whether versions of iPhones and Macs are skipped, for tests.
    var appleVersionsAreSkipped: Bool { iPhoneIsApart && macIsApart }

    /// Whether an agent has a text at an index that is in it or its end, in the same case.
    @inline(__always)
    private func occurs(_ text: Int, in agent: Span<UInt8>, at index: Int) -> Bool {
        let (texts, pieces) = (texts.span, pieces.span)
        let known = texts[text]
        // A text that is not known reaches further than any agent.
        guard index &+ known.reach.upperBound <= agent.count, index &+ known.reach.lowerBound >= 0 else { return false }
        var piece = known.pieces.lowerBound
        let end = known.pieces.upperBound
        repeat {
            // Safe: the pieces of a text are among all pieces, and what it reaches to is the agent's.
            guard unsafe pieces[unchecked: piece].occursUnchecked(in: agent, at: index) else { return false }
            piece &+= 1
        } while piece < end
        return true
    }

    /// The text that an agent begins with; behind those that name a system comes a digit.
    @inline(__always)
    func opening(of agent: Span<UInt8>) -> Int? {
        let texts = texts.span
        let system = agent.count > 13 ? agent[13] : 0
        let likely =
            switch system {
            case UInt8(ascii: "L"): 1
            case UInt8(ascii: "i"): 2
            case UInt8(ascii: "M"): 3
            case UInt8(ascii: "W"): 4
            default: 0
            }
        if likely > 0, occurs(likely, in: agent, at: 0) {
            let end = texts[likely].count
            if end < agent.count, agent[end].isDigit { return likely }
        }
        return occurs(0, in: agent, at: 0) ? 0 : nil
    }

    /// The words about a frozen system and the engine that may stand behind an opening.
    @inline(__always)
    func frozenSystem(behind opening: Int, in agent: Span<UInt8>) -> Int? {
        // All openings but that of iPhones have one, in their order.
        guard opening != 2 else { return nil }
        let text = Self.firstFrozen + (opening > 2 ? opening - 1 : opening)
        return occurs(text, in: agent, at: texts.span[opening].count) ? text : nil
    }

    /// The words about the engine right behind an opening and a version, and where they start: iPhones and Macs say nothing
    /// else of their system.
    @inline(__always)
    func appleEngine(behind opening: Int, in agent: Span<UInt8>) -> (start: Int, text: Int)? {
        let isPhone = opening == 2
        guard isPhone && iPhoneIsApart || opening == 3 && macIsApart else { return nil }
        let start = agent.endOfVersion(from: texts.span[opening].count, separator: UInt8(ascii: "_"))
        let text = Self.firstEngine + (isPhone ? 0 : 3)
        if occurs(text, in: agent, at: start) { return (start, text) }
        return isPhone && occurs(text + 1, in: agent, at: start) ? (start, text + 1) : nil
    }

    /// The words about the engine that start with a closing parenthesis.
    @inline(__always)
    func engine(in agent: Span<UInt8>, at parenthesis: Int) -> Int? {
        for text in Self.firstEngine + 2..<Self.firstProduct where occurs(text, in: agent, at: parenthesis) {
            return text
        }
        return nil
    }

    /// A product and an ending with nothing but a version between them, if they are all that is left of an agent.
    @inline(__always)
    func rest(of agent: Span<UInt8>, from index: Int) -> (product: Int, ending: Int)? {
        let texts = texts.span
        for product in Self.firstProduct..<Self.firstEnding where occurs(product, in: agent, at: index) {
            let version = index &+ texts[product].count
            for ending in Self.firstEnding..<Self.count {
                let end = agent.count &- texts[ending].count
                guard version <= end, occurs(ending, in: agent, at: end) else { continue }
                return agent.endOfVersion(from: version) == end ? (product, ending) : nil
            }
            return nil
        }
        return nil
    }
}

extension TokenAutomatonBuilder.Result {
    /// Whether a version of such bytes shows nothing behind a state, and a text behind it the same as alone.
    fileprivate func versionShowsNothing(of bytes: String, behind state: Int, before text: String) -> Bool {
        let alone = way(along: text, from: 0)
        var states = [state]
        var next = 0
        while next < states.count {
            let behind = way(along: text, from: states[next])
            guard behind.showsSame(as: alone), behind.state == alone.state else { return false }
            for byte in bytes {
                let version = way(along: String(byte), from: states[next])
                guard version.showsNothing else { return false }
                if !states.contains(version.state) { states.append(version.state) }
            }
            next += 1
        }
        return true
    }

    /// What reading a text shows, and the state in which it leaves a reader.
    fileprivate struct Way {
        var state: Int
        var signs = SignSet()
        var reports: [KnownText.Report] = []

        var showsNothing: Bool { signs == SignSet() && reports.isEmpty }

        func showsSame(as other: Way) -> Bool { signs == other.signs && reports == other.reports }
    }

    fileprivate func way(along text: String, from start: Int) -> Way {
        var way = Way(state: start)
        for (place, byte) in text.utf8.enumerated() {
            way.state = Int(transitions[way.state << Int(TokenAutomaton.columnBits) + Int(columns[Int(byte)])])
            if way.state >= Int(firstTelling) {
                way.signs.formUnion(sets[Int(signSets[way.state - Int(firstTelling)])])
            }
            if way.state >= Int(firstReporting) {
                way.reports.append(KnownText.Report(state: UInt16(way.state), count: UInt16(place + 1)))
            }
        }
        return way
    }
}
