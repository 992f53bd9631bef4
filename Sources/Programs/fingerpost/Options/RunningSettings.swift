import AdminAPI
import ByteText
import Foundation
import ServiceFiles
import Settings
import Terminal

/// The settings of the running daemon on this machine, or why they are unknown.
enum RunningSettings {
    case known([SettingInForce])
    case unknown(reason: String)

    /// Requests the settings over the daemon's control socket.
    ///
    /// - Parameter control: The socket. If its `--rules` option names other rules than the daemon's, it is a different daemon.
    init(_ control: ControlOption) {
        let rows: [SettingInForce]
        do {
            rows = SettingInForce.list(try control.ask("GET", "/v1/settings", [])["settings"])
        } catch {
            self = .unknown(reason: (error as? Failure)?.message ?? "\(error)")
            return
        }
        let rules = rows.first { $0.description.name == "rules" }?.values.first
        if let named = control.store.rules.rules, let rules, Self.place(named) != Self.place(rules) {
            self = .unknown(reason: "the running daemon uses other rules, \(rules)")
            return
        }
        self = .known(rows)
    }

    private static func place(_ rules: String) -> String {
        rules.contains("://") ? rules : URL(filePath: rules).resolvingSymlinksInPath().path()
    }

    /// Why the settings are unknown, or `nil` if they are known.
    var reason: String? {
        guard case .unknown(let reason) = self else { return nil }
        return reason
    }

    /// The rows, or `nil` if they are unknown.
    var rows: [SettingInForce]? {
        guard case .known(let rows) = self else { return nil }
        return rows
    }
}
