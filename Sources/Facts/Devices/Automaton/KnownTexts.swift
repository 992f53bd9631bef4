import ByteText

/// What most agents say in the same words: how they begin, of the engine, before a browser's version, and at the end.
///
/// A text is among them only if skipping it shows what reading it would have shown; that depends on the tokens. Agents with
/// a text that is not are read byte by byte.
struct KnownTexts: Sendable {
    /// All of them, one kind after the other, so that a number names one.
    private(set) var texts: [KnownText] = []
    private(set) var reports: [KnownText.Report] = []
    private var pieces: [KnownText.Piece] = []

    static let openings = [
        "Mozilla/5.0 (", "Mozilla/5.0 (Linux; Android ", "Mozilla/5.0 (iPhone; CPU iPhone OS ",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X ", "Mozilla/5.0 (Windows NT ",
    ]
    /// Their last words about the system included, where these are always the same.
    static let engines = [
        ") AppleWebKit/537.36 (KHTML, like Gecko) ", " like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ",
        ") AppleWebKit/605.1.15 (KHTML, like Gecko) ", ") AppleWebKit/534.30 (KHTML, like Gecko) ",
        ") AppleWebKit/533.1 (KHTML, like Gecko) ",
    ]
    /// What stands between the engine and the first version.
    static let products = ["Chrome/", "Version/", "GSA/"]
    /// What agents end with behind that version.
    static let endings = [
        " Mobile Safari/537.36", " Safari/537.36", " Mobile/15E148 Safari/604.1", " Safari/605.1.15",
    ]

    private static let firstEngine = openings.count
    private static let firstProduct = firstEngine + engines.count
    private static let firstEnding = firstProduct + products.count
    static let count = firstEnding + endings.count

    init(_ tables: borrowing TokenAutomatonBuilder.Result) {
        for text in Self.openings + Self.engines { append(text, tables) }
        for product in Self.products {
            append(product, tables, isKnown: tables.areApart(Self.engines, product, Self.endings))
        }
        for text in Self.endings { append(text, tables, isEnding: true) }
    }

    private mutating func append(
        _ text: String, _ tables: borrowing TokenAutomatonBuilder.Result, isEnding: Bool = false, isKnown: Bool = true
    ) {
        let bytes = Array(text.utf8)
        let way = tables.way(along: text, from: 0)
        let (firstPiece, firstReport) = (pieces.count, reports.count)
        if isKnown { pieces += KnownText.pieces(of: bytes, isEnding: isEnding) }
        reports += way.reports
        texts.append(
            KnownText(
                count: bytes.count, pieces: firstPiece..<pieces.count, reports: firstReport..<reports.count,
                signs: way.signs, state: UInt16(way.state)))
    }

    /// How many of the texts are known, for tests.
    var knownCount: Int { texts.count { !$0.pieces.isEmpty } }

    /// Whether an agent has a text at an index, in the same case.
    @inline(__always)
    private func occurs(_ text: Int, in agent: Span<UInt8>, at index: Int) -> Bool {
        let (texts, pieces) = (texts.span, self.pieces.span)
        let range = texts[text].pieces
        for piece in range where !pieces[piece].occurs(in: agent, at: index) { return false }
        return !range.isEmpty
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

    /// The words about the engine behind the first closing parenthesis, and where they start.
    @inline(__always)
    func engine(in agent: Span<UInt8>, from index: Int) -> (start: Int, text: Int)? {
        guard let parenthesis = agent.firstIndex(of: UInt8(ascii: ")"), from: index) else { return nil }
        for text in Self.firstEngine..<Self.firstProduct {
            let start = parenthesis - (text == Self.firstEngine + 1 ? 14 : 0)
            if start >= index, occurs(text, in: agent, at: start) { return (start, text) }
        }
        return nil
    }

    /// A product and an ending with nothing but a version between them, if they are all that is left of an agent.
    @inline(__always)
    func rest(of agent: Span<UInt8>, from index: Int) -> (product: Int, ending: Int)? {
        let texts = texts.span
        for product in Self.firstProduct..<Self.firstEnding where occurs(product, in: agent, at: index) {
            let version = index + texts[product].count
            for ending in Self.firstEnding..<Self.count {
                let end = agent.count - texts[ending].count
                guard version <= end, occurs(ending, in: agent, at: end) else { continue }
                return agent.endOfVersion(from: version) == end ? (product, ending) : nil
            }
            return nil
        }
        return nil
    }
}

extension TokenAutomatonBuilder.Result {
    /// Whether a product shows the same behind any of the engines as alone, no version behind it shows anything, and every
    /// ending shows the same behind any version as alone.
    fileprivate func areApart(_ engines: [String], _ product: String, _ endings: [String]) -> Bool {
        let alone = (product: way(along: product, from: 0), endings: endings.map { way(along: $0, from: 0) })
        var states: [Int] = []
        for engine in engines {
            let behind = way(along: product, from: way(along: engine, from: 0).state)
            guard behind.showsSame(as: alone.product) else { return false }
            states.append(behind.state)
        }
        var next = 0
        while next < states.count {
            for (ending, alone) in zip(endings, alone.endings) {
                guard way(along: ending, from: states[next]).showsSame(as: alone) else { return false }
            }
            for byte in "0123456789." {
                let version = way(along: String(byte), from: states[next])
                guard version.showsSame(as: Way(state: 0)) else { return false }
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
