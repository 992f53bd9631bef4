import ByteText
import Configuration
import Devices
import Routing

/// Decodes the request of a case or of a whole file, in which keys may be omitted.
///
/// Keys, words and versions are checked individually, so that each fault has its position and hint. The request reader
/// validates the rest.
struct CaseRequestDecoder {
    let log: DiagnosticLog

    /// The entries of the request, or `nil` if it is not a mapping.
    func decode(_ node: ConfigurationNode) -> [ConfigurationNode.Entry]? {
        let faults = log.diagnostics.count
        guard let fields = Fields<RequestKey>(node, log: log), case .mapping(let entries) = node.content else {
            return nil
        }
        for key in RequestKey.allCases { if let value = fields[key] { check(value, key) } }
        let known = entries.filter { RequestKey(rawValue: $0.name) != nil }
        if log.diagnostics.count == faults { readAsRequest(known, node) }
        return known
    }

    private func check(_ value: ConfigurationNode, _ key: RequestKey) {
        switch key {
        case .link, .userAgent, .acceptLanguage, .ip, .country, .region, .city, .time: _ = log.text(value)
        case .stage: let _: Stage? = log.word(value, "stage")
        case .returnedFrom: let _: ReturnedFrom? = log.word(value, "place")
        case .device: device(value)
        case .id, .headers, .asn, .settings, .site: break
        }
    }

    private func device(_ node: ConfigurationNode) {
        guard let fields = Fields<RequestDeviceKey>(node, log: log) else { return }
        for key in RequestDeviceKey.allCases { if let value = fields[key] { check(value, key) } }
    }

    private func check(_ value: ConfigurationNode, _ key: RequestDeviceKey) {
        switch key {
        case .platform: let _: Platform? = log.word(value, "platform")
        case .osVersion: _ = log.versionText(value)
        case .formFactor: let _: FormFactor? = log.word(value, "form factor")
        case .inApp: let _: InApp? = log.word(value, "in-app browser")
        case .bot: _ = log.bool(value)
        case .botKind: let _: BotKind? = log.word(value, "bot kind")
        case .store: let _: DeviceStore? = log.word(value, "store")
        case .browser: let _: Browser? = log.word(value, "browser")
        case .browserVersion: _ = log.versionText(value)
        case .app: app(value)
        case .apps: log.list(value).forEach(app)
        }
    }

    private func app(_ node: ConfigurationNode) {
        guard let fields = Fields<RequestAppKey>(node, log: log) else { return }
        _ = fields.text(.id)
        if let state = fields[.state] { let _: AppState? = log.word(state, "app state") }
        _ = fields[.version].map(log.versionText)
    }

    /// Reports the request reader's faults. A missing link is none, since the file or the case may provide it.
    private func readAsRequest(_ entries: [ConfigurationNode.Entry], _ node: ConfigurationNode) {
        var request = ClickRequest()
        var arena = ByteArena()
        do throws(RequestFault) {
            _ = try ClickRequestReader().read(ConfigurationNode.object(entries, log: log), into: &request, &arena)
        } catch {
            if error.key == RequestKey.link.rawValue, !entries.contains(where: { $0.name == error.key }) { return }
            let place = node.descendant(error.key)
            if case .number = place.content {
                _ = log.versionText(place)
            } else {
                log.error(.invalidValue, place, error.message)
            }
        }
    }
}

extension ConfigurationNode {
    /// The node at a dotted path such as `settings.android.minimumVersion`, or the last one found on the way.
    fileprivate func descendant(_ path: String) -> ConfigurationNode {
        guard case .mapping(let entries) = content else { return self }
        // A key may itself contain dots.
        for entry in entries {
            if entry.name == path { return entry.value.isNull ? entry.key : entry.value }
            if path.hasPrefix(entry.name + ".") {
                return entry.value.descendant(String(path.dropFirst(entry.name.utf8.count + 1)))
            }
        }
        return self
    }
}
