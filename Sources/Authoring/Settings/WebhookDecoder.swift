import Configuration

/// The keys of a webhook as a mapping.
enum WebhookKey: String, ConfigurationKey {
    static let owner = "a webhook"
    case name, url
    case secretFile = "secret_file"
    case ca
    case retryHours = "retry_hours"
    case sites, types, decisions, links
}

/// Decodes a webhook: a text, or a mapping.
///
///     webhooks:
///       - {name: crm, url: "https://crm.example/hook", secret_file: crm.key, sites: [shop], types: [click, resolve]}
struct WebhookDecoder {
    let log: DiagnosticLog

    /// The webhook, or `nil` with an error if it is invalid.
    func decode(_ node: ConfigurationNode) -> WebhookSetting? {
        guard node.isMapping else {
            guard let text = log.text(node) else { return nil }
            return WebhookSetting(text) ?? refuse(node, .webhook(text))
        }
        guard let fields = Fields<WebhookKey>(node, log: log), let nameNode = fields.required(.name),
            let name = log.text(nameNode), let url = fields.required(.url).flatMap(log.text)
        else { return nil }
        guard var webhook = WebhookSetting(name: name, url: url) else { return refuse(nameNode, .webhookName(name)) }
        webhook.secretFile = fields.text(.secretFile)
        webhook.authorities = fields.text(.ca)
        webhook.retryHours = fields[.retryHours].flatMap { log.integer($0, in: DaemonSettings.Events.retryRange) }
        let members: [(WebhookSetting.Member, WebhookKey)] = [
            (.sites, .sites), (.types, .types), (.decisions, .decisions), (.links, .links),
        ]
        for (member, key) in members {
            guard let list = fields[key] else { continue }
            let values = log.list(list).compactMap(log.text)
            // An empty list would otherwise admit all events.
            guard !values.isEmpty, !values.contains("") else { return refuse(list, .emptyFilter(member.rawValue)) }
            webhook.filter[member] = values
        }
        return webhook
    }

    private func refuse(_ node: ConfigurationNode, _ fault: Setting.Fault) -> WebhookSetting? {
        log.error(.invalidValue, node, fault.message, expected: fault.expected)
        return nil
    }
}

extension Setting.Fault {
    static func webhook(_ text: String) -> Self {
        Self(
            message: "`\(text)` is not a webhook",
            expected: "`NAME=URL secret_file=FILE`, and optionally `ca`, `retry_hours`, `sites`, `types`, `decisions`, "
                + "`links`, such as `crm=https://crm.example/hook secret_file=crm.key types=click+resolve`")
    }

    static func webhookName(_ name: String) -> Self {
        Self(
            message: "`\(name)` can't be a webhook's name",
            expected: "up to 40 lower-case letters, digits, `-` or `_`; `\(WebhookSetting.usualName)` is the one of "
                + "`events.webhook`")
    }

    static func repeatedWebhook(_ name: String) -> Self {
        Self(message: "two webhooks have the name `\(name)`", expected: "a different name for each")
    }

    static func emptyFilter(_ member: String) -> Self {
        Self(message: "`\(member)` admits no event", expected: "at least one value, or no `\(member)` for all events")
    }
}
