import ByteText
import Daemon
import Foundation
import Settings

/// The settings of the daemon that runs on this machine, or why they are not known.
enum RunningSettings {
    case known([SettingInForce])
    case unknown(reason: String)

    /// Asks the daemon over its control socket.
    ///
    /// - Parameter control: A daemon with other rules than those that its `--rules` names is another daemon.
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
            self = .unknown(reason: "the daemon that answers has other rules, \(rules)")
            return
        }
        self = .known(rows)
    }

    private static func place(_ rules: String) -> String {
        rules.contains("://") ? rules : URL(filePath: rules).resolvingSymlinksInPath().path()
    }

    /// The rows; `nil` if they are not known.
    var rows: [SettingInForce]? {
        guard case .known(let rows) = self else { return nil }
        return rows
    }
}
