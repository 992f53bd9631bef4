extension AgentReading {
    /// The purpose of the bot, or `nil` if the request appears to come from a person.
    @inline(__always)
    func botKind(on platform: Platform) -> BotKind? {
        isPlainBrowser && platform != .unknown ? nil : anyBotKind(on: platform)
    }

    /// Most agents are browsers' and contain nothing that a bot adds. Equals the result of ``anyBotKind(on:)`` for them.
    @inline(__always)
    private var isPlainBrowser: Bool {
        has(.mozilla) && sightings.botKind == nil && sightings.genericBotKind == nil
            && !hasAny(of: Self.selfDescriptions)
    }

    @inline(__always)
    private static var selfDescriptions: SignSet {
        Sign.plusAddress | .browserGuise | .webAddress | .addition | .mail | .botForm | .botVersion
    }

    private func anyBotKind(on platform: Platform) -> BotKind? {
        if let kind = sightings.botKind, namedBotCounts(kind, on: platform) {
            return kind == .library ? purpose(kind) : kind
        }
        // CFNetwork is used by apps on behalf of people.
        if has(.notBot) || has(.cfNetwork) { return nil }
        if let kind = sightings.genericBotKind, wordCounts(on: platform) { return purpose(kind) }
        return describesItself(on: platform) ? purpose(.other) : nil
    }

    /// Social networks and messengers fetch pages mostly for previews, whichever library they use.
    private func purpose(_ kind: BotKind) -> BotKind {
        (kind == .other || kind == .library) && has(.network) ? .preview : kind
    }

    /// Within an app a library is the app's HTTP client, and a site's name is that of its app. Some messengers, however, fetch
    /// previews on the device itself.
    private func namedBotCounts(_ kind: BotKind, on platform: Platform) -> Bool {
        if has(.cfNetwork) { return kind == .preview }
        let isMobile = platform == .android || platform == .ios || platform == .ipados
        return kind != .library || !isMobile || has(.mozilla)
    }

    /// Desktop browsers contain no URL, except for old ones, to which toolbars could add their own.
    private func isPlainDesktop(_ platform: Platform) -> Bool {
        switch platform {
        case .windows, .macos, .linux: !has(.oldBrowser) && !has(.listener) && !has(.television)
        default: false
        }
    }

    /// Some phone models end in "bot", so on Android such a word needs further evidence. The same applies to old phones and
    /// browsers, whose agents are modified by gateways and toolbars.
    private func wordCounts(on platform: Platform) -> Bool {
        guard (platform == .android && has(.mozilla)) || has(.featurePhone) || has(.oldBrowser) else { return true }
        return has(.compatible) || has(.botVersion) || has(.botForm) || has(.address) || has(.mail)
    }

    /// Bots include a URL or a contact address. Browsers do not, and interactive programs normally name their operating
    /// system as well.
    private func describesItself(on platform: Platform) -> Bool {
        if sightings.productsStart > 0 { return sightings.productsFormBot }
        let isNameless = platform == .unknown
        if has(.mozilla) { return isNameless ? poseIsThin : addsToBrowser(on: platform) }
        guard isNameless, !has(.listener) else { return false }
        return has(.plusAddress) || has(.address) || has(.mail) || has(.loneWord)
    }

    /// Browsers name their operating system, or, if they hide it, at least their engine.
    private var poseIsThin: Bool {
        guard !has(.oldBrowser) && !has(.mobile) && !has(.listener) else { return false }
        return has(.compatible) || (has(.mozilla5) && (!has(.engine) || has(.address) || has(.mail)))
    }

    private func addsToBrowser(on platform: Platform) -> Bool {
        guard hasAny(of: Sign.plusAddress | .browserGuise | .webAddress | .addition | .mail) else { return false }
        if has(.plusAddress) || (has(.browserGuise) && has(.appleWebKit)) { return true }
        return (has(.webAddress) || has(.mail) || (has(.addition) && !has(.namedBrowser))) && isPlainDesktop(platform)
    }
}
