extension AgentReading {
    /// What the bot is for, or nil where a person seems to sit behind the request.
    func botKind(on platform: Platform) -> BotKind? {
        if let kind = sightings.botKind, namedBotCounts(kind, on: platform) {
            return kind == .library ? purpose(kind) : kind
        }
        // CFNetwork fetches for apps that people use.
        if has(.notBot) || has(.cfNetwork) { return nil }
        if let kind = sightings.genericBotKind, wordCounts(on: platform) { return purpose(kind) }
        return describesItself(on: platform) ? purpose(.other) : nil
    }

    /// What networks and messengers fetch pages for are mostly previews, with whatever library.
    private func purpose(_ kind: BotKind) -> BotKind {
        (kind == .other || kind == .library) && has(.network) ? .preview : kind
    }

    /// Inside an app a library is the app's way to fetch, and the name of a site that of its app; but some messengers
    /// fetch what they preview on the device itself.
    private func namedBotCounts(_ kind: BotKind, on platform: Platform) -> Bool {
        if has(.cfNetwork) { return kind == .preview }
        let isMobile = platform == .android || platform == .ios || platform == .ipados
        return kind != .library || !isMobile || has(.mozilla)
    }

    /// Desktop browsers name no address, except old ones, to which every toolbar could add its own.
    private func isPlainDesktop(_ platform: Platform) -> Bool {
        switch platform {
        case .windows, .macos, .linux: !has(.oldBrowser) && !has(.listener) && !has(.television)
        default: false
        }
    }

    /// Phones have names that end in "bot", so on Android a word of that kind needs company; so it does on old phones and
    /// in old browsers, into whose agents gateways and toolbars write.
    private func wordCounts(on platform: Platform) -> Bool {
        guard (platform == .android && has(.mozilla)) || has(.featurePhone) || has(.oldBrowser) else { return true }
        return has(.compatible) || has(.botVersion) || has(.address) || has(.mail)
    }

    /// Bots say where to read about them and whom to ask; browsers do not, and interactive programs mostly name their
    /// system as well.
    private func describesItself(on platform: Platform) -> Bool {
        let isNameless = platform == .unknown
        if has(.mozilla) { return isNameless ? poseIsThin : addsToBrowser(on: platform) }
        guard isNameless, !has(.listener) else { return false }
        return has(.plusAddress) || has(.address) || has(.mail) || has(.loneWord)
    }

    /// A browser names its system, and if it hides that, at least its engine.
    private var poseIsThin: Bool {
        guard !has(.oldBrowser) && !has(.mobile) && !has(.listener) else { return false }
        return has(.compatible) || (has(.mozilla5) && (!has(.engine) || has(.address) || has(.mail)))
    }

    private func addsToBrowser(on platform: Platform) -> Bool {
        guard hasAny(of: Sign.plusAddress | .browserGuise | .webAddress | .addition) else { return false }
        if has(.plusAddress) || (has(.browserGuise) && has(.appleWebKit)) { return true }
        return (has(.webAddress) || (has(.addition) && !has(.namedBrowser))) && isPlainDesktop(platform)
    }
}
