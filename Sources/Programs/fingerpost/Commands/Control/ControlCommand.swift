import ArgumentParser
import LinkStore

/// `control …`: operations on the daemon that runs.
struct ControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Operates the running daemon: switches sites and links off, reloads, drains.",
        discussion: """
            Asks the daemon of this machine over its control socket (--control of serve), as root or as the daemon's own user; \
            others may where control.level is operate. Each operation is a line of the audit log.
            """,
        subcommands: [ControlDisable.self, ControlEnable.self, ControlReload.self, ControlDrain.self])
}

/// What can be switched off.
enum ControlSubject: String, ExpressibleByArgument, CaseIterable {
    case site, link

    /// What the daemon calls the thing of this kind: of a link its host and code.
    func name(_ text: String) throws -> String {
        switch self {
        case .site: text
        case .link: try LinkRules.key(text).text
        }
    }
}
