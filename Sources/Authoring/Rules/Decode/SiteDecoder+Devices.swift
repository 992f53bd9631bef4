import ByteText
import Configuration
import Devices
import Routing

/// A site's additions to device detection: in-app browsers, bots, and the client hints that it requests.
extension SiteDecoder {
    func devices(_ node: ConfigurationNode) -> SiteDevices {
        var devices = SiteDevices()
        guard let fields = Fields<DevicesKey>(node, log: log) else { return devices }
        let apps = fields.list(.inApp)
        let bots = fields.list(.bots)
        let maximum = SiteTokens.maximumCount
        if apps.count + bots.count > maximum {
            log.error(
                .invalidValue, node,
                "a site can have at most \(maximum) tokens of its own, not \(apps.count + bots.count)")
        } else {
            devices.tokens = distinct(apps.compactMap(inApp) + bots.compactMap(bot))
        }
        devices.hints = words(fields.list(.clientHints), "client hint")
        devices.criticalHints = words(fields.list(.criticalClientHints), "client hint")
        return devices
    }

    private typealias LocatedToken = (node: ConfigurationNode, token: SiteTokens.Token)

    private func inApp(_ node: ConfigurationNode) -> LocatedToken? {
        guard let fields = Fields<InAppKey>(node, log: log) else { return nil }
        let text = checked(fields.required(.token), SiteTokens.fault)
        let app = fields[.name].map { log.word($0, "in-app browser", besides: [InApp.none, .unknown]) } ?? .other
        guard let text, let app else { return nil }
        return (fields[.token] ?? node, SiteTokens.Token(text, .inApp(app)))
    }

    private func bot(_ node: ConfigurationNode) -> LocatedToken? {
        guard let fields = Fields<BotKey>(node, log: log) else { return nil }
        let text = checked(fields.required(.token), SiteTokens.fault)
        let kind = fields[.kind].map { log.word($0, "bot kind", besides: []) } ?? BotKind.other
        guard let text, let kind else { return nil }
        return (fields[.token] ?? node, SiteTokens.Token(text, .bot(kind)))
    }

    /// Removes duplicate texts: of two tokens with one text, one would be lost.
    private func distinct(_ tokens: [LocatedToken]) -> [SiteTokens.Token] {
        var seen: Set<String> = []
        return tokens.compactMap { node, token in
            if seen.insert(token.text.lowercased()).inserted { return token }
            log.error(.duplicate, node, "the token `\(token.text)` appears twice", hint: "remove one of them")
            return nil
        }
    }

    private func words<Value: Word & Equatable>(_ nodes: [ConfigurationNode], _ what: String) -> [Value] {
        nodes.compactMap { log.word($0, what, besides: []) }
    }
}
