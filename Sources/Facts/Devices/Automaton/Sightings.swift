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
    /// The start of the products behind the engine of a phone's agent; 0 if they were not read separately.
    private(set) var productsStart: UInt32 = 0
    /// Whether those products have the form in which bots introduce themselves.
    private(set) var productsFormBot = false
    /// The signs and the most specific bot of tokens that are certain everywhere.
    private var certain = SignSet()
    private var certainBotKind: BotKind?
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

extension Sightings {
    /// Records the meaning of a token that ends at an index.
    @inline(__always)
    mutating func record(_ meaning: DeviceToken.Meaning, end: Int) {
        switch meaning {
        case .sign(let sign): record(sign, end: end)
        case .inApp(let app): record(app)
        case .browser(let browser): record(browser, end: end)
        case .bot(let kind): record(kind)
        case .genericBot(let kind): recordGeneric(kind)
        case .correction: break
        }
    }

    /// Whether the signs name an iPhone, an iPad or Android, and no system that claims to be similar.
    @inline(__always)
    var namesPhone: Bool {
        signs.intersects(Sign.iphone | .ipad | .android)
            && !signs.intersects(Sign.likeAndroid | .windowsPhone | .otherSystem)
    }

    /// Whether the signs name such a phone, or an app's HTTP client.
    var namesPhoneOfApp: Bool {
        namesPhone || (signs.intersects(Sign.ios | .looseIosVersion | .cfNetwork) && !has(.otherSystem))
    }

    /// Adds what was seen among the products behind the engine of a phone's agent.
    ///
    /// They name the app. A word of a system, a device or a bot belongs to the app's name there, unless the table is certain of
    /// it or the agent has the form of a bot's.
    mutating func add(products: Sightings, from start: Int, allowing others: SignSet = SignSet()) {
        productsStart = UInt32(truncatingIfNeeded: start)
        if products.signs.intersects(Sign.versionedProducts) { addVersions(of: products) }
        signs.formUnion(products.signs.intersection(Sign.products))
        signs.formUnion(products.signs.intersection(others))
        signs.formUnion(products.certain)
        if let app = products.inApp { record(app) }
        if let browser = products.browser { record(browser, end: Int(products.browserEnd)) }
        if let kind = products.certainBotKind { record(kind) }
        // Some messengers fetch previews on the phone, under the app's name.
        if has(.cfNetwork), products.botKind == .preview { record(.preview as BotKind) }
        productsFormBot = products.signs.intersects(Sign.botForms)
        guard productsFormBot else { return }
        if let kind = products.botKind { record(kind) }
        if let kind = products.genericBotKind { recordGeneric(kind) }
    }

    private mutating func addVersions(of products: Sightings) {
        for value in 0..<Sign.android.rawValue {
            guard let sign = Sign(rawValue: value), Sign.versionedProducts.contains(sign), !has(sign) else { continue }
            if let end = products.end(of: sign) { record(sign, end: end) }
        }
    }

    /// Records a sign or a bot that is certain everywhere.
    @inline(never)
    mutating func recordCertain(_ meaning: DeviceToken.Meaning, end: Int) {
        switch meaning {
        case .sign(let sign):
            record(sign, end: end)
            certain.insert(sign)
        case .bot(let kind):
            record(kind)
            if certainBotKind.map({ kind.rawValue < $0.rawValue }) ?? true { certainBotKind = kind }
        case .inApp, .browser, .genericBot, .correction: preconditionFailure("only signs and bots can be certain")
        }
    }
}

extension Sign {
    /// Signs with a version that count among products.
    @inline(__always)
    fileprivate static var versionedProducts: SignSet {
        Sign.strongAndroidVersion | .androidVersion | .iosVersion | .looseIosVersion | .browserVersion
            | .facebookSystemVersion | .puffin | .instagramAndroid
    }

    /// Signs of browsers, apps and bots, which count among products.
    @inline(__always)
    fileprivate static var products: SignSet {
        Sign.mobile | .mozilla | .mozilla5 | .chrome | .safari | .appleWebKit | .engine | .namedBrowser | .oldBrowser
            | .compatible | .botForm | .webView | .webKitVersion4 | .notBot | .botVersion | .plusAddress | .address
            | .mail | .browserGuise | .addition | .webAddress | .network | .listener | .whatsApp | .ucBrowser | .silk
            | .hmsCore | .gmsCore | .largeScreen
    }

    /// The forms in which a bot introduces itself among products.
    @inline(__always)
    fileprivate static var botForms: SignSet { Sign.botForm | .botVersion | .browserGuise }
}
