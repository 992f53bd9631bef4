import ArgumentParser
import ByteText
import LinkStore

/// `control …`: operations on the running daemon.
struct ControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Operates the running daemon: disables sites and links, reloads, drains.",
        discussion: """
            Connects to the control socket of the daemon with the same store, as root or the daemon's user; other \
            users need control.level: operate. Each operation is recorded in the audit log.
            """,
        subcommands: [
            ControlDisable.self, ControlEnable.self, ControlReload.self, ControlLogLevel.self, ControlDrain.self,
        ])
}

/// Objects that can be disabled.
enum ControlSubject: String, ExpressibleByArgument, CaseIterable {
    case site, link

    /// The daemon's name for the object: for a link, its host and code.
    func name(_ text: String) throws -> String {
        switch self {
        case .site: text
        case .link: try LinkRules.key(text).text
        }
    }
}

/// Parses the duration of a change.
enum ControlSpan {
    /// The seconds of `30min`, `2h`, `7d`, or `nil` for anything else.
    static func seconds(_ text: String) -> Int64? {
        guard let seconds = Timestamp.seconds(typed: text, now: 0), seconds > 0, text.first?.isNumber == true,
            !text.contains("-")
        else { return nil }
        return seconds
    }

    /// The error for anything else.
    static func invalid(_ text: String) -> ValidationError {
        ValidationError("--for: \(text) is not a span of time; write 30min, 2h or 7d")
    }
}
