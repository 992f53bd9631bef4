/// What one pass over a user agent has seen.
struct Sightings: Sendable {
    private(set) var signs = SignSet()
    /// Where the token of each versioned sign ended at its first sighting, from the start of the agent.
    private var ends = InlineArray<14, UInt32>(repeating: 0)
    /// The most telling app, or nil.
    private(set) var inApp: InApp?
    /// The most telling browser, or nil, and where the last of its tokens ended.
    private(set) var browser: Browser?
    private(set) var browserEnd: UInt32 = 0
    /// Where the words about the engine ended that most agents share; 0 where they are others.
    private(set) var engineEnd: UInt32 = 0
    /// The most telling purpose of a bot that was named, or nil.
    private(set) var botKind: BotKind?
    /// The most telling purpose among words that bots have in their names, or nil.
    private(set) var genericBotKind: BotKind?

    @inline(__always)
    func has(_ sign: Sign) -> Bool { signs.contains(sign) }

    /// Where the token of a versioned sign ended, or nil if it was not seen.
    @inline(__always)
    func end(of sign: Sign) -> Int? {
        has(sign) ? Int(ends[Int(sign.rawValue)]) : nil
    }

    /// Adds the signs whose positions do not count.
    mutating func add(_ plain: SignSet) { signs.formUnion(plain) }

    /// Of several sightings the first in the agent stays, in whatever order they come.
    @inline(__always)
    mutating func record(_ sign: Sign, end: Int) {
        if sign.isVersioned {
            let known = has(sign) ? ends[Int(sign.rawValue)] : UInt32.max
            ends[Int(sign.rawValue)] = min(known, UInt32(truncatingIfNeeded: end))
        }
        signs.insert(sign)
    }

    /// A named app beats `other`, and Facebook's frame yields to the apps that share it: later raw values win, `other`
    /// being before all of them and Facebook next.
    mutating func record(_ app: InApp) {
        if inApp.map({ app.rawValue > $0.rawValue }) ?? true { inApp = app }
    }

    /// Later raw values of ``Browser`` win; of one browser's sightings the last in the agent stays, since `Opera Mini/36`
    /// follows `Opera/9.80`.
    mutating func record(_ seen: Browser, end: Int) {
        let end = UInt32(truncatingIfNeeded: end)
        if let browser, browser.rawValue > seen.rawValue || (browser == seen && browserEnd > end) { return }
        (browser, browserEnd) = (seen, end)
    }

    @inline(__always)
    mutating func recordEngine(end: Int) { engineEnd = UInt32(truncatingIfNeeded: end) }

    /// Raw values of ``BotKind`` run from the most to the least telling.
    mutating func record(_ kind: BotKind) {
        if botKind.map({ kind.rawValue < $0.rawValue }) ?? true { botKind = kind }
    }

    mutating func recordGeneric(_ kind: BotKind) {
        if genericBotKind.map({ kind.rawValue < $0.rawValue }) ?? true { genericBotKind = kind }
    }
}
