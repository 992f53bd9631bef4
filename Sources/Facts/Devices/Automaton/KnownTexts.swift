import ByteText

/// Texts that most agents share verbatim: openings, system and engine descriptions, the product before a version, and
/// endings.
///
/// A text is usable only if skipping it yields the same signs as reading it, which depends on the tokens. Agents with other
/// texts are read byte by byte.
struct KnownTexts: Sendable {
    /// All texts, grouped by kind, so that an index identifies one.
    private(set) var texts: [KnownText] = []
    private(set) var reports: [KnownText.Report] = []
    private var pieces: [KnownText.Piece] = []
    /// Whether a version between the system and engine descriptions of iPhones or Macs contains no token.
    private var (iPhoneIsApart, macIsApart) = (false, false)

    static let openings = [
        "Mozilla/5.0 (", "Mozilla/5.0 (Linux; Android ", "Mozilla/5.0 (iPhone; CPU iPhone OS ",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X ", "Mozilla/5.0 (Windows NT ",
    ]
    /// The system descriptions of Chromium since it froze them ("User-Agent Reduction"), which do not depend on version and
    /// device, each with the opening before it.
    static let frozenSystems = [
        (opening: 0, text: "X11; Linux x86_64"), (opening: 1, text: "10; K"), (opening: 3, text: "10_15_7"),
        (opening: 4, text: "10.0; Win64; x64"),
    ]
    /// Engine descriptions. The first two include the end of the system description, which is constant on iPhones: Safari on a
    /// device, and Chromium emulating one.
    static let engines = [
        " like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ",
        " like Mac OS X) AppleWebKit/537.36 (KHTML, like Gecko) ", ") AppleWebKit/537.36 (KHTML, like Gecko) ",
        ") AppleWebKit/605.1.15 (KHTML, like Gecko) ", ") AppleWebKit/534.30 (KHTML, like Gecko) ",
        ") AppleWebKit/533.1 (KHTML, like Gecko) ",
    ]
    /// The product names between the engine and the first version.
    static let products = ["Chrome/", "Version/", "GSA/"]
    /// The endings after that version.
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

    /// Whether a version that begins with a digit contains no token between an opening and an engine description.
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

    /// The number of usable texts, for tests.
    var knownCount: Int { texts.count { !$0.pieces.isEmpty } }
    /// Whether versions of iPhones and Macs are skipped, for tests.
    var appleVersionsAreSkipped: Bool { iPhoneIsApart && macIsApart }

    /// Whether an agent contains a text at an index, case-sensitively. The index must be within the agent or at its end.
    @inline(__always)
    private func occurs(_ text: Int, in agent: Span<UInt8>, at index: Int) -> Bool {
        let (texts, pieces) = (texts.span, pieces.span)
        let known = texts[text]
        // The reach of an unusable text exceeds every agent.
        guard index &+ known.reach.upperBound <= agent.count, index &+ known.reach.lowerBound >= 0 else { return false }
        var piece = known.pieces.lowerBound
        let end = known.pieces.upperBound
        repeat {
            // Safe: the piece indices are within the array, and the guard keeps their reach within the agent.
            guard unsafe pieces[unchecked: piece].occursUnchecked(in: agent, at: index) else { return false }
            piece &+= 1
        } while piece < end
        return true
    }

    /// The opening of an agent. Openings that name a system must be followed by a digit.
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

    /// The frozen system and engine description after an opening.
    @inline(__always)
    func frozenSystem(behind opening: Int, in agent: Span<UInt8>) -> Int? {
        // All openings except the iPhone's have one, in the same order.
        guard opening != 2 else { return nil }
        let text = Self.firstFrozen + (opening > 2 ? opening - 1 : opening)
        return occurs(text, in: agent, at: texts.span[opening].count) ? text : nil
    }

    /// The engine description directly after an opening and a version, and its start. The agents of iPhones and Macs contain
    /// nothing else about the system.
    @inline(__always)
    func appleEngine(behind opening: Int, in agent: Span<UInt8>) -> (start: Int, text: Int)? {
        let isPhone = opening == 2
        guard isPhone && iPhoneIsApart || opening == 3 && macIsApart else { return nil }
        let start = agent.endOfVersion(from: texts.span[opening].count, separator: UInt8(ascii: "_"))
        let text = Self.firstEngine + (isPhone ? 0 : 3)
        if occurs(text, in: agent, at: start) { return (start, text) }
        return isPhone && occurs(text + 1, in: agent, at: start) ? (start, text + 1) : nil
    }

    /// The engine description that starts with a closing parenthesis.
    @inline(__always)
    func engine(in agent: Span<UInt8>, at parenthesis: Int) -> Int? {
        for text in Self.firstEngine + 2..<Self.firstProduct where occurs(text, in: agent, at: parenthesis) {
            return text
        }
        return nil
    }

    /// A product and an ending that make up the rest of an agent, with only a version between them.
    @inline(__always)
    func rest(of agent: Span<UInt8>, from index: Int) -> (product: Int, ending: Int)? {
        let texts = texts.span
        for product in Self.firstProduct..<Self.firstEnding where occurs(product, in: agent, at: index) {
            let version = index &+ texts[product].count
            // Safari's endings are the last two.
            let first = product == Self.firstProduct ? 0 : 2
            for place in first..<first + Self.endings.count {
                let ending = Self.firstEnding &+ place & 3
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
    /// Whether a version of such bytes adds no sign after a state, and the text after it the same signs as on its own.
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

    /// The signs found by reading a text, and the final state of the reader.
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
            if way.state >= Int(firstSighting) {
                way.signs.formUnion(sets[Int(signSets[way.state - Int(firstSighting)])])
            }
            if way.state >= Int(firstReporting) {
                way.reports.append(KnownText.Report(state: UInt16(way.state), count: UInt16(place + 1)))
            }
        }
        return way
    }
}
