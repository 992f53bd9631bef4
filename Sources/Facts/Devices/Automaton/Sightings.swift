/// The signs found in one pass over a user agent.
struct Sightings: Sendable {
    private(set) var signs = SignSet()
    /// The end of the first token of each versioned sign, relative to the start of the agent.
    private var ends = InlineArray<15, UInt32>(repeating: 0)
    /// The most specific app, or `nil`.
    private(set) var inApp: InApp?
    /// The most specific browser, or `nil`, and the end of its last token.
    private(set) var browser: Browser?
    private(set) var browserEnd: UInt32 = 0
    /// The end of a known engine description; 0 if there is none.
    private(set) var engineEnd: UInt32 = 0
    /// The most specific purpose of a named bot, or `nil`.
    private(set) var botKind: BotKind?
    /// The most specific purpose indicated by generic words in bot names, or `nil`.
    private(set) var genericBotKind: BotKind?

    @inline(__always)
    func has(_ sign: Sign) -> Bool { signs.contains(sign) }

    /// The end of a versioned sign's token, or `nil` if it was not seen.
    @inline(__always)
    func end(of sign: Sign) -> Int? {
        has(sign) ? Int(ends[Int(sign.rawValue)]) : nil
    }

    /// Adds signs without positions.
    mutating func add(_ plain: SignSet) { signs.formUnion(plain) }

    /// Keeps the first occurrence in the agent, regardless of the order of calls.
    @inline(__always)
    mutating func record(_ sign: Sign, end: Int) {
        if sign.isVersioned {
            let known = has(sign) ? ends[Int(sign.rawValue)] : UInt32.max
            ends[Int(sign.rawValue)] = min(known, UInt32(truncatingIfNeeded: end))
        }
        signs.insert(sign)
    }

    /// Keeps the higher raw value: a named app beats `other`, and apps that use Facebook's web view beat Facebook. `other`
    /// has the lowest raw value, followed by Facebook.
    mutating func record(_ app: InApp) {
        if inApp.map({ app.rawValue > $0.rawValue }) ?? true { inApp = app }
    }

    /// Keeps the higher raw value of ``Browser``, and the last occurrence of that browser in the agent, since `Opera Mini/36`
    /// follows `Opera/9.80`.
    mutating func record(_ seen: Browser, end: Int) {
        let end = UInt32(truncatingIfNeeded: end)
        if let browser, browser.rawValue > seen.rawValue || (browser == seen && browserEnd > end) { return }
        (browser, browserEnd) = (seen, end)
    }

    @inline(__always)
    mutating func recordEngine(end: Int) { engineEnd = UInt32(truncatingIfNeeded: end) }

    /// Keeps the lower raw value: those of ``BotKind`` are ordered from most to least specific.
    mutating func record(_ kind: BotKind) {
        if botKind.map({ kind.rawValue < $0.rawValue }) ?? true { botKind = kind }
    }

    mutating func recordGeneric(_ kind: BotKind) {
        if genericBotKind.map({ kind.rawValue < $0.rawValue }) ?? true { genericBotKind = kind }
    }
}
