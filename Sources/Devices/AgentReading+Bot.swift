import ByteText

extension AgentReading {
    /// What the bot is for, or nil where a person seems to sit behind the request.
    func botKind(on platform: Platform, _ arena: borrowing ByteArena) -> BotKind? {
        if let kind = sightings.botKind {
            // A library speaks for a bot where it speaks alone; inside an app it is the app's way to fetch.
            if kind != .library || platform == .unknown || platform == .linux || platform == .windows { return kind }
        }
        if has(.notBot) { return nil }
        if let kind = sightings.genericBotKind { return kind }
        return nil
    }
}
