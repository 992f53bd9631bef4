/// What one pass over a user agent has seen.
struct Sightings: Sendable {
    private(set) var signs = SignSet()
    /// Where the token of each versioned sign ended at its first sighting, from the start of the agent.
    private var ends = InlineArray<16, UInt32>(repeating: 0)
    /// The most telling app, or nil.
    private(set) var inApp: InApp?
    /// The most telling purpose of a bot that was named, or nil.
    private(set) var botKind: BotKind?
    /// The most telling purpose among words that bots have in their names, or nil.
    private(set) var genericBotKind: BotKind?

    func has(_ sign: Sign) -> Bool { signs.contains(sign) }

    /// Where the token of a versioned sign ended, or nil if it was not seen.
    func end(of sign: Sign) -> Int? {
        has(sign) ? Int(ends[Int(sign.rawValue)]) : nil
    }

    mutating func record(_ sign: Sign, end: Int) {
        if Int(sign.rawValue) < Sign.versioned && !has(sign) {
            ends[Int(sign.rawValue)] = UInt32(truncatingIfNeeded: end)
        }
        signs.insert(sign)
    }

    /// A named app beats `other`; of two named apps the first in the agent stays, but Facebook's frame yields to the
    /// apps that share it.
    mutating func record(_ app: InApp) {
        switch inApp {
        case nil, .other, .facebook: if app != .other || inApp == nil { inApp = app }
        default: break
        }
    }

    /// Raw values of ``BotKind`` run from the most to the least telling.
    mutating func record(_ kind: BotKind) {
        if botKind.map({ kind.rawValue < $0.rawValue }) ?? true { botKind = kind }
    }

    mutating func recordGeneric(_ kind: BotKind) {
        if genericBotKind.map({ kind.rawValue < $0.rawValue }) ?? true { genericBotKind = kind }
    }
}
