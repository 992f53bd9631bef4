import ArgumentParser
import Client
import Configuration
import Events
import ServiceFiles
import Settings
import Terminal

struct EventsTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Sends a signed sample to a webhook.",
        discussion: """
            The sample is an event with `"test": true`, made up from the webhook's filter, signed and sent as the daemon \
            sends events. It is not stored. The webhook is one of the running daemon's settings, or of those for its start. \
            Exit code 0 if the webhook accepts the sample; 1 if not; 2 for an unknown webhook, invalid settings or usage \
            errors.

            Examples:
              fingerpost events test
              fingerpost events test crm --rules /etc/fingerpost/rules
            """)

    @OptionGroup var control: ControlOption

    @Argument(help: "The webhook's name in `webhooks` (default: the one of `events.webhook`).")
    var webhook: String?

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let target = try target()
        if let problem = target.sendSample() {
            throw Refusal("\(target.name): \(target.address): the sample was not accepted: \(problem)")
        }
        Output.line("\(target.name): \(target.address): accepted the sample")
    }

    private func target() throws -> WebhookTarget {
        let settings = try settings()
        let events = settings.events
        let all = events.allWebhooks
        let name = webhook ?? WebhookSetting.usualName
        guard let setting = all.first(where: { $0.name == name }) else {
            let known = all.isEmpty ? "the settings have none" : "known: \(all.map(\.name).joined(separator: ", "))"
            throw Failure("there is no webhook `\(name)`; \(known)")
        }
        do throws(StartupFault) {
            let proxy = try OutgoingProxy(settings.outgoing) { Output.error($0) }
            return try WebhookTarget(setting, retryHours: events.retryHours, proxy: proxy) { Output.error($0) }
        } catch { throw Failure(lines: error.lines) }
    }

    private func settings() throws -> DaemonSettings {
        let file = try RulesOption.settings(control.store.rules.rules)
        let resolved = SettingsResolver.resolve(file: file.file, environment: ProcessEnvironment.variables)
        guard let rows = RunningSettings(control).rows else {
            let errors = (file.diagnostics + resolved.diagnostics).filter { $0.severity == .error }
            errors.forEach(Output.diagnostic)
            guard errors.isEmpty else { throw ExitCode(2) }
            return resolved.settings
        }
        return resolved.settings.taking(rows)
    }
}
