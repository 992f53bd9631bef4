import ByteText
import Configuration
import Devices
import Routing

/// A site's additions to device detection: in-app browsers, bots, and the client hints that it requests.
extension SiteDecoder {
    func devices(_ node: ConfigurationNode) -> (devices: SiteDevices, tokens: [ConfigurationNode]) {
        var devices = SiteDevices()
        guard let fields = Fields<DevicesKey>(node, log: log) else { return (devices, []) }
        let apps = fields.list(.inApp)
        let bots = fields.list(.bots)
        let maximum = DeviceCorrections.maximumOfSite
        var corrections: [LocatedCorrection] = []
        if apps.count + bots.count > maximum {
            log.error(
                .invalidValue, node,
                "a site can have at most \(maximum) tokens of its own, not \(apps.count + bots.count)")
        } else {
            corrections = decoder.distinct(apps.compactMap(inApp) + bots.compactMap(bot))
        }
        devices.corrections = corrections.map(\.correction)
        devices.hints = words(fields.list(.clientHints), "client hint")
        devices.criticalHints = words(fields.list(.criticalClientHints), "client hint")
        return (devices, corrections.map(\.token))
    }

    private var decoder: CorrectionDecoder { CorrectionDecoder(log: log) }

    private func inApp(_ node: ConfigurationNode) -> LocatedCorrection? {
        guard let fields = Fields<InAppKey>(node, log: log) else { return nil }
        let token = decoder.token(fields.required(.token))
        let app =
            fields[.name].map { decoder.app($0, besides: [InApp.none, .unknown]) }
            ?? DeviceCorrection.App.listed(.other)
        let place = decoder.place(fields[.place])
        guard let token, let app else { return nil }
        return LocatedCorrection(
            correction: DeviceCorrection(token: token, place: place, app: app), token: (fields[.token] ?? node).detached
        )
    }

    private func bot(_ node: ConfigurationNode) -> LocatedCorrection? {
        guard let fields = Fields<BotKey>(node, log: log) else { return nil }
        let token = decoder.token(fields.required(.token))
        let kind = fields[.kind].map { log.word($0, "bot kind", besides: []) } ?? BotKind.other
        let place = decoder.place(fields[.place])
        guard let token, let kind else { return nil }
        return LocatedCorrection(
            correction: DeviceCorrection(token: token, place: place, bot: .kind(kind)),
            token: (fields[.token] ?? node).detached)
    }

    private func words<Value: Word & Equatable>(_ nodes: [ConfigurationNode], _ what: String) -> [Value] {
        nodes.compactMap { log.word($0, what, besides: []) }
    }
}
